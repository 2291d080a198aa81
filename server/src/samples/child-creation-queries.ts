import { maybePrintedStates } from '@lims/contract/print-runs.ts'
import { sql } from 'kysely'
import { isChange } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'

/** What the audit event of a creation of children holds. An event without amounts has no volumes. */
export type ChildCreation = {
  eventId: number
  /** Who created the children. */
  personId: string
  type: string
  ids: string[]
  names: string[]
  volume: number | null
  loss: number | null
  takeFromParent: boolean | null
  isUndone: boolean
}

/** Finds the request that created exactly these children of a parent. */
export async function findChildCreation(
  trx: Transaction,
  parentId: string,
  childIds: string[],
): Promise<ChildCreation | undefined> {
  const { rows } = await sql<ChildCreation>`
    select event.id as "eventId", event.person_id as "personId", created.*, exists (
        select from audit_event undo where undo.entity_type = 'sample' and undo.entity_id = event.entity_id
          and undo.action = 'sample.undo-add-child' and undo.before -> 'ids' = event.after -> 'ids'
      ) as "isUndone"
    from audit_event event
    cross join jsonb_to_record(event.after) created (type text, ids text[], names text[], volume float8, loss float8,
      "takeFromParent" boolean)
    where event.entity_type = 'sample' and event.entity_id = ${parentId} and event.action = 'sample.add-child'
      and created.ids @> ${childIds}::text[] and created.ids <@ ${childIds}::text[]
  `.execute(trx)
  return rows[0]
}

export type LaterChange = {
  name: string
  what: 'child' | 'label' | 'volume'
  personName: string
}

/**
 * Lists what has happened to the children since their creation, and who has entered another volume of their parent.
 * What other children took off the parent, or gave back, is no obstacle: the differences add up in any order. A label
 * counts once it was printed or may have been; a print run leaves out the labels of deleted samples.
 */
export async function listLaterChanges(
  trx: Transaction,
  parentId: string,
  { eventId, ids, names }: ChildCreation,
): Promise<LaterChange[]> {
  const { rows } = await sql<LaterChange>`
    select changed.name, changed.what, person.name as "personName"
    from (
      select child.place, child.name, 'child' as what, event.person_id
      from unnest(${ids}::text[], ${names}::text[]) with ordinality child (id, name, place)
      join audit_event event on event.entity_type = 'sample' and event.entity_id = child.id and event.id > ${eventId}
        -- Freeze-thaw cycles change with those of the parent.
        and ${isChange} and not (event.action = 'sample.update' and coalesce(event.after ? 'thawCount', false))
      union all
      select child.place, child.name, 'label', label.changed_by
      from unnest(${ids}::text[], ${names}::text[]) with ordinality child (id, name, place)
      join print_label label on label.sample_id = child.id::uuid
        and label.state = any(${[...maybePrintedStates]}::text[])
      union all
      select 0, sample.name, 'volume', event.person_id
      from audit_event event
      join sample on sample.id = ${parentId}::uuid
      where event.entity_type = 'sample' and event.entity_id = ${parentId} and event.id > ${eventId}
        and event.after ?& array['volume', 'version']
        and event.action not in ('sample.take-volume', 'sample.return-volume')
    ) changed
    join person on person.id = changed.person_id
    order by changed.place
  `.execute(trx)
  return rows
}
