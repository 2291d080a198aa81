import { expect, test } from 'vitest'
import type { Action } from './activity-queries.ts'
import { groupActions } from './group-actions.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute))
const action = (minute: number, fields: Partial<Action> = {}): Action => ({
  from: at(minute),
  at: at(minute),
  personId: 'bo',
  action: 'sample.receive',
  entityType: 'sample',
  entityId: `tube ${minute}`,
  toStatus: null,
  variant: null,
  ...fields,
})

test('groups scans of one person under the last one', () => {
  expect(groupActions([action(30), action(20), action(5)])).toEqual([action(30, { from: at(5) })])
})

test('a pause of more than 15 minutes starts a new group', () => {
  expect(groupActions([action(40), action(24), action(9)])).toEqual([action(40), action(24, { from: at(9) })])
})

test.each([
  ['another person', { personId: 'ada' }],
  ['another action', { action: 'sample.update' }],
  ['another target', { toStatus: 'QC_PASS' as const }],
  ['another variant', { variant: 'taken-out' as const }],
])('%s in between starts a new group', (_, other) => {
  expect(groupActions([action(3), action(2, other), action(1)])).toHaveLength(3)
})
