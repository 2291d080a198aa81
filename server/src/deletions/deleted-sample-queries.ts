import type { DeletedSample } from '@lims/contract/deletions.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'

/** In each of these tables, a deletion keeps one row of a sample, or one for each of its events. */
const sampleColumns = { sample: 'id', custody_event: 'sample_id', lifecycle_event: 'sample_id' } as const

export type KeptTable = keyof typeof sampleColumns

/** Lists the samples that were deleted and not restored, by their ids or by those of their events. */
export async function listDeletedSamples(
  trx: Transaction,
  table: KeptTable,
  ids: readonly (string | number)[],
): Promise<{ name: string; alias: string }[]> {
  const { rows } = await sql<{ name: string; alias: string }>`
    select sample.content ->> 'name' as name, sample.content ->> 'alias' as alias
    from (
      select deletion_id, content ->> ${sql.lit(sampleColumns[table])} as sample_id from deleted_row
      where table_name = ${sql.lit(table)} and content ->> 'id' = any(${ids.map(String)}::text[])
    ) kept
    join deletion on deletion.id = kept.deletion_id and deletion.undone_at is null
    join deleted_row sample on sample.deletion_id = kept.deletion_id and sample.table_name = 'sample'
      and sample.content ->> 'id' = kept.sample_id
    order by sample.deletion_id, sample.place
  `.execute(trx)
  return rows
}

/** Returns the latest deletion, not undone, of the sample with this id or tube ID. */
export async function findDeletedSample(db: Db, code: string): Promise<DeletedSample | undefined> {
  type Row = Omit<DeletedSample, 'deletedAt' | 'numSamples'> & { deletedAt: Date; numSamples: number | null }
  // Counting those of a large batch would slow down each scan of one of them.
  const { rows } = await sql<Row>`
    select deletion.id as "deletionId", kept.content->>'id' as "sampleId", kept.content->>'name' as name,
      kept.content->>'alias' as alias, deletion.entity_type as "deletedWith", deletion.deleted_at as "deletedAt",
      case when deletion.entity_type = 'sample' then (
        select count(*)::int from deleted_row where deletion_id = deletion.id and table_name = 'sample'
      ) end as "numSamples",
      person.name as "deletedByName"
    from deleted_row kept
    join deletion on deletion.id = kept.deletion_id
    join person on person.id = deletion.deleted_by
    where ${isKeptSample(code)} and deletion.undone_at is null
    order by deletion.deleted_at desc
    limit 1
  `.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { numSamples, ...deletion } = found
  return {
    ...deletion,
    ...(numSamples !== null && { numSamples }),
    deletedAt: found.deletedAt.toISOString(),
  }
}

/** The condition on `deleted_row` that it keeps a sample with this id or tube ID, ignoring case. */
export const isKeptSample = (code: string) => sql<boolean>`(table_name = 'sample'
  and (content->>'id' = lower(${code}) or upper(content->>'alias') = upper(${code})))`
