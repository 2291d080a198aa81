import type { SampleStatus } from '@lims/contract/sample-status.ts'
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'

type StatusChange = {
  sampleId: string
  /** Null for a new sample. */
  from: SampleStatus | null
  to: SampleStatus
  /** By which rule: the lifecycle table, or receiving, which allows more. The column is named `door`. */
  via: 'table' | 'receive'
  notes: string | undefined
}

export async function findSessionStart(trx: Transaction, sessionId: string): Promise<Date | undefined> {
  const session = trx.selectFrom('session').select('started_at').where('id', '=', sessionId)
  return (await session.executeTakeFirst())?.started_at
}

/** Changes a status by inserting its event: a trigger updates the sample and rejects transitions that are not allowed. */
export function insertLifecycleEvent(
  trx: Transaction,
  { sampleId, from, to, via, notes }: StatusChange,
  actor: Actor,
) {
  return trx
    .insertInto('lifecycle_event')
    .values({
      sample_id: sampleId,
      door: via,
      from_status: from,
      to_status: to,
      at: actor.at,
      person_id: actor.userId,
      notes: notes ?? '',
    })
    .execute()
}

/** Changes many samples to one status in one statement. */
export function insertLifecycleEvents(
  trx: Transaction,
  samples: readonly { id: string; status: SampleStatus }[],
  { to, notes }: { to: SampleStatus; notes: string | undefined },
  actor: Actor,
) {
  const ids = samples.map(({ id }) => id)
  const from = samples.map(({ status }) => status)
  return sql`
    insert into lifecycle_event (sample_id, door, from_status, to_status, at, person_id, notes)
    select moved.id, 'table', moved.from_status, ${to}::text, ${actor.at}::timestamptz, ${actor.userId}::text,
      ${notes ?? ''}::text
    from unnest(${ids}::uuid[], ${from}::text[]) moved (id, from_status)
  `.execute(trx)
}
