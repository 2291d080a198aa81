import { maybePrintedStates } from '@lims/contract/print-runs.ts'
import { sql } from 'kysely'
import { isChange } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'

type CreatingImport = { eventId: number; personId: string; at: Date; numSamples: number }

/** Returns the import that created a batch, by its audit event. */
export async function findCreatingImport(
  trx: Transaction,
  batchId: string,
): Promise<CreatingImport | undefined> {
  const { rows } = await sql<CreatingImport>`
    select imported.id::int8 as "eventId", imported.person_id as "personId", imported.at,
      (imported.after ->> 'numSamples')::int as "numSamples"
    from audit_event created
    join audit_event imported on imported.entity_type = 'batch' and imported.entity_id = created.entity_id
      and imported.at = created.at and imported.person_id = created.person_id
    where created.entity_type = 'batch' and created.entity_id = ${batchId} and created.action = 'batch.create'
      and imported.action = 'batch.import' and imported.after is not null
    order by imported.id
    limit 1
  `.execute(trx)
  return rows[0]
}

/** What has happened since an import, and who did it if that is recorded. */
export type SinceImport = {
  name: string
  what: 'batch' | 'added' | 'changed' | 'moved' | 'label'
  personName: string | null
}

/**
 * Finds the first thing that has happened since an import to the batch that it has created, or to a sample of it: an
 * event of one of them, another place, a label that was printed or may have been.
 */
export async function findChangeSinceImport(
  trx: Transaction,
  batchId: string,
  { eventId, at }: CreatingImport,
): Promise<SinceImport | undefined> {
  const { rows } = await sql<SinceImport>`
    with held as materialized (select id, number, name from sample where batch_id = ${batchId}::uuid)
    select since.name, since.what, person.name as "personName"
    from (
      select 1 as priority, 0 as number, batch.name, 'batch' as what, event.person_id
      from batch join audit_event event on event.entity_type = 'batch' and event.entity_id = batch.id::text
      where batch.id = ${batchId}::uuid and event.id > ${eventId}
        and ${isChange}
      union all
      select 2, held.number, held.name, case event.action when 'sample.create' then 'added' else 'changed' end,
        event.person_id
      from held join audit_event event on event.entity_type = 'sample' and event.entity_id = held.id::text
      where event.id > ${eventId} and ${isChange}
        -- The import itself has placed it.
        and not (event.action = 'sample.place' and event.at = ${at})
      union all
      select 3, held.number, held.name, 'moved', null
      from held join placement_stay stay on stay.sample_id = held.id
      where stay.from_at > ${at} or stay.to_at is not null
      union all
      select 4, held.number, held.name, 'label', null
      from held join print_label label on label.sample_id = held.id
      where label.state = any(${[...maybePrintedStates]}::text[])
    ) since
    left join person on person.id = since.person_id
    order by since.priority, since.number
    limit 1
  `.execute(trx)
  return rows[0]
}
