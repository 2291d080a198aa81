import { pathSeparator } from '@lims/contract/storage-path.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { naturalOrder, naturalOrderLimit } from '../db/natural-order.ts'
import { pathsOf } from '../db/paths-of.ts'
import { matchesFilter } from './storage-queries.ts'

/** Takes the characters of a text literally in a regular expression of PostgreSQL. */
const escapePattern = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, '\\$&')

/** The end of a name may be left out, but not the end of a number: Freezer 1 is not Freezer 10. */
const jointAfter = (word: string) => `( |${/\d$/.test(word) ? '([^0-9].*)?' : '.*'}${pathSeparator})`

/**
 * Each word follows the one before it, or begins a name further down; the last one is in the name of the storage
 * itself.
 */
function pathPattern(words: readonly string[]): string {
  const joined = words.slice(0, -1).map((word) => escapePattern(word) + jointAfter(word))
  return `(^| )${joined.join('')}${escapePattern(words.at(-1) ?? '')}[^${pathSeparator.trim()}]*$`
}

/**
 * Lists the ids of storages by the words of their paths, which may leave out names, and the ends of names: 'Freezer 3
 * Box 1'. They are in the order of their paths; as in a walk if they are few enough to sort.
 */
export async function listIdsByPath(
  db: Db,
  words: readonly string[],
  type: StorageType | undefined,
): Promise<number[]> {
  // The last word is in the name of the storage itself, which an index finds.
  const candidates = sql`select storage.id from storage where ${matchesFilter({ type, query: words.at(-1) })}`
  // A name that goes on, such as 'Freezer 1 old', comes after what is in 'Freezer 1'.
  const sortedPath = sql`replace(path, ${pathSeparator}::text, chr(1))`
  const { rows } = await sql<{ id: number }>`
    with recursive ${pathsOf(candidates)}, written as (
      select box as id, lower(array_to_string(names, ${pathSeparator}::text)) as path from path
    ), found as materialized (select id, path from written where path ~ lower(${pathPattern(words)}::text))
    select id from found
    order by
      case when (select count(*) from found) <= ${naturalOrderLimit} then ${naturalOrder(sortedPath)} end,
      ${sortedPath}, id
  `.execute(db)
  return rows.map(({ id }) => id)
}
