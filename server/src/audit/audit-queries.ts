import { isDeepStrictEqual } from 'node:util'
import { type AuditAction, type AuditEntityType, auditActions } from '@lims/contract/audit.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import type { Actor } from './actor.ts'

type Content = Record<string, unknown>
type Rule<A extends AuditAction> = (typeof auditActions)[A]

/**
 * An event with the `before` and `after` that its action requires: without them it does not compile. One that requires
 * none holds at most the time of a scan that was sent later. The action says of what kind the record is, except where
 * it may be of two.
 */
type EventOf<A extends AuditAction> = A extends AuditAction
  ? { action: A; entityId: string } & (Rule<A>['entityType'] extends 'sample or batch'
      ? { entityType: 'sample' | 'batch' }
      : { entityType?: never }) &
      (Rule<A>['before'] extends true ? { before: Content } : { before?: never }) &
      (Rule<A>['after'] extends true ? { after: Content } : { after?: { scannedAt: string } })
  : never
export type AuditEvent = EventOf<AuditAction>
/** A record that events are about. */
export type Entity = { entityType: AuditEntityType; entityId: string }

/** Saves the audit event of a write, in the transaction of the write: who, when, what, before and after. */
export const saveAuditEvent = (trx: Transaction, event: AuditEvent, actor: Actor) =>
  saveAuditEvents(trx, [event], actor)

/** Saves any number of audit events in one statement. */
export function saveAuditEvents(trx: Transaction, events: readonly AuditEvent[], actor: Actor) {
  const column = (of: (event: AuditEvent) => string | null) => events.map(of)
  return sql`
    insert into audit_event (at, person_id, token_id, reason, action, entity_type, entity_id, before, after)
    select ${actor.at}::timestamptz, ${actor.userId}::text, ${actor.tokenId ?? null}::uuid,
      ${actor.reason ?? null}::text, event.*
    from unnest(
      ${column(({ action }) => action)}::text[],
      ${column(({ action, entityType }) => entityType ?? auditActions[action].entityType)}::text[],
      ${column(({ entityId }) => entityId)}::text[], ${column(({ before }) => asJson(before))}::jsonb[],
      ${column(({ after }) => asJson(after))}::jsonb[]
    ) event
  `.execute(trx)
}

const asJson = (value: Record<string, unknown> | undefined) => (value ? JSON.stringify(value) : null)

/**
 * Returns the ids by which events may name records: early versions stored an id as the client had written it, also in
 * capitals.
 */
export const idsInEvents = (ids: readonly string[]): string[] =>
  ids.flatMap((id) => (isUuid(id) ? [id, id.toUpperCase()] : [id]))

/** Whether the `event` of a statement changes its record: printing, exporting and revealing do not. */
export const isChange = sql<boolean>`(
  event.action not like 'print-%' and event.action not in ('subject.reveal', 'batch.export')
)`

/**
 * Whether an actor, with this API token or in a browser, has an event of a record since a time, whose `after` holds
 * `content`.
 */
export async function isRecordedSince(
  db: Db,
  since: Date,
  {
    action,
    entityId,
    actor,
    content,
  }: { action: AuditAction; entityId: string; actor: Pick<Actor, 'userId' | 'tokenId'>; content: Content },
): Promise<boolean> {
  const event = await db
    .selectFrom('audit_event')
    .select('id')
    .where('entity_type', '=', auditActions[action].entityType)
    .where('entity_id', '=', entityId)
    .where('action', '=', action)
    .where('person_id', '=', actor.userId)
    .where('token_id', 'is not distinct from', actor.tokenId ?? null)
    .where('at', '>=', since)
    .where(sql<boolean>`after @> ${JSON.stringify(content)}::jsonb`)
    .limit(1)
    .executeTakeFirst()
  return event !== undefined
}

/** Returns who changed which fields of an entity after a version; `after` of an event has the version it made. */
export async function listChangesAfter(
  db: Db,
  { entityType, entityId, version }: Entity & { version: number },
): Promise<{ personName: string; changedAt: Date; fields: string[] }[]> {
  const rows = await db
    .selectFrom('audit_event as event')
    .innerJoin('person', 'person.id', 'event.person_id')
    .select(['person.name', 'event.at', 'event.action', 'event.before', 'event.after'])
    .where('event.entity_type', '=', entityType)
    .where('event.entity_id', '=', entityId)
    .where(sql<boolean>`(event.after ->> 'version')::integer > ${version}`)
    .orderBy('event.id')
    .execute()
  return rows.map(({ name, at, action, before, after }) => ({
    personName: name,
    changedAt: at,
    // What else an event of a move holds is not of the storage.
    fields: action.startsWith('move.') ? ['position'] : changedFields(before, after),
  }))
}

/** Entries of `after` that are not fields of the entity. */
const eventFields = ['version', 'eventNotes', 'scannedAt', 'undoneEventId']
/** What a scan of the data repository records about the BAM file of a sample, which a person knows as one field. */
const fieldsOfBam = ['bamPath', 'bamMd5', 'bamSize', 'bamDoubt']

/** Returns the fields whose value differs: an event may also hold fields that did not change. */
function changedFields(before: Content | null, after: Content | null): string[] {
  const fields = Object.keys(after ?? {}).filter((field) => !eventFields.includes(field))
  const changed = fields.filter((field) => !isDeepStrictEqual(before?.[field], after?.[field]))
  return [...new Set(changed.map((field) => (fieldsOfBam.includes(field) ? 'bamFileUri' : field)))]
}
