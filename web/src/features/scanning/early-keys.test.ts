import { beforeEach, expect, test } from 'vitest'
import { groupSeparator } from '../../entities/sample/extract-identifier.ts'
import { closeScanField, forgetEarlyKeys, keepEarlyKey, openScanField } from './early-keys.ts'
import { singleKeyShortcuts } from './single-key-shortcuts.ts'

beforeEach(forgetEarlyKeys)

/** Types each character `gapMs` after the one before. Returns the time of the last key, in ms. */
function type(keys: readonly string[], startMs = 0, gapMs = 10) {
  keys.forEach((key, index) => {
    const code = /\d/.test(key) ? `Digit${key}` : key.length === 1 ? `Key${key.toUpperCase()}` : key
    const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
    keepEarlyKey({ ...none, key, code, timeStamp: startMs + index * gapMs })
  })
  return startMs + (keys.length - 1) * gapMs
}

function openAll(now: number) {
  const codes = openScanField(now)
  closeScanField()
  return codes
}
const open = (now: number) => openAll(now).at(-1)

test('the beginning of a code goes to the field that opens while it is typed', () => {
  const at = type([...'T000'])
  expect(open(at + 20)).toMatchObject({ text: 'T000', endedAt: undefined })
  expect(open(at + 30)).toBeUndefined()
})

test.each([['Enter'], ['Tab']])('a whole code that a scanner ended with %s waits for the field', (end) => {
  const at = type([...'T0000002', end])
  expect(open(at + 10_000)).toMatchObject({ text: 'T0000002', endedAt: at })
})

test.each([
  [' ', 'Space'],
  ['/', 'Slash'],
  ['?', 'Minus'],
])("a code with '%s' waits for the field as a whole, and this key does nothing on the page", (key, code) => {
  const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
  const press = (timeStamp: number) => keepEarlyKey({ ...none, key, code, timeStamp })
  expect(press(type([...'AB']) + 10)).toBe(true)
  const at = type([...'1234', 'Enter'], 30)
  expect(press(at + 400)).toBe(false)
  expect(open(at + 500)).toMatchObject({ text: `AB${key}1234`, endedAt: at })
})

test.each([' ', '/', '?'])("'%s' of a person is not typed into the field that opens", (key) => {
  type([key])
  expect(open(20)).toBeUndefined()
  type([...'T0', key, '1'], 1000, 100)
  expect(open(1320)).toMatchObject({ text: 'T01' })
})

test('a code that begins with a character that is no shortcut waits for the field as a whole', () => {
  singleKeyShortcuts.set(false)
  const at = type([...'/1234', 'Enter'])
  expect(open(at + 500)).toMatchObject({ text: '/1234', endedAt: at })
})

test('the second Enter of a scanner changes nothing', () => {
  const at = type([...'T0000002', 'Enter', 'Enter'])
  expect(open(at)).toMatchObject({ text: 'T0000002', endedAt: at - 10 })
})

test('the Enter of a scanner ends a code; that of a person presses the focused button', () => {
  const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
  const enter = (timeStamp: number) => keepEarlyKey({ ...none, key: 'Enter', code: 'Enter', timeStamp })
  expect(enter(type([...'T0000002']) + 10)).toBe(true)
  expect(enter(90)).toBe(true)
  expect(enter(3000)).toBe(false)
  expect(enter(type([...'T0000002'], 6000, 200) + 200)).toBe(false)
})

test('several codes wait in order, and behind them the beginning of another', () => {
  const at = type([...'T0000002', 'Enter', 'Enter', ...'T0000003', 'Tab', ...'T000'])
  expect(openAll(at).map(({ text }) => text)).toEqual(['T0000002', 'T0000003', 'T000'])
  expect(openAll(at)).toEqual([])
})

test('of several codes those that are old are forgotten', () => {
  type([...'T0000002', 'Enter'])
  const at = type([...'T0000003', 'Enter'], 9000)
  expect(openAll(at + 2000).map(({ text }) => text)).toEqual(['T0000003'])
})

test('keys of a person that end with Enter press something on the page', () => {
  const at = type([...'T0000002', 'Enter'], 0, 200)
  expect(open(at)).toBeUndefined()
})

test.each([
  ['that are old', () => type([...'T000']) + 2001],
  ['of a whole code that are old', () => type([...'T0000002', 'Enter']) + 10_001],
  ['before the focus moved by Tab', () => type([...'T0', 'Tab'], 0, 300)],
])('keys %s are forgotten', (_, typeAll) => {
  expect(open(typeAll())).toBeUndefined()
})

test('keys that follow after a pause begin anew', () => {
  type([...'G'])
  const at = type([...'T00'], 3000)
  expect(open(at)).toMatchObject({ text: 'T00' })
})

test('a GS1 code keeps its group separators, which scanners send as Ctrl+]', () => {
  type([...'01', 'Control'])
  keepEarlyKey({
    key: ']',
    code: 'BracketRight',
    shiftKey: false,
    ctrlKey: true,
    altKey: false,
    metaKey: false,
    timeStamp: 40,
  })
  const at = type([...'T002', 'Enter'], 50)
  expect(open(at)).toMatchObject({ text: `01${groupSeparator}T002`, endedAt: at })
})

test('a key that is held down is not a code, however long', () => {
  const at = type(
    Array.from({ length: 200_000 }, () => 'T'),
    0,
    1,
  )
  expect(open(at)?.text.length ?? 0).toBeLessThanOrEqual(500)
})

test('keys before another page was opened are forgotten', () => {
  const at = type([...'T000'])
  forgetEarlyKeys()
  expect(open(at)).toBeUndefined()
})

test('nothing is kept while a scan field is open', () => {
  openScanField(0)
  const at = type([...'T0000002', 'Enter'])
  closeScanField()
  expect(open(at)).toBeUndefined()
})

test.each(['KeyJ', 'KeyM', 'KeyI'])(
  'a control character of a scanner (Ctrl with %s) ends a code, or follows its end',
  (code) => {
    const control = {
      key: code.at(-1) ?? '',
      code,
      shiftKey: false,
      ctrlKey: true,
      altKey: false,
      metaKey: false,
    }
    const end = type([...'T0000002']) + 10
    expect(keepEarlyKey({ ...control, timeStamp: end })).toBe(true)
    const next = type([...'T0000003', 'Enter'], 1000) + 10
    expect(keepEarlyKey({ ...control, timeStamp: next })).toBe(true)
    expect(openAll(next + 10).map(({ text }) => text)).toEqual(['T0000002', 'T0000003'])
  },
)

test('Caps Lock, which some scanners press around a code, leaves what was scanned', () => {
  const at = type(['CapsLock', ...'T0000002', 'Enter', 'CapsLock'])
  expect(open(at + 10)).toMatchObject({ text: 'T0000002' })
})
