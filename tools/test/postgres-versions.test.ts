import { expect, test } from 'vitest'
import { onBothVersions, onlyOnOldest, onOldest } from './postgres-versions.ts'

test('the files that are to run on both versions of PostgreSQL exist and run on both', () => {
  expect(onBothVersions.filter((file) => !onOldest.includes(file))).toEqual([])
  expect(onBothVersions.filter((file) => onlyOnOldest.includes(file))).toEqual([])
  expect(onlyOnOldest).toHaveLength(onOldest.length - onBothVersions.length)
})
