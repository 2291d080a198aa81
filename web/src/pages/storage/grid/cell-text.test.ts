import { SampleStatus } from '@lims/contract/sample-status.ts'
import { SampleType } from '@lims/contract/sample-type.ts'
import { expect, test } from 'vitest'
import { aStoredBox, aStoredTube } from '../../../../test/storage-records.ts'
import { paintOf } from './cell-paint.ts'
import { accessibleName, shortName } from './cell-text.ts'

test('a screen reader reads the position of a cell and all facts of its content', () => {
  expect(accessibleName('C4', aStoredTube())).toBe(
    'C4, NB-P004-EDTA-2, T0001230, QC PASS, PLASMA, 2000 µL, subject P004, Nordic study 4',
  )
  expect(accessibleName('B1', aStoredBox())).toBe('B1, Box 03, Box, 60 of 100')
  expect(accessibleName('A1', undefined, 'next')).toBe('A1, empty, next')
})

test('a tube shows the last digits of its tube ID, a storage its name', () => {
  expect(shortName(aStoredTube({ contentAlias: 'T0001231' }))).toBe('01231')
  expect(shortName(aStoredBox())).toBe('Box 03')
})

test('no two statuses, and no two types, look alike', () => {
  const looks = (paints: { tone: string; sign: string }[]) => ({
    tones: new Set(paints.map(({ tone }) => tone)).size,
    signs: new Set(paints.map(({ sign }) => sign)).size,
  })
  const byStatus = SampleStatus.options.map((status) => paintOf(aStoredTube({}, { status }), 'status'))
  const byType = SampleType.options.map((type) => paintOf(aStoredTube({}, { type }), 'type'))
  expect(looks(byStatus)).toEqual({ tones: 8, signs: 8 })
  expect(looks(byType)).toEqual({ tones: 6, signs: 6 })
})

test('a storage above 80 % looks full, at 80 % it does not', () => {
  const toneAt = (occupied: number) =>
    paintOf(aStoredBox({ storage: { type: 'BOX', capacity: 100, occupied } }), 'status').tone
  expect([toneAt(80), toneAt(81)]).toEqual(['storage', 'storage-high'])
})
