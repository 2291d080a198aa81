import { notifyManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdWhilePressed } from './hold-while-pressed.ts'

let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  end = holdWhilePressed()
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

const send = (type: string) => dispatchEvent(new Event(type))

/** Results that arrive now. Returns the names of those that were shown. */
function arrive(...names: string[]) {
  const shown: string[] = []
  for (const name of names) notifyManager.schedule(() => shown.push(name))
  return shown
}

test('what is fetched while nothing is pressed is shown at once', () => {
  const shown = arrive('a')
  vi.advanceTimersByTime(0)
  expect(shown).toEqual(['a'])
})

test('what is fetched during a press is shown in its order after the click', () => {
  send('pointerdown')
  const shown = arrive('a', 'b')
  vi.advanceTimersByTime(900)
  send('pointerup')
  expect(shown).toEqual([])
  send('click')
  expect(shown).toEqual([])
  vi.advanceTimersByTime(0)
  expect(shown).toEqual(['a', 'b'])
})

test.each(['pointerup', 'pointercancel'])('without a click it is shown 50 ms after %s', (type) => {
  send('pointerdown')
  const shown = arrive('a')
  vi.advanceTimersByTime(100)
  send(type)
  vi.advanceTimersByTime(49)
  expect(shown).toEqual([])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['a'])
})

test('a press that lasts holds nothing back after a second', () => {
  send('pointerdown')
  const shown = arrive('a')
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual(['a'])
  const later = arrive('b')
  vi.advanceTimersByTime(0)
  expect(later).toEqual(['b'])
})

test('what is held is shown when holding ends', () => {
  send('pointerdown')
  const shown = arrive('a')
  vi.advanceTimersByTime(0)
  end()
  expect(shown).toEqual(['a'])
})
