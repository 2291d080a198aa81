import type { ReceivedSample } from '@lims/contract/samples.ts'
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import type { Claim } from '../http/idempotency-queries.ts'

type Receipt = {
  identifier: string
  receivedAt: Date
  notes: string | undefined
  claim: Claim | undefined
}

/**
 * Receives a sample in one statement, which is its own transaction: lock, lifecycle event, audit event and the saved
 * reply. Returns undefined, and has written nothing, if no sample with this id or tube ID can be received, if it is
 * missing, or if the Idempotency-Key was used before. The caller has to notify of the change: its trigger does not.
 */
export async function insertReceipt(
  db: Db,
  { identifier, receivedAt, notes, claim }: Receipt,
  actor: Actor,
): Promise<{ sample: ReceivedSample; storageId: number | null } | undefined> {
  const { rows } = await sql<{ reply: { sample: ReceivedSample }; storage_id: number | null }>`
    with found as (
      select id, name, alias, status, subject_id, batch_id, version,
        (select name from batch where batch.id = sample.batch_id) as batch_name,
        (select storage_id from placement where placement.sample_id = sample.id) as storage_id
      from sample
      where ${hasIdentifier(identifier)} and status in ('UNKNOWN', 'COLLECTED')
        and custody <> 'MISSING'
      limit 1 for update of sample
    ), receipt as materialized (
      select found.*, event_id, set_config('lims.notified_by', 'server', true),
        jsonb_build_object(
          'success', true,
          'sample', jsonb_build_object(
            'id', id, 'name', name, 'alias', alias, 'status', 'RECEIVED', 'subjectId', subject_id,
            'batchId', batch_id, 'batchName', batch_name,
            'receivedTimestamp', ${receivedAt.toISOString()}::text, 'eventId', event_id
          )
        ) as reply
      from found, lateral (select nextval('lifecycle_event_id_seq') as event_id offset 0) numbered
      -- Null if the batch was created during the wait for the sample: the statement does not see it yet.
      where batch_name is not null
    ), claimed as (
      insert into answered_request (person_id, key, call, fingerprint, reply, answered_at)
      select ${claim?.personId ?? null}::text, ${claim?.key ?? null}::text, ${claim?.call ?? null}::text,
        ${claim?.fingerprint ?? null}::text, reply, ${actor.at}::timestamptz
      from receipt where ${claim !== undefined}::boolean
      on conflict (person_id, key) do nothing
      returning key
    ), accepted as materialized (
      select * from receipt where not ${claim !== undefined}::boolean or exists (select from claimed)
    ), event as (
      insert into lifecycle_event (id, sample_id, door, from_status, to_status, at, person_id, notes)
      overriding system value
      select event_id, id, 'receive', status, 'RECEIVED', ${receivedAt}::timestamptz, ${actor.userId}::text,
        ${notes ?? ''}::text
      from accepted
    ), audit as (
      insert into audit_event (at, person_id, token_id, reason, action, entity_type, entity_id, before, after)
      select ${actor.at}::timestamptz, ${actor.userId}::text, ${actor.tokenId ?? null}::uuid,
        ${actor.reason ?? null}::text, 'sample.receive', 'sample', id::text, jsonb_build_object('status', status),
        jsonb_build_object('status', 'RECEIVED', 'version', version + 1) || ${eventNotes(notes)}::jsonb
      from accepted
    )
    select reply, storage_id from accepted
  `.execute(db)
  const [row] = rows
  return row && { sample: row.reply.sample, storageId: row.storage_id }
}

const hasIdentifier = (identifier: string) =>
  isUuid(identifier)
    ? sql<boolean>`(id = ${identifier} or upper(alias) = upper(${identifier}))`
    : sql<boolean>`upper(alias) = upper(${identifier})`

const eventNotes = (notes: string | undefined) => JSON.stringify(notes ? { eventNotes: notes } : {})
