import { randomUUID } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { Db } from './database.ts'
import { allowSharing, sharedQueryOf } from './shared-connections.ts'

/** The value with which a query is compiled. A UUID, since some queries are compiled differently for other texts. */
const placeholder = randomUUID()

/**
 * Returns a short read that Kysely compiles to SQL once, at its first use: compiling took a tenth of a look-up by id.
 * Outside a transaction it shares a connection with others, so it must take about a millisecond.
 * The query may use the text several times; whatever else it depends on must be the same for each text.
 */
export function compiledOnce<R>(
  compile: (db: Db, text: string) => CompiledQuery<R>,
): (db: Db, text: string) => Promise<R[]> {
  let compiled: CompiledQuery<R> | undefined
  return async (db, text) => {
    if (!compiled) {
      compiled = compile(db, placeholder)
      allowSharing(compiled.sql)
    }
    const parameters = compiled.parameters.map((value) => (value === placeholder ? text : value))
    const queryShared = sharedQueryOf(db)
    const { rows } = queryShared
      ? await queryShared(compiled.sql, parameters)
      : await db.executeQuery<R>({ ...compiled, parameters })
    return rows as R[]
  }
}
