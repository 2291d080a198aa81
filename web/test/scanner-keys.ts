import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/**
 * Returns functions that press keys as a scanner does: by the clock of the events 4 ms apart, on a busy machine too.
 * The first comes `pauseMs` after the last of another call at the same moment.
 */
export function scannerKeys(element: HTMLElement, gapMs = 4, pauseMs = 0) {
  let at = new Event('now').timeStamp + 1000 + pauseMs
  const fire = (target: HTMLElement, event: Event): boolean => {
    Object.defineProperty(event, 'timeStamp', { value: at })
    return fireEvent(target, event)
  }
  const press = (key: KeyboardEventInit, target = element): boolean => {
    at += gapMs
    return fire(target, createEvent.keyDown(target, key))
  }
  const release = (key: KeyboardEventInit): boolean => fire(element, createEvent.keyUp(element, key))
  const codeOf = (key: string) => (key === ' ' ? 'Space' : /\d/.test(key) ? `Digit${key}` : `Key${key}`)
  const character = (key: string, target = element) =>
    press({ key, code: codeOf(key), shiftKey: /[A-Z]/.test(key) }, target)
  return { press, release, character }
}

/**
 * Types a text and Enter into a field that then has `value`, as a scanner does or, with 90 ms between keys, a person.
 */
export function typeInto(
  field: HTMLElement,
  text: string,
  { value = `${(field as HTMLInputElement).value}${text}`, gapMs = 4 } = {},
): ReturnType<typeof scannerKeys> {
  const keys = scannerKeys(field, gapMs)
  for (const letter of text) keys.character(letter)
  fireEvent.change(field, { target: { value } })
  keys.press({ key: 'Enter' })
  return keys
}

/**
 * Scans a code while no field has the focus, until the page says so: it listens for keys soon after it has rendered.
 */
export const scanUntilSaid = (code: string, sentence: string): Promise<void> =>
  waitFor(() => {
    const keys = scannerKeys(document.body)
    for (const key of code) keys.character(key)
    keys.press({ key: 'Enter' })
    expect(screen.getByText(sentence)).toBeVisible()
  })
