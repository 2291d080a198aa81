import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

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
