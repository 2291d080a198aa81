import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import type { Config } from '../../server/src/config.ts'
import type { Db, Tables } from '../../server/src/db/database.ts'
import { type Listen, listenOnPglite } from '../../server/src/db/listen.ts'
import { NamingClient } from '../../server/src/db/named-statements.ts'
import { createPglite, openPostgres } from '../../server/src/db/open-database.ts'

export type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

/** One worker's way to the database through the driver that the server uses, with nothing in front of it. */
export type Lane = (isWrite: boolean, work: (query: Query) => Promise<void>) => Promise<void>

export type BenchDatabase = {
  db: Db
  listen: Listen
  takeLanes: (count: number) => Promise<Lane[]>
}

export const openBenchDatabase = ({ databaseUrl, dataDir }: Config): Promise<BenchDatabase> =>
  databaseUrl ? onPostgres(databaseUrl) : embedded(dataDir)

async function onPostgres(url: string): Promise<BenchDatabase> {
  const { db, listen } = await openPostgres(url, console.error)
  const clients: NamingClient[] = []
  return {
    db,
    listen,
    takeLanes: async (count) => {
      while (clients.length < count) {
        const client = new NamingClient({ connectionString: url })
        await client.connect()
        clients.push(client)
      }
      return clients.slice(0, count).map(laneOf)
    },
  }
}

function laneOf(client: NamingClient): Lane {
  const query = client.query.bind(client) as Query
  return async (isWrite, work) => {
    if (isWrite) await query('begin', [])
    await work(query)
    if (isWrite) await query('commit', [])
  }
}

/** It has one connection, which lets its users in one after another. */
async function embedded(dataDir: string): Promise<BenchDatabase> {
  const pglite = await createPglite(dataDir)
  return {
    db: new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) }),
    listen: listenOnPglite(pglite),
    takeLanes: async (count) => Array<Lane>(count).fill(laneOfEmbedded(pglite)),
  }
}

const laneOfEmbedded =
  (pglite: PGlite): Lane =>
  (isWrite, work) =>
    isWrite
      ? pglite.transaction((trx) => work((text, values) => trx.query(text, values)))
      : work((text, values) => pglite.query(text, values))
