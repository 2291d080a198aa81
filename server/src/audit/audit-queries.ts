import { isDeepStrictEqual } from 'node:util'
import type { AuditAction, auditActions } from '@lims/contract/audit.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'
import type { Actor } from './actor.ts'

type Content = Record<string, unknown>
type Rule<A extends AuditAction> = (typeof auditActions)[A]
type EntityType<A extends AuditAction> = Rule<A>['entityType'] extends 'sample or batch'
  ? 'sample' | 'batch'
  : Exclude<Rule<A>['entityType'], 'sample or batch'>

/** What an action must hold of before and after, it does not compile without. */
type EventOf<A extends AuditAction> = A extends AuditAction
  ? { action: A; entityType: EntityType<A>; entityId: string } & (Rule<A>['before'] extends true
      ? { before: Content }
      : { before?: never }) &
      (Rule<A>['after'] extends true ? { after: Content } : { after?: never })
  : never
export type AuditEvent = EventOf<AuditAction>
type Entity = Pick<AuditEvent, 'entityType' | 'entityId'>

/** Every write leaves one, in its own transaction: who, when, what, before, after. The table refuses to forget. */
export const saveAuditEvent = (trx: Transaction, event: AuditEvent, actor: Actor) =>
  saveAuditEvents(trx, [event], actor)

/** One statement for any number of events. */
export function saveAuditEvents(trx: Transaction, events: readonly AuditEvent[], actor: Actor) {
  const column = (of: (event: AuditEvent) => string | null) => events.map(of)
  return sql`
    insert into audit_event (at, person_id, action, entity_type, entity_id, before, after)
    select ${actor.at}::timestamptz, ${actor.userId}::text, event.*
    from unnest(
      ${column(({ action }) => action)}::text[], ${column(({ entityType }) => entityType)}::text[],
      ${column(({ entityId }) => entityId)}::text[], ${column(({ before }) => asJson(before))}::jsonb[],
      ${column(({ after }) => asJson(after))}::jsonb[]
    ) event
  `.execute(trx)
}

const asJson = (value: Record<string, unknown> | undefined) => (value ? JSON.stringify(value) : null)

/** Who changed which fields of a thing since a version; events name the version they made in `after`. */
export async function listChangesAfter(
  db: Db,
  { entityType, entityId, version }: Entity & { version: number },
): Promise<{ personName: string; fields: string[] }[]> {
  const rows = await db
    .selectFrom('audit_event as event')
    .innerJoin('person', 'person.id', 'event.person_id')
    .select(['person.name', 'event.before', 'event.after'])
    .where('event.entity_type', '=', entityType)
    .where('event.entity_id', '=', entityId)
    .where(sql<boolean>`(event.after ->> 'version')::integer > ${version}`)
    .orderBy('event.id')
    .execute()
  return rows.map(({ name, before, after }) => ({ personName: name, fields: differing(before, after) }))
}

/** Of the event, and no fields of the thing. */
const ofTheEvent = ['version', 'eventNotes']

/** What an event holds of a field may have stayed as it was. */
function differing(before: Content | null, after: Content | null): string[] {
  const fields = Object.keys(after ?? {}).filter((field) => !ofTheEvent.includes(field))
  return fields.filter((field) => !isDeepStrictEqual(before?.[field], after?.[field]))
}
