import { type RawBuilder, sql } from 'kysely'

/** Maximum number of names that are sorted naturally, which takes about 20 ms. No index has that order. */
export const naturalOrderLimit = 1000

/**
 * Returns the sort key of names of storages and batches. It gives the order of `compareFreezers` for letters, digits
 * and spaces: case and accents do not count, and 'Freezer 2' comes before 'Freezer 10'. Numbers are padded to 20 digits.
 */
export const naturalOrder = (alias: RawBuilder<unknown>): RawBuilder<unknown> => {
  const letters = sql`regexp_replace(normalize(lower(${alias}), NFD), '[\\u0300-\\u036f]', '', 'g')`
  const padded = sql`regexp_replace(${letters}, '([0-9]+)', '00000000000000000000\\1', 'g')`
  return sql`regexp_replace(${padded}, '0*([0-9]{20,})', '\\1', 'g') collate "C"`
}
