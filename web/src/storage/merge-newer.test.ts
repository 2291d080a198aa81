import { expect, test } from 'vitest'
import { aStorage } from '../../test/storage-records.ts'
import { mergeNewer } from './merge-newer.ts'
import { valuesOf } from './storage-values.ts'

const base = aStorage()

test('what was typed stays, everything else is taken over', () => {
  const typed = { ...valuesOf(base), alias: 'Box 3b' }
  const newest = aStorage({ numberRows: 12, version: 2 })
  const { merged, newer } = mergeNewer(base, typed, newest)
  expect(merged).toEqual({ ...valuesOf(newest), alias: 'Box 3b' })
  expect(newer).toEqual({})
})

test('a field that both have changed keeps what was typed, and shows what is saved now', () => {
  const typed = { ...valuesOf(base), alias: 'Box 3b', parentID: 5 }
  const newest = aStorage({ alias: 'Box drei', parentID: 2, parentAlias: 'Rack A', position: 'A1' })
  const { merged, newer } = mergeNewer(base, typed, newest)
  expect(merged).toMatchObject({ alias: 'Box 3b', parentID: 5 })
  expect(newer).toMatchObject({ alias: 'Now saved: Box drei', parentID: 'Now saved: Rack A' })
})

test('two people who typed the same have nothing to settle', () => {
  const typed = { ...valuesOf(base), numberRows: 12 }
  expect(mergeNewer(base, typed, aStorage({ numberRows: 12 })).newer).toEqual({})
})
