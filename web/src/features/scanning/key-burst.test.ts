import { expect, test } from 'vitest'
import { KeyBurst } from './key-burst.ts'

/** Presses keys and returns the code that ends `gapMs` after the last, and at how many of them a burst began. */
function press(
  keys: readonly string[],
  { gapMs = 4, burst = new KeyBurst(), startMs = 0, isInText = true } = {},
) {
  const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
  const begun = keys.filter((key, index) => {
    const code = key === ' ' ? 'Space' : /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`
    return burst.press({ ...none, key, code, timeStamp: startMs + index * gapMs })
  })
  return { code: burst.end(startMs + keys.length * gapMs, { isInText }), begun: begun.length }
}

test('a code of a scanner is recognised, after what a person typed before', () => {
  const burst = new KeyBurst()
  expect(press([...'plate'], { gapMs: 120, burst }).code).toBeUndefined()
  expect(press([...'T0000012'], { burst, startMs: 5000 })).toMatchObject({
    code: { raw: 'T0000012' },
    begun: 1,
  })
})

test.each([
  ['a person types', 'T0000012', 90],
  ['has no digit', 'Haemolysed', 4],
  ['has a space', 'plate 14', 4],
  ['has few keys', 'T01', 4],
])('what %s is no code', (_, text, gapMs) => {
  expect(press([...text], { gapMs }).code).toBeUndefined()
})

test.each([
  ['has no digit', 'SAMPLE', 4, 'SAMPLE'],
  ['has a space', 'AB 1234', 4, 'AB 1234'],
  ['is typed by a person', 'AB 1234', 90, undefined],
  ['is Space held down', '      ', 30, undefined],
])('outside of text fields, what %s is a code only at the speed of a scanner', (_, text, gapMs, raw) => {
  expect(press([...text], { gapMs, isInText: false }).code?.raw).toBe(raw)
})

test('on a French keyboard the digits are those of the keys', () => {
  const burst = new KeyBurst()
  const none = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false }
  const digits = [...'à&é"'].map((key, digit) => ({ ...none, key, code: `Digit${digit}` }))
  for (const [index, key] of [{ ...none, key: 't', code: 'KeyT' }, ...digits].entries())
    burst.press({ ...key, timeStamp: index * 4 })
  expect(burst.end(20)).toMatchObject({ physical: 't0123' })
})

test('after its end a code is forgotten, and a second Enter of the scanner belongs to it', () => {
  const burst = new KeyBurst()
  expect(burst.isStillEnding(0)).toBe(false)
  expect(press([...'T0000012'], { burst }).code).toBeDefined()
  expect(burst.end(40)).toBeUndefined()
  expect(burst.isStillEnding(40)).toBe(true)
  expect(burst.isStillEnding(1000)).toBe(false)
})

test('an Enter after text that was typed since a code is no second Enter of the scanner', () => {
  const burst = new KeyBurst()
  expect(press([...'T0000012'], { burst }).code).toBeDefined()
  expect(press([...'labels of'], { burst }).code).toBeUndefined()
  expect(burst.isStillEnding(200)).toBe(false)
})

test('a key that is held down is not a code, however long, and takes no more memory', () => {
  const burst = new KeyBurst()
  const { code, begun } = press(
    Array.from({ length: 200_000 }, () => '1'),
    { gapMs: 1, burst },
  )
  expect(begun).toBeGreaterThan(300)
  expect(code?.raw.length ?? 0).toBeLessThanOrEqual(501)
})
