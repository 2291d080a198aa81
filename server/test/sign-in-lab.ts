import type { FastifyInstance } from 'fastify'
import { afterAll, beforeEach } from 'vitest'
import { buildApp } from '../src/app.ts'
import { prepareSignIn } from '../src/auth/prepare-sign-in.ts'
import { readConfig } from '../src/config.ts'
import type { Db } from '../src/db/database.ts'
import { loadSigningKey } from '../src/sessions/signing-key.ts'
import { freePort } from './free-port.ts'
import { testNow } from './lab.ts'
import { emptyTables, openTestDatabase } from './test-database.ts'

/** A listening server on an empty database, where people sign in as they do in a browser. */
export async function openSignInLab(settingsFor: (publicUrl: string) => Record<string, string> = () => ({})) {
  const database = await openTestDatabase()
  const clock = { now: testNow }
  const apps: FastifyInstance[] = []

  const startServer = async () => {
    const port = await freePort()
    const publicUrl = `http://127.0.0.1:${port}`
    const config = readConfig({ PORT: String(port), PUBLIC_URL: publicUrl, ...settingsFor(publicUrl) })
    const signingKey = await loadSigningKey(database.db, testNow)
    const app = await buildApp({
      ...prepareSignIn(config),
      config,
      db: database.db as Db,
      listen: database.listen,
      isDiskFull: () => false,
      now: () => clock.now,
      signingKey,
      webFolder: 'no-web-in-this-test',
      logger: false,
    })
    await app.listen({ host: '127.0.0.1', port })
    apps.push(app)
    return publicUrl
  }
  const url = await startServer()

  beforeEach(async () => {
    await emptyTables(database.db)
    clock.now = testNow
  })
  afterAll(async () => {
    for (const app of apps) await app.close()
    await database.close()
  })
  return {
    url,
    db: database.db as Db,
    /** Starts another server on the same database. Returns its address. */
    startServer,
    setNow: (now: Date) => {
      clock.now = now
    },
  }
}
