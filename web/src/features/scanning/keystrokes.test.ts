import { expect, test } from 'vitest'
import { groupSeparator } from '../../entities/sample/extract-identifier.ts'
import { isGroupSeparator, type Keystroke, Keystrokes, textOf } from './keystrokes.ts'
import { readScan } from './scanned-code.ts'

const uuid = '7F9C24E8-3B1A-4D0E-9C55-0A1B2C3D4E5F'
const azertyDigits = 'à&é"\'(-è_ç'

type Layout = (code: string, shifted: boolean) => string

const qwertz: Layout = (code, shifted) => {
  if (code === 'Minus') return shifted ? '?' : 'ß'
  const letter = { Y: 'Z', Z: 'Y' }[code.slice(3)] ?? code.slice(3)
  return code.startsWith('Digit') ? code.slice(5) : shifted ? letter : letter.toLowerCase()
}
const azerty: Layout = (code, shifted) => {
  if (code === 'Minus') return ')'
  if (code.startsWith('Digit')) return azertyDigits[Number(code.slice(5))] ?? ''
  const letter = { Q: 'A', A: 'Q', W: 'Z', Z: 'W' }[code.slice(3)] ?? code.slice(3)
  return shifted ? letter : letter.toLowerCase()
}

/** The keys that a US-programmed scanner presses for a code, as a machine with the given layout sees them. */
function scan(code: string, layout: Layout, gapMs = 4) {
  const keys: Keystroke[] = code.split('').map((character, index) => {
    const shiftKey = /[A-Z]/.test(character)
    const key = character === '-' ? 'Minus' : /\d/.test(character) ? `Digit${character}` : `Key${character}`
    const stroke = { code: key, shiftKey, timeStamp: 1000 + index * gapMs }
    return { ...stroke, key: layout(key, shiftKey), ctrlKey: false, altKey: false, metaKey: false }
  })
  const strokes = new Keystrokes()
  for (const key of keys) strokes.press(key)
  const endedAt = 1000 + code.length * gapMs
  const typed = keys.map(({ key }) => key).join('')
  return { strokes, endedAt, typed, readings: readScan(typed, strokes.usText(endedAt)) }
}

test.each([
  ['German', qwertz],
  ['French', azerty],
])('RECV-01 recovers the code of a scanner set to a US keyboard on a %s keyboard', (_layout, layout) => {
  for (const code of [uuid, 'EDTA-0001', 'T0000123']) {
    const { raw, physical } = scan(code, layout).readings
    expect(physical ?? raw).toBe(code)
  }
  expect(scan(uuid, layout).readings.raw).not.toBe(uuid)
})

test('what a person types on such a keyboard is left as it is', () => {
  const { readings, strokes, endedAt } = scan('Z0000123', qwertz, 120)
  expect(strokes.isScan(endedAt)).toBe(false)
  expect(readings).toEqual({ raw: 'Y0000123' })
})

test('a key with AltGr, which may be reported as Ctrl with Alt, is no group separator but the ] of an AIM identifier', () => {
  const bracket = { ...aKey, key: ']', code: 'BracketRight', ctrlKey: true }
  expect([isGroupSeparator(bracket), textOf(bracket)]).toEqual([true, groupSeparator])
  expect(isGroupSeparator({ ...bracket, altKey: true })).toBe(false)
})

test('fast typing with a pause, of few keys, or with corrections is not a scan', () => {
  const paused = scan('T000', qwertz)
  paused.strokes.press({ ...aKey, timeStamp: paused.endedAt + 400 })
  expect(paused.strokes.isScan(paused.endedAt + 404)).toBe(false)

  const short = scan('T00', qwertz)
  expect(short.strokes.isScan(short.endedAt)).toBe(false)

  const edited = scan('T0000123', qwertz)
  edited.strokes.press({ ...aKey, key: 'Backspace', code: 'Backspace', timeStamp: edited.endedAt })
  expect(edited.strokes.isScan(edited.endedAt)).toBe(false)
})

test('Tab long after the last key does not end a scan', () => {
  const { strokes, endedAt } = scan('T0000123', qwertz)
  expect(strokes.isScan(endedAt)).toBe(true)
  expect(strokes.isScan(endedAt + 500)).toBe(false)
})

test('with a key that no US keyboard has, only the text in the field remains', () => {
  const { strokes, endedAt } = scan('T0000123', azerty)
  strokes.press({ ...aKey, code: 'IntlBackslash', key: '<', timeStamp: endedAt })
  expect(strokes.isScan(endedAt + 4)).toBe(true)
  expect(strokes.usText(endedAt + 4)).toBeUndefined()
})

test('forgets the keys of the previous scan', () => {
  const { strokes } = scan('T0000123', azerty)
  strokes.clear()
  for (let at = 5000; at < 5016; at += 4) strokes.press({ ...aKey, timeStamp: at })
  expect(strokes.usText(5016)).toBe('1111')
})

const aKey: Keystroke = {
  key: '1',
  code: 'Digit1',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  timeStamp: 0,
}

test.each([
  [150, true],
  [151, false],
  [100_000, false],
])('C4 fast typing with one gap of %i ms is a scan: %s', (gap, expected) => {
  const strokes = new Keystrokes()
  const times = [...Array.from({ length: 20 }, (_, index) => 1000 + index), 1019 + gap]
  for (const timeStamp of times) {
    const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
    strokes.press({ key: '1', code: 'Digit1', timeStamp, ...plain })
  }
  expect(strokes.isScan((times.at(-1) ?? 0) + 1)).toBe(expected)
})
