import { expect, test } from 'vitest'
import { mergeNewer } from './merge-newer.ts'

const was = { alias: 'Box 3', numberRows: 10 }

test('what was typed stays, everything else is taken over', () => {
  const { merged, newer } = mergeNewer(was, { ...was, alias: 'Box 3b' }, { ...was, numberRows: 12 })
  expect(merged).toEqual({ alias: 'Box 3b', numberRows: 12 })
  expect(newer).toEqual({})
})

test('a field that both have changed keeps what was typed, and shows what is saved now', () => {
  const { merged, newer } = mergeNewer(was, { ...was, alias: 'Box 3b' }, { ...was, alias: '' })
  expect(merged.alias).toBe('Box 3b')
  expect(newer).toEqual({ alias: 'Now saved: nothing' })
})

test('two people who typed the same have nothing to settle', () => {
  const both = { ...was, numberRows: 12 }
  expect(mergeNewer(was, both, both)).toEqual({ merged: both, newer: {} })
})
