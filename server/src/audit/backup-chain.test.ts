import { expect, test } from 'vitest'
import { readBackupChain } from './backup-chain.ts'

const row =
  '{"at": "2026-11-20T09:00:00+00:00", "id": 3, "after": {"notes": "turbid"}, "action": "sample.update", "before": null, "reason": null, "token_id": null, "entity_id": "s1", "person_id": "ada", "entity_type": "sample"}'

/** Reads a backup whose audit trail has one event. */
async function eventOf(json: string) {
  const { events } = readBackupChain(async function* (table) {
    if (table === 'audit_event') yield json
  })
  for await (const [event] of events) return event
  return undefined
}

test('an event is read with its content as it is written', async () => {
  expect(await eventOf(row)).toEqual({
    id: 3,
    at: '2026-11-20T09:00:00.000000Z',
    personId: 'ada',
    tokenId: null,
    action: 'sample.update',
    entityType: 'sample',
    entityId: 's1',
    before: null,
    after: '{"notes": "turbid"}',
    reason: null,
  })
})

test('content that occurs twice is read as a restore reads it, after any white space', async () => {
  const twice = `${row.slice(0, -1)},\t"after": {"notes": "clear"}}`
  expect(await eventOf(twice)).toMatchObject({ after: '{"notes": "clear"}' })
})

test.each([
  ['a time that cannot be read', row.replace('2026-11-20T09:00:00', 'noon')],
  ['no time', row.replace('"at"', '"was"')],
  ['a number as a text', row.replace('3', '"3"')],
  ['no record', row.replace('"s1"', 'null')],
])('a row with %s is refused in one sentence', async (_, spoilt) => {
  await expect(eventOf(spoilt)).rejects.toThrow(
    /^Nothing verified: a row of audit_event is not one of this program\.$/,
  )
})
