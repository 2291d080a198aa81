import { pathSeparator } from '@lims/contract/storage-path.ts'
import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'

/**
 * Selects the boxes of a stock-take with alias and path. The path begins below the counted storage; that of a box that
 * was carried elsewhere begins at the top. Both are the present ones while the stock-take is open, those of its end
 * afterwards, and those of its start for a deleted box.
 */
export const selectNamedBoxes = (stockTakeId: string) => sql`
  select box.stock_take_id, box.storage_id, box.place, coalesce(storage.alias, box.alias) as alias,
    case when storage.id is null then box.path else coalesce(around.path, '') end as path
  from stock_take_box box
  join stock_take on stock_take.id = box.stock_take_id
  left join storage on storage.id = box.storage_id and box.is_open
  left join placement held on held.child_storage_id = storage.id and storage.id <> stock_take.storage_id
  left join (
    with recursive up as (
      select distinct holder.storage_id as holder_id, holder.storage_id as id, '{}'::text[] as path, 0 as steps
      from stock_take_box counted join placement holder on holder.child_storage_id = counted.storage_id
      where counted.stock_take_id = ${stockTakeId}::uuid and counted.is_open
      union all
      select up.holder_id, p.storage_id, storage.alias || up.path, steps + 1
      from up join storage on storage.id = up.id left join placement p on p.child_storage_id = up.id
      where steps < 10 and up.id <> (select storage_id from stock_take where id = ${stockTakeId}::uuid)
    )
    select distinct on (holder_id) holder_id, array_to_string(path, ${pathSeparator}::text) as path from up order by holder_id, steps desc
  ) around on around.holder_id = held.storage_id
  where box.stock_take_id = ${stockTakeId}::uuid
`

/** Saves the present names of the boxes, before their stock-take is closed. */
export async function saveBoxNames(trx: Transaction, stockTakeId: string): Promise<void> {
  await sql`
    update stock_take_box box set alias = named.alias, path = named.path
    from (${selectNamedBoxes(stockTakeId)}) named
    where box.stock_take_id = named.stock_take_id and box.storage_id = named.storage_id
      and (box.alias, box.path) is distinct from (named.alias, named.path)
  `.execute(trx)
}
