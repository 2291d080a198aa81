import { expect, test } from 'vitest'
import { mergeSavedChanges } from './merge-saved-changes.ts'

const base = { alias: 'Box 3', numberRows: 10 }

test('a changed field keeps what was typed, all other fields take the newer value', () => {
  const { merged, conflicts } = mergeSavedChanges(
    base,
    { ...base, alias: 'Box 3b' },
    { ...base, numberRows: 12 },
  )
  expect(merged).toEqual({ alias: 'Box 3b', numberRows: 12 })
  expect(conflicts).toEqual({})
})

test('a field that both people changed keeps what was typed, and shows what is saved now', () => {
  const { merged, conflicts } = mergeSavedChanges(base, { ...base, alias: 'Box 3b' }, { ...base, alias: '' })
  expect(merged.alias).toBe('Box 3b')
  expect(conflicts).toEqual({ alias: 'Now saved: nothing' })
})

test('an empty field that nobody typed into takes the newer value', () => {
  const empty = { nominalTemperatureC: null as number | null }
  const newest = { nominalTemperatureC: -80 }
  expect(mergeSavedChanges(empty, { ...empty }, newest)).toEqual({ merged: newest, conflicts: {} })
})

test('a zero that another person saved is shown as zero', () => {
  const { conflicts } = mergeSavedChanges(base, { ...base, numberRows: 12 }, { ...base, numberRows: 0 })
  expect(conflicts).toEqual({ numberRows: 'Now saved: 0' })
})

test('two people who typed the same value are not in conflict', () => {
  const both = { ...base, numberRows: 12 }
  expect(mergeSavedChanges(base, both, both)).toEqual({ merged: both, conflicts: {} })
})
