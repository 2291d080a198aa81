import { expect, test } from 'vitest'
import type { Deed } from './activity-queries.ts'
import { gatherDeeds } from './gather-deeds.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute))
const aDeed = (minute: number, deed: Partial<Deed> = {}): Deed => ({
  from: at(minute),
  at: at(minute),
  personId: 'bo',
  action: 'sample.receive',
  entityType: 'sample',
  entityId: `tube ${minute}`,
  things: 1,
  toStatus: null,
  ...deed,
})

test('scans of one person are one deed, named after the last of them', () => {
  expect(gatherDeeds([aDeed(30), aDeed(20), aDeed(5)])).toEqual([aDeed(30, { from: at(5), things: 3 })])
})

test('a pause of more than 15 minutes parts them', () => {
  expect(gatherDeeds([aDeed(40), aDeed(24), aDeed(9)])).toEqual([
    aDeed(40),
    aDeed(24, { from: at(9), things: 2 }),
  ])
})

test.each([
  ['another person', { personId: 'ada' }],
  ['another action', { action: 'sample.update' }],
  ['another target', { toStatus: 'QC_PASS' as const }],
])('%s between two of them parts them', (_, other) => {
  expect(gatherDeeds([aDeed(3), aDeed(2, other), aDeed(1)])).toHaveLength(3)
})
