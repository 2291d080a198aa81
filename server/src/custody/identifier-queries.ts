import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'

/**
 * Finds the sample with this id, or else this tube ID, in any case, for each identifier; null if there is none.
 */
export async function findIdsByIdentifiers(
  db: Db,
  identifiers: readonly string[],
): Promise<(string | null)[]> {
  const ids = identifiers.map((identifier) => (isUuid(identifier) ? identifier : null))
  const { rows } = await sql<{ id: string | null }>`
    select coalesce(
      (select id from sample where sample.id = wanted.id),
      (select id from sample where upper(alias) = upper(wanted.code))
    ) as id
    from unnest(${[...identifiers]}::text[], ${ids}::uuid[]) with ordinality wanted (code, id, place)
    order by wanted.place
  `.execute(db)
  return rows.map(({ id }) => id)
}
