import type { ReceivedSample } from '@lims/contract/samples.ts'
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { isConnectFailure } from '../db/connect-or-wait.ts'
import type { Db } from '../db/database.ts'
import { CommitUnconfirmed } from '../db/in-transaction.ts'
import { isUuid } from '../db/is-uuid.ts'
import { isDatabaseUnreachable, isReplyLost } from '../errors/is-database-unreachable.ts'
import type { Claim } from '../http/idempotency-queries.ts'
import { limits } from '../limits.ts'
import { withRequestTime } from './lifecycle-queries.ts'
import { scannedBefore } from './scan-time.ts'

export type Receipt = {
  /** Id or tube ID. */
  identifier: string
  receivedAt: Date
  notes: string | undefined
  claim: Claim | undefined
  actor: Actor
}

/** A receipt that was written, with the storage that the sample is in. */
export type WrittenReceipt = { sample: ReceivedSample; storageId: number | null }

/**
 * Receives samples in one statement, which is its own transaction: locks, lifecycle events, audit events and the saved
 * replies. Returns one result for each receipt, in their order. It is undefined, and nothing was written, if no sample
 * with this id or tube ID can be received, if it is missing, out of use or locked by another transaction, if a receipt
 * before it is for the same sample, or if the Idempotency-Key was used before. If one of them cannot be written, or
 * another transaction keeps them waiting, none is, and the error is returned. Throws if the database is unreachable,
 * and `CommitUnconfirmed` if its reply was lost. The caller must send the notification of the changes, also of those
 * that `mayBeWritten`: their trigger does not.
 */
export async function insertReceipts(
  db: Db,
  receipts: readonly Receipt[],
): Promise<(WrittenReceipt | undefined)[] | Error> {
  const given = receipts.map(({ identifier, receivedAt, notes, claim, actor }, place) => ({
    place,
    // A tube ID that looks like an id is left to the longer way: it means the sample with that id, if there is one.
    ...(isUuid(identifier) ? { sample_id: identifier } : { identifier }),
    received_at: receivedAt,
    notes,
    at: actor.at,
    scanned: scannedBefore(receivedAt, actor),
    person_id: actor.userId,
    token_id: actor.tokenId,
    reason: actor.reason,
    key: claim?.key,
    call: claim?.call,
    fingerprint: claim?.fingerprint,
  }))
  const requestedAt = new Date(Math.max(...receipts.map(({ actor }) => actor.at.getTime())))
  const rows = await insertAll(db, given, requestedAt).catch((error: Error) => {
    if (isReplyLost(error) && !isConnectFailure(error)) throw new CommitUnconfirmed(error)
    if (isDatabaseUnreachable(error)) throw error
    return error
  })
  if (rows instanceof Error) return rows
  const written = new Map(
    rows.map(({ place, reply: { sample }, storage_id: storageId }) => [place, { sample, storageId }]),
  )
  return receipts.map((_, place) => written.get(place))
}

/** Whether the receipts for which `insertReceipts` threw this error may have been written. */
export const mayBeWritten = (error: unknown): boolean => error instanceof CommitUnconfirmed

type WrittenRow = { place: number; reply: Pick<WrittenReceipt, 'sample'>; storage_id: number | null }

async function insertAll(db: Db, given: object[], requestedAt: Date): Promise<WrittenRow[]> {
  // As JSON, whose length PostgreSQL does not look at: of an array it does, and plans each statement anew.
  const { rows } = await sql<WrittenRow>`
    -- Tables are locked in the order of the text: first that in which an erasure also begins, or they would deadlock.
    with keys as (
      select from answered_request where false for key share
    ), given as materialized (
      select *
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) given (
        place integer, identifier text, sample_id uuid, received_at text, notes text, at timestamptz, scanned jsonb, person_id text,
        token_id uuid, reason text, key text, call text, fingerprint text
      )
      where set_config('lims.notified_by', 'server', true) is not null
        and ${withRequestTime(requestedAt)} is not null
        and set_config('lock_timeout', ${sql.lit(`${limits.receiptLockMs}ms`)}, true) is not null
    ), found as (
      select given.*, tube.*
      from given cross join lateral (
        select id, name, alias, status, subject_id, batch_id, version,
          (select name from batch where batch.id = sample.batch_id) as batch_name,
          (select storage_id from placement where placement.sample_id = sample.id) as storage_id
        from sample
        where (id = given.sample_id or upper(alias) = upper(given.identifier))
          and status in ('UNKNOWN', 'COLLECTED') and custody not in ('MISSING', 'DEPLETED', 'DISPOSED')
        limit 1 for no key update of sample skip locked
      ) tube
    ), receipt as materialized (
      select first.*, event_id,
        jsonb_build_object(
          'success', true,
          'sample', jsonb_build_object(
            'id', id, 'name', name, 'alias', alias, 'status', 'RECEIVED', 'subjectId', subject_id,
            'batchId', batch_id, 'batchName', batch_name, 'receivedTimestamp', received_at, 'eventId', event_id
          )
        ) as reply
      from (
        select distinct on (id) * from found
        -- Null if the sample came into a batch that was created after the statement began, unseen by it.
        where batch_name is not null
        order by id, place
      ) first cross join lateral (
        select nextval('lifecycle_event_id_seq') as event_id where first.id is not null offset 0
      ) numbered
    ), claimed as (
      insert into answered_request (person_id, key, call, fingerprint, reply, answered_at)
      select person_id, key, call, fingerprint, reply, at from receipt where key is not null
      on conflict (person_id, key) do nothing
      returning reply
    ), accepted as materialized (
      -- A reply holds the id of its event, and so is like no other.
      select * from receipt where key is null or reply in (select reply from claimed)
    ), event as (
      insert into lifecycle_event (id, sample_id, door, from_status, to_status, at, person_id, notes)
      overriding system value
      select event_id, id, 'receive', status, 'RECEIVED', received_at::timestamptz, person_id, coalesce(notes, '')
      from accepted
    ), audit as (
      insert into audit_event (at, person_id, token_id, reason, action, entity_type, entity_id, before, after)
      select at, person_id, token_id, reason, 'sample.receive', 'sample', id::text,
        jsonb_build_object('status', status),
        jsonb_build_object('status', 'RECEIVED', 'version', version + 1)
          || case when notes <> '' then jsonb_build_object('eventNotes', notes) else '{}' end
          || scanned
      from accepted
    )
    select place, reply, storage_id from accepted
  `.execute(db)
  return rows
}
