import { sql } from 'kysely'
import type { Db } from './database.ts'
import { pathsOf } from './paths-of.ts'

/** Returns the name of each storage and the names of those around it, root first, by its id. */
export async function listNamesAbove(db: Db, storageIds: readonly number[]): Promise<Map<number, string[]>> {
  if (storageIds.length === 0) return new Map()
  const { rows } = await sql<{ box: number; names: string[] }>`
    with recursive ${pathsOf(sql`select * from unnest((select ${[...storageIds]}::integer[]))`)}
    select box, names from path
  `.execute(db)
  return new Map(rows.map(({ box, names }) => [box, names]))
}
