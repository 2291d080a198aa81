import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { connectOrWait } from './connect-or-wait.ts'
import type { Db, Tables } from './database.ts'
import type { NamingClient } from './named-statements.ts'

/** Maximum number of statements under way on a shared connection: each waits for those sent before it. */
const maxUnderWay = 8
/** A shared connection that has not replied for this long receives no further statement. */
export const maxSilentMs = 10

const shareable = new Set<string>()

/**
 * Allows a statement to be sent on a connection on which others are under way. Only for a read that takes about a
 * millisecond: those sent after it wait for it.
 */
export function allowSharing(text: string): void {
  shareable.add(text)
}

type Shared = { connecting: Promise<pg.PoolClient>; client?: pg.PoolClient; underWay: number }

type SharedQuery = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>
const sharedQueries = new WeakMap<Db, SharedQuery>()

/** Returns Kysely on a pool, whose connections it shares: see `shareConnections`. */
export function openKysely(pool: pg.Pool): Db {
  const { queryShared, ...shared } = shareConnections(pool)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: shared }) })
  sharedQueries.set(db, queryShared)
  return db
}

/**
 * Returns the function that sends a statement on a shared connection, past Kysely, whose layers take as long as the
 * statement itself. Undefined for a transaction, and where plugins of Kysely are in between.
 */
export const sharedQueryOf = (db: Db): SharedQuery | undefined => sharedQueries.get(db)

/**
 * Returns a pool for Kysely that takes a connection from `pool` at the first statement. Statements outside a
 * transaction that allow it share one with others under way: the database is woken once for several of them.
 */
function shareConnections(pool: pg.Pool): PostgresPool & { queryShared: SharedQuery } {
  const open = new Set<Shared>()
  const connectPool = connectOrWait(pool)

  const hasRoom = ({ client, underWay }: Shared) =>
    underWay < maxUnderWay && ((client as unknown as NamingClient)?.silentMs() ?? 0) <= maxSilentMs

  function take(): Shared {
    for (const shared of open) if (hasRoom(shared)) return shared
    const shared: Shared = { connecting: connectPool(), underWay: 0 }
    open.add(shared)
    return shared
  }

  const queryShared: SharedQuery = async (text, values) => {
    const shared = take()
    shared.underWay += 1
    try {
      shared.client ??= await shared.connecting
      ;(shared.client as unknown as NamingClient).sendTogether()
      return await shared.client.query(text, values as unknown[])
    } finally {
      shared.underWay -= 1
      if (shared.underWay === 0) {
        open.delete(shared)
        shared.client?.release()
      }
    }
  }

  function connect(): Promise<PostgresPoolClient> {
    let own: Promise<pg.PoolClient> | undefined
    const query = async (text: string, values: unknown[]) => {
      if (!own && shareable.has(text)) return queryShared(text, values)
      own ??= connectPool()
      return (await own).query(text, values)
    }
    const release = (destroy?: boolean) =>
      void own?.then(
        (client) => client.release(destroy),
        () => {},
      )
    return Promise.resolve({ query, release } as unknown as PostgresPoolClient)
  }

  return { connect, end: () => pool.end(), options: pool.options, queryShared }
}
