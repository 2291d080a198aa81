import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { type AppParts, buildApp } from '../../server/src/app.ts'
import { identityProvider } from '../../server/src/auth/identity-provider.ts'
import { readConfig } from '../../server/src/config.ts'
import { inTransaction } from '../../server/src/db/in-transaction.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openSession } from '../../server/src/sessions/open-session.ts'
import { loadSigningKey } from '../../server/src/sessions/signing-key.ts'
import { openBenchDatabase } from './bench-database.ts'
import type { Request } from './calls.ts'
import { play, recording, type Script } from './script.ts'
import type { Given } from './stock.ts'
import type { Answer, Ask } from './subject-messages.ts'
import { timeJobs } from './timing.ts'

type Recorded = { isWrite: boolean; given: Given; script: Script }

const config = readConfig(process.env)
const { db, listen, isDiskFull, takeLanes, close } = await openBenchDatabase(config)
await migrate(db)
const parts = await appParts()
const app = await buildApp(parts)
await app.listen({ host: '127.0.0.1', port: 0 })
const token = await signIn()

// A second app, so that the recording is no burden to the one that is timed.
const { db: recordedDb, script } = recording(db)
const hearsNothing = async () => async () => {}
const recordingApp = await buildApp({ ...parts, db: recordedDb, listen: hearsNothing, logger: false })
const recordedCalls = new Map<string, Recorded>()

process.on('message', async (ask: Ask) => say(await answer(ask)))
process.on('disconnect', () => process.exit())
// Killed outright, Node writes no profile (NODE_OPTIONS=--cpu-prof).
process.on('SIGTERM', () => close().finally(() => process.exit()))
say({ to: 'start', server: { port: (app.server.address() as AddressInfo).port, token } })

async function answer(ask: Ask): Promise<Answer> {
  if (ask.do === 'record') return { to: 'record', statements: await record(ask) }
  if (ask.do === 'play') return { to: 'play', timing: await playStraight(ask) }
  // What the database would do by itself within a minute.
  await sql`vacuum (analyze)`.execute(db)
  return { to: 'settle' }
}

async function record({ call, request, given }: Ask & { do: 'record' }): Promise<number> {
  script.length = 0
  const { statusCode, body } = await recordingApp.inject(injected(request))
  if (statusCode !== 200) throw new Error(`${call} answered ${statusCode}: ${body}`)
  // Whose token it is, is asked by the server alone: that is part of what is measured.
  const own = script.filter(({ text }) => !text.includes('from "session"'))
  recordedCalls.set(call, { isWrite: request.method === 'POST', given, script: own })
  return own.length
}

async function playStraight({ call, concurrency, jobs }: Ask & { do: 'play' }) {
  const recorded = recordedCalls.get(call)
  if (!recorded) throw new Error(`${call} was not recorded`)
  const lanes = await takeLanes(concurrency)
  return timeJobs(jobs, lanes, (given, lane) => {
    const own = Object.entries(recorded.given).map(([name, old]) => [old, given[name] ?? ''] as const)
    return lane(recorded.isWrite, (query) => play(recorded.script, query, own))
  })
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
    webFolder: 'no-web-in-the-bench',
    logger: { level: config.logLevel },
  }
}

function signIn(): Promise<string> {
  const person = { id: 'bench', name: 'Bench', email: 'bench@brain.example', avatar: null }
  const session = { key: parts.signingKey, hours: 12, at: new Date() }
  return inTransaction(db, (trx) => openSession(trx, person, session))
}

function say(message: Answer) {
  process.send?.(message)
}
