import { expect, test } from 'vitest'
import { childNames } from './child-names.ts'

test('children are numbered on from the last one', () => {
  expect(childNames('NB-001', 'DNA', { from: 1, count: 2 })).toEqual(['NB-001-DNA-1', 'NB-001-DNA-2'])
  expect(childNames('NB-001', 'DNA', { from: 9, count: 2 })).toEqual(['NB-001-DNA-9', 'NB-001-DNA-10'])
  expect(childNames('NB-001', 'DNA', { from: 1, count: 0 })).toEqual([])
})

test('an unknown type is called UNKNOWN in a name', () => {
  expect(childNames('NB-001', 'UNKNOWN_SAMPLE_TYPE', { from: 1, count: 1 })).toEqual(['NB-001-UNKNOWN-1'])
})

test('D10 the name of a child has at most 200 characters, whatever that of its parent has', () => {
  const nameOf = (parent: string) => childNames(parent, 'DNA', { from: 1, count: 1 })[0] ?? ''
  expect(nameOf('x'.repeat(194))).toBe(`${'x'.repeat(194)}-DNA-1`)
  expect(nameOf('x'.repeat(195))).toBe(`${'x'.repeat(194)}-DNA-1`)
  expect(nameOf('x'.repeat(200))).toHaveLength(200)
})

test('D10 a name is not cut through the middle of a character, and no space is left before the number', () => {
  const nameOf = (parent: string) => childNames(parent, 'DNA', { from: 1, count: 1 })[0] ?? ''
  expect(nameOf(`${'x'.repeat(193)}😀yyy`)).toBe(`${'x'.repeat(193)}-DNA-1`)
  expect(nameOf(`${'x'.repeat(192)}😀yyy`)).toBe(`${'x'.repeat(192)}😀-DNA-1`)
  expect(nameOf(`${'x'.repeat(192)}  yyyyyy`)).toBe(`${'x'.repeat(192)}-DNA-1`)
  expect(nameOf('\ud83dxyz')).toBe('\ud83dxyz-DNA-1')
  expect(nameOf(`x\ud83d${'y'.repeat(200)}`)).toBe(`x\ud83d${'y'.repeat(192)}-DNA-1`)
})
