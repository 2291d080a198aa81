import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { type AppParts, buildApp } from '../../server/src/app.ts'
import { identityProvider } from '../../server/src/auth/identity-provider.ts'
import { readConfig } from '../../server/src/config.ts'
import { inTransaction } from '../../server/src/db/in-transaction.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openSession } from '../../server/src/sessions/open-session.ts'
import { loadSigningKey } from '../../server/src/sessions/signing-key.ts'
import { openBenchDatabase } from './bench-database.ts'
import type { BenchReply, BenchRequest } from './bench-messages.ts'
import type { Request } from './calls.ts'
import { generateData } from './generate-data.ts'
import { playRecorded, type Recorded, startMinimalServer } from './minimal-server.ts'
import { recording } from './script.ts'
import { timeJobs } from './timing.ts'

const config = readConfig(process.env)
const begunAt = performance.now()
const { db, listen, isDiskFull, takeLanes, close } = await openBenchDatabase(config)
await migrate(db)
const parts = await appParts()
const app = await buildApp(parts)
const requests = { open: 0, max: 0 }
countRequests()
await app.listen({ host: '127.0.0.1', port: 0 })
const token = await signIn()

// A second app, so that the recording is no burden to the one that is timed.
const { db: recordedDb, script } = recording(db)
const listenToNothing = async () => async () => {}
const recordingApp = await buildApp({ ...parts, db: recordedDb, listen: listenToNothing, logger: false })
const recordedCalls = new Map<string, Recorded>()

process.on('message', async (message: BenchRequest) => send(await replyTo(message)))
process.on('disconnect', () => process.exit())
// Killed outright, Node writes no profile (NODE_OPTIONS=--cpu-prof).
process.on('SIGTERM', () => close().finally(() => process.exit()))
const minimalPort = await startMinimalServer(recordedCalls, takeLanes)
const eventLoop = monitorEventLoopDelay({ resolution: 5 })
send({
  to: 'start',
  server: { port: (app.server.address() as AddressInfo).port, token },
  minimalPort,
  secondToken: await signIn('second'),
  version: await readVersion(),
  readyMs: performance.now() - begunAt,
})

async function replyTo(message: BenchRequest): Promise<BenchReply> {
  if (message.do === 'record') return { to: 'record', statements: await record(message) }
  if (message.do === 'play') return { to: 'play', timing: await playStraight(message) }
  if (message.do === 'generate') {
    const from = performance.now()
    await generateData(db, message.samples)
    return { to: 'generate', seconds: (performance.now() - from) / 1000 }
  }
  if (message.do === 'stock') return { to: 'stock', ...(await readStock()) }
  if (message.do === 'watch') {
    requests.max = requests.open
    eventLoop.enable()
    eventLoop.reset()
    return { to: 'watch' }
  }
  if (message.do === 'watched') {
    eventLoop.disable()
    const delay = (part: number) => eventLoop.percentile(part) / 1e6
    const watched = {
      delayP50Ms: delay(50),
      delayP99Ms: delay(99),
      delayMaxMs: eventLoop.max / 1e6,
      maxRequests: requests.max,
    }
    return { to: 'watched', watched }
  }
  // What the database would do by itself within a minute.
  await sql`vacuum (analyze)`.execute(db)
  return { to: 'settle' }
}

async function record({ call, request, given }: BenchRequest & { do: 'record' }): Promise<number> {
  script.length = 0
  const { statusCode, body } = await recordingApp.inject(injected(request))
  if (statusCode !== 200) throw new Error(`${call} replied ${statusCode}: ${body}`)
  // Leaves out the session look-up, which is part of the server's overhead to be measured.
  const own = script.filter(({ text }) => !text.includes('from "session"') && !text.includes('pg_notify'))
  // One statement is a transaction by itself.
  recordedCalls.set(call, { isWrite: request.method === 'POST' && own.length > 1, given, script: own })
  return own.length
}

async function playStraight({ call, concurrency, jobs, maxMs }: BenchRequest & { do: 'play' }) {
  const recorded = recordedCalls.get(call)
  if (!recorded) throw new Error(`${call} was not recorded`)
  const lanes = await takeLanes(concurrency)
  return timeJobs(jobs, lanes, (given, lane) => playRecorded(recorded, lane, given), maxMs)
}

function countRequests() {
  // A live stream is a request that stays open.
  const isCounted = (url: string) => !url.startsWith('/api/live')
  app.addHook('onRequest', async ({ url }) => {
    if (!isCounted(url)) return
    requests.open += 1
    requests.max = Math.max(requests.max, requests.open)
  })
  app.addHook('onResponse', async ({ url }) => {
    if (!isCounted(url)) return
    requests.open -= 1
  })
}

async function readVersion(): Promise<string> {
  const { rows } = await sql<{ version: string }>`select split_part(version(), ' on ', 1) as version`.execute(
    db,
  )
  return rows[0]?.version ?? ''
}

const maxStock = 40_000

async function readStock() {
  const idsOf = async (isStored: boolean) =>
    (
      await db
        .selectFrom('sample')
        .select('id')
        .where('is_stored', '=', isStored)
        .orderBy(sql`hashtext(id::text)`)
        .limit(maxStock)
        .execute()
    ).map(({ id }) => id)
  const [fresh, stored] = [await idsOf(false), await idsOf(true)]
  const batch = await db.selectFrom('batch').select('id').orderBy('number', 'desc').executeTakeFirstOrThrow()
  return { all: [...stored.slice(0, 6000), ...fresh.slice(0, 4000)], fresh, stored, batch: batch.id }
}

const injected = ({ method, path, body }: Request) => ({
  method,
  url: `/api${path}`,
  headers: { authorization: `Bearer ${token}` },
  ...(body ? { payload: body } : {}),
})

async function appParts(): Promise<AppParts> {
  const client = { issuer: config.publicUrl, clientId: 'bench', clientSecret: undefined }
  return {
    config,
    db,
    listen,
    isDiskFull,
    now: () => new Date(),
    signingKey: await loadSigningKey(db, new Date()),
    provider: identityProvider(client, config.publicUrl, 'demo'),
    webFolder: path.join(import.meta.dirname, '../../web/dist'),
    logger: { level: config.logLevel },
  }
}

function signIn(id = 'bench'): Promise<string> {
  const person = { id, name: id, email: `${id}@brain.example`, avatar: null }
  const session = { key: parts.signingKey, hours: 12, at: new Date() }
  return inTransaction(db, (trx) => openSession(trx, person, session))
}

function send(message: BenchReply) {
  process.send?.(message)
}
