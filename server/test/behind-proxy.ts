import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import type { AppParts } from '../src/app.ts'
import type { Lab } from './lab.ts'
import { openUrl } from './postgres-database.ts'
import { openTcpProxy } from './tcp-proxy.ts'

/** A proxy, and servers whose connections to the database of a lab lead through it. */
export async function behindProxy(lab: Lab) {
  const proxy = await openTcpProxy(inject('postgresUrl'))

  /** Starts a server until the end of the test. Returns its POST. */
  async function startServer(parts: Partial<AppParts> = {}) {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(lab.db)
    await proxy.start()
    const { db, close } = await openUrl(new URL(`/${rows[0]?.name}`, proxy.url).href)
    const server = await lab.startServer({ ...parts, db })
    onTestFinished(async () => {
      await proxy.start()
      await server.close()
      await close()
    })
    return (path: string, payload: object, headers: Record<string, string> = {}) =>
      server.inject({
        method: 'POST',
        url: `/api${path}`,
        payload,
        headers: { authorization: `Bearer ${lab.token()}`, ...headers },
      })
  }
  return { proxy, startServer }
}
