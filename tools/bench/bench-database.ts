import type { Config } from '../../server/src/config.ts'
import { NamingClient } from '../../server/src/db/named-statements.ts'
import { type OpenDatabase, openDatabase } from '../../server/src/db/open-database.ts'

export type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

/** One worker's way to the database through the driver that the server uses, with nothing in front of it. */
export type Lane = (isWrite: boolean, work: (query: Query) => Promise<void>) => Promise<void>

type BenchDatabase = OpenDatabase & { takeLanes: (count: number) => Promise<Lane[]> }

export async function openBenchDatabase(config: Config): Promise<BenchDatabase> {
  const database = await openDatabase(config, console.error)
  const clients: NamingClient[] = []
  return {
    ...database,
    takeLanes: async (count) => {
      while (clients.length < count) {
        const client = new NamingClient(database.connection)
        await client.connect()
        clients.push(client)
      }
      return clients.slice(0, count).map(laneOf)
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.end()))
      await database.close()
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
