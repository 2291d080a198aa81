import { storageCode } from '@lims/contract/storage-code.ts'
import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { columnMentionsId, type Traces } from './trace-queries.ts'

/** Lists the names and tube IDs that still contain an ID after its erasure, by what identifies each. */
export async function listNamesLeft(trx: Transaction, wanted: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string; id: string }>`
    with named (place, kind, id, name, tube_id) as (
      select 1, 'sample', id::text, name, alias from sample
      union all select 2, 'batch', id::text, name, null from batch
      union all select 3, 'storage', id::text, alias, null from storage
      union all
      select case table_name when 'sample' then 4 when 'batch' then 5 else 6 end, table_name, content ->> 'id',
        content ->> case table_name when 'storage' then 'alias' else 'name' end,
        case table_name when 'sample' then content ->> 'alias' end
      from deleted_row join deletion on deletion.id = deletion_id and undone_at is null
      where table_name in ('sample', 'batch', 'storage')
    ), found as (
      select *, coalesce(${columnMentionsId(sql`tube_id`, wanted)}, false) as by_tube_id from named
    )
    select case when place > 3 then 'deleted ' else '' end || kind as kind,
      case when by_tube_id then id || ' (tube ID)' else coalesce(tube_id, id) end as id
    from found where by_tube_id or ${columnMentionsId(sql`name`, wanted)}
    order by place, tube_id, id
  `.execute(trx)
  return rows.map(({ kind, id }) => `${kind} ${kind.endsWith('storage') ? storageCode(Number(id)) : id}`)
}

/**
 * Lists the tube IDs of parents, children and siblings of these samples that are not among them: material of the same
 * person, recorded under another subject or under none. The id of the sample replaces a tube ID that contains the
 * erased ID.
 */
export async function listRelatives(
  trx: Transaction,
  { wanted, samples }: Pick<Traces, 'wanted' | 'samples'>,
): Promise<string[]> {
  const ids = sql`any(${samples.map(({ id }) => id)}::uuid[])`
  const { rows } = await sql<{ identifier: string }>`
    with parent as materialized (select distinct coalesce(parent_sample_id, id) as id from sample where id = ${ids})
    select case when ${columnMentionsId(sql`alias`, wanted)} then id::text else alias end as identifier from (
      select sample.id, alias from parent join sample on sample.id = parent.id
      union select sample.id, alias from parent join sample on sample.parent_sample_id = parent.id
    ) family
    where not id = ${ids} order by alias
  `.execute(trx)
  return rows.map(({ identifier }) => identifier)
}
