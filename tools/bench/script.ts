import type { KyselyPlugin } from 'kysely'
import type { Db } from '../../server/src/db/database.ts'
import type { Query } from './bench-database.ts'

/** A statement as the server sent it, and the id in the first row of its result. */
type Statement = { text: string; values: readonly unknown[]; id?: string | undefined }
export type Script = Statement[]

/** The same database, with what goes through it written down. */
export function recording(db: Db): { db: Db; script: Script } {
  const script: Script = []
  const compiled = new WeakMap<object, Statement>()
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = db.getExecutor().compileQuery(node, queryId)
      compiled.set(queryId, { text: sql, values: parameters })
      return node
    },
    // Only what was sent has a result: a query within another is compiled on its own too.
    transformResult: async ({ result, queryId }) => {
      const statement = compiled.get(queryId)
      if (statement) script.push({ ...statement, id: idOf(result.rows) })
      return result
    },
  }
  const recorded = db.withPlugin(recorder)
  const executeQuery = recorded.executeQuery.bind(recorded)
  // What was compiled before passes no plugin on its way.
  recorded.executeQuery = (query, ...rest) => {
    if ('sql' in query) compiled.set(query.queryId, { text: query.sql, values: query.parameters })
    return executeQuery(query, ...rest)
  }
  return { db: recorded, script }
}

/**
 * Sends the statements again, with one job's own values in the places of the recorded ones. Returns the rows of the
 * last.
 */
export async function play(
  script: Script,
  query: Query,
  given: Iterable<readonly [string, string]>,
): Promise<readonly unknown[]> {
  const own = new Map(given)
  let last: readonly unknown[] = []
  for (const { text, values, id } of script) {
    const { rows } = await query(
      text,
      values.map((value) => replaced(value, own)),
    )
    last = rows
    const made = idOf(rows)
    if (id && made) own.set(id, made)
  }
  return last
}

function idOf(rows: readonly unknown[]): string | undefined {
  const { id } = (rows[0] ?? {}) as { id?: unknown }
  return typeof id === 'string' ? id : undefined
}

function replaced(value: unknown, own: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => replaced(item, own))
  if (typeof value === 'number') return Number(own.get(String(value)) ?? value)
  if (typeof value !== 'string') return value
  let text = value
  // A bare number is no part of a text: its digits also stand in ids.
  for (const [recorded, mine] of own) if (!/^\d+$/.test(recorded)) text = text.replaceAll(recorded, mine)
  return text
}
