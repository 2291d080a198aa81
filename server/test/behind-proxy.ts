import { sql } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import type { AppParts } from '../src/app.ts'
import { freePort } from './free-port.ts'
import type { Lab } from './lab.ts'
import { openUrl } from './postgres-database.ts'
import { openTcpProxy } from './tcp-proxy.ts'

/** A proxy, and servers whose connections to the database of a lab lead through it. */
export async function behindProxy(lab: Lab) {
  const url = new URL(inject('postgresUrl'))
  const port = await freePort()
  const proxy = await openTcpProxy(port, { host: url.hostname, port: Number(url.port) })
  url.host = `127.0.0.1:${port}`

  /** Starts a server until the end of the test. Returns its POST. */
  async function startServer(parts: Partial<AppParts> = {}) {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(lab.db)
    url.pathname = `/${rows[0]?.name}`
    await proxy.start()
    const { db, close } = await openUrl(url.href)
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
