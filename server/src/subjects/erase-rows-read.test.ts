import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { rowsReadBy } from '../../test/rows-read.ts'
import { unaudited } from '../../test/unaudited.ts'
import { lockTraces } from './trace-queries.ts'

const lab = await openLab()

/** Fills the audit trail with picks, check-outs, counted tubes and reasons, a few of which mention the subjects. */
async function fillTrail() {
  await unaudited(lab.db, (trx) =>
    sql`
      insert into audit_event (at, person_id, action, entity_type, entity_id, after, reason)
      select now(), 'ada', action, type, number::text, content, reason
      from generate_series(1, 8000) number
      cross join lateral (values
        ('custody.reserve', 'sample', jsonb_build_object('pickList', 'Shipment ' || number / 50), null),
        ('custody.check-out', 'sample', jsonb_build_object('eventNotes', 'ELISA plate ' || number / 50), null),
        ('stock-take.scan', 'stock-take', jsonb_build_object('code', 'T' || lpad(number::text, 7, '0')), null),
        ('sample.update', 'sample', '{"name": "S"}'::jsonb, 'typing error in line ' || number)
      ) made (action, type, content, reason)
      union all
      select now(), 'ada', action, type, 'other', content, reason
      from (values ('Sbj-1'), ('P7')) subject (id)
      cross join lateral (values
        ('custody.reserve', 'sample', jsonb_build_object('pickList', subject.id), null),
        ('custody.check-out', 'sample', jsonb_build_object('eventNotes', lower(subject.id) || ' '), null),
        ('stock-take.scan', 'stock-take', jsonb_build_object('code', subject.id), null),
        ('sample.update', 'sample', '{"name": "S"}'::jsonb, subject.id)
      ) made (action, type, content, reason)
    `.execute(trx),
  )
  await sql`vacuum (analyze) audit_event`.execute(lab.db)
}

test.each([
  ['SBJ-1', { found: 3, byReason: 1 }],
  ['P7', { found: 3, byReason: 1 }],
  ['SBJ_1', { found: 0, byReason: 0 }],
])('an erasure of %s reads what it finds, and not the whole audit trail', async (wanted, expected) => {
  await fillTrail()
  const read = await rowsReadBy(lab.db, 'audit_event', async (trx) => {
    const { eventIds, onlyReasonIds } = await lockTraces(trx, wanted)
    expect({ found: eventIds.length, byReason: onlyReasonIds.length }).toEqual(expected)
  })
  expect(read).toBeLessThan(200)
})
