import type { FastifyInstance } from 'fastify'
import { afterAll, beforeEach } from 'vitest'
import { buildApp } from '../src/app.ts'
import { prepareSignIn } from '../src/auth/prepare-sign-in.ts'
import { readConfig } from '../src/config.ts'
import type { Db } from '../src/db/database.ts'
import { loadSigningKey } from '../src/sessions/signing-key.ts'
import { type Browser, openBrowser } from './browser.ts'
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
      ...(await prepareSignIn(config)),
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

/** Asks the server where to sign in. */
export async function beginSignIn(browser: Browser, url: string, target?: string): Promise<string> {
  const reply = await browser.send(`${url}/api/auth/login`, { json: target === undefined ? {} : { target } })
  const { redirectUrl } = (await reply.json()) as { redirectUrl: string }
  return redirectUrl
}

/** Opens the demo identity, presses a person's button and returns the query with which the browser comes back. */
export async function choosePerson(browser: Browser, url: string, redirectUrl: string, person = 'demo-ada') {
  const callback = `${url}/auth/login/callback`
  const page = await browser.follow(redirectUrl, callback)
  await page.reply.text()
  const { url: returned } = await browser.follow(page.url.href, callback, { form: { person } })
  return returned.searchParams
}

/** What the callback page of the browser asks the server. */
export async function completeSignIn(browser: Browser, url: string, query: URLSearchParams) {
  const reply = await browser.send(`${url}/api/auth/login/callback?${query}`)
  return { status: reply.status, body: (await reply.json()) as Record<string, string> }
}

export async function signIn(url: string, { person = 'demo-ada', browser = openBrowser() } = {}) {
  const query = await choosePerson(browser, url, await beginSignIn(browser, url), person)
  const { body } = await completeSignIn(browser, url, query)
  return { browser, token: body.token ?? '' }
}
