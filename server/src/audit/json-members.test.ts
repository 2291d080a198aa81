import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utc } from './backup-chain.ts'
import { jsonMembers } from './json-members.ts'

test('the members of an object are exactly what is written, whatever they hold', () => {
  const written =
    '{"a": 1.50, "b\\"": {"x": [1, "},]\\\\"], "y": null}, "c": "a\\\\\\"b", "d": [], "e": true}'
  expect([...jsonMembers(written)]).toEqual([
    ['a', '1.50'],
    ['b"', '{"x": [1, "},]\\\\"], "y": null}'],
    ['c', '"a\\\\\\"b"'],
    ['d', '[]'],
    ['e', 'true'],
  ])
  expect(jsonMembers('{}').size).toBe(0)
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
      const members = [...jsonMembers(JSON.stringify(given))]
      expect(members).toEqual(Object.entries(given).map(([name, value]) => [name, JSON.stringify(value)]))
    }),
  )
})

test('blanks count only inside of texts, and a text that is cut off ends where it is cut', () => {
  expect([...jsonMembers(' { "a" : 1 , "b c" : " d " } ')]).toEqual([
    ['a', '1 '],
    ['b c', '" d " '],
  ])
  expect([...jsonMembers('\t{\r"a":\t1,\n\t"b":2}')]).toEqual([
    ['a', '1'],
    ['b', '2'],
  ])
  expect([...jsonMembers('{"a": "b')]).toEqual([['a', '"b']])
})

test.each([
  ['2026-11-20T10:00:00.1234+01:00', '2026-11-20T09:00:00.123400Z'],
  ['2026-11-20T09:00:00+00:00', '2026-11-20T09:00:00.000000Z'],
  ['2026-11-20T03:30:00.000001-05:30', '2026-11-20T09:00:00.000001Z'],
])('the time %s of a backup is %s', (written, expected) => {
  expect(utc(written)).toBe(expected)
})
