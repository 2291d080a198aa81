import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { scannerKeys } from '../../../test/scanner-keys.ts'
import { translateControlKeys } from './control-keys.ts'

const control = (code: string) => ({ key: code.slice(3).toLowerCase(), code, ctrlKey: true })
const received = vi.fn<(key: string) => void>()

beforeEach(() => {
  received.mockClear()
  document.body.innerHTML = '<input aria-label="Code">'
  const stop = translateControlKeys()
  const note = ({ key }: KeyboardEvent) => void received(key)
  document.addEventListener('keydown', note)
  return () => {
    stop()
    document.removeEventListener('keydown', note)
    document.body.innerHTML = ''
  }
})

/** Types a code, and then these keys. Returns whether the browser does what it does on the last of them. */
function scan(code: string, ends: readonly KeyboardEventInit[], gapMs = 4): boolean {
  const keys = scannerKeys(screen.getByLabelText('Code'), gapMs)
  for (const character of code) keys.character(character)
  received.mockClear()
  return ends.map((end) => keys.press(end)).at(-1) ?? true
}

test.each(['KeyJ', 'KeyM', 'KeyI'])('%s with Ctrl ends the code of a scanner as Enter does', (code) => {
  expect(scan('T0001230', [control(code)])).toBe(false)
  expect(received.mock.calls).toEqual([['Enter']])
})

test.each(['Enter', 'Tab'])(
  'the line feed after the %s of a scanner does nothing, and opens no downloads',
  (key) => {
    expect(scan('T0001230', [{ key }, control('KeyJ')])).toBe(false)
    expect(received.mock.calls).toEqual([[key]])
  },
)

test.each([
  ['after what was typed by hand', 'T0001230', 90],
  ['after a few letters', 'T01', 4],
  ['alone', '', 4],
])('Ctrl+J of a person keeps its meaning %s', (_, text, gapMs) => {
  expect(scan(text, [control('KeyJ')], gapMs)).toBe(true)
  expect(received.mock.calls).toEqual([['j']])
})

test('a character typed with AltGr, which Windows reports as Ctrl with Alt, is part of a code', () => {
  const altGr = { key: 'µ', code: 'KeyM', ctrlKey: true, altKey: true }
  expect(scan('T0001230', [altGr])).toBe(true)
  expect(received.mock.calls).toEqual([['µ']])
})

test('other keys with Ctrl keep their meaning after a scan', () => {
  expect(scan('T0001230', [{ key: 'Enter' }, control('KeyK')])).toBe(true)
})
