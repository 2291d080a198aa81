import { type RawBuilder, sql } from 'kysely'

/** Returns the condition that all of the conditions hold; true if there are none. */
export const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`
