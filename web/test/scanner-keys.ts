import { createEvent, fireEvent } from '@testing-library/react'

const gapMs = 4

/** Returns a function that presses keys as a scanner does: by the clock of the events 4 ms apart, on a busy machine too. */
export function scannerKeys(element: HTMLElement) {
  let at = 1000
  const press = (key: KeyboardEventInit): boolean => {
    const event = createEvent.keyDown(element, key)
    at += gapMs
    Object.defineProperty(event, 'timeStamp', { value: at })
    return fireEvent(element, event)
  }
  const character = (key: string) =>
    press({ key, code: /\d/.test(key) ? `Digit${key}` : `Key${key}`, shiftKey: /[A-Z]/.test(key) })
  return { press, character }
}
