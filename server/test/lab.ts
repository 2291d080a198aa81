import { minuteMs } from '@lims/contract/durations.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { type AppParts, buildApp } from '../src/app.ts'
import { AnchorFile } from '../src/audit/anchor-file.ts'
import type { IdentityProvider } from '../src/auth/identity-provider.ts'
import { readConfig } from '../src/config.ts'
import type { Db } from '../src/db/database.ts'
import { inTransaction } from '../src/db/in-transaction.ts'
import { issuerOf } from '../src/sessions/assert-allowed.ts'
import { openSession } from '../src/sessions/open-session.ts'
import { loadSigningKey } from '../src/sessions/signing-key.ts'
import { listDifferingCopies } from './differing-copies.ts'
import { readersInThisProcess } from './file-readers.ts'
import { emptyTables, openTestDatabase } from './test-database.ts'
import { unaudited } from './unaudited.ts'

/** The fixed clock of every test. */
export const testNow = new Date('2026-11-20T09:00:00.000Z')
export const minutesLater = (minutes: number) => new Date(testNow.getTime() + minutes * minuteMs)

const noProvider: IdentityProvider = {
  name: 'nobody',
  isDemo: true,
  newSecrets: () => ({ state: 's', nonce: 'n', codeVerifier: 'v' }),
  signInAddress: () => Promise.reject(new Error('This test signs nobody in')),
  redeem: () => Promise.reject(new Error('This test signs nobody in')),
}

export type Lab = Awaited<ReturnType<typeof openLab>>

/**
 * A running app on an empty database, emptied again before each test, with Ada signed in. Each test ends with what
 * triggers maintain being the same as the samples. With `ownProcesses`, each scan and each import has a process, as in
 * a laboratory.
 */
export async function openLab(settings: Record<string, string> = {}, { ownProcesses = false } = {}) {
  const database = await openTestDatabase()
  const signingKey = await loadSigningKey(database.db, testNow)
  const lab = { now: testNow, token: '', isDiskFull: false }
  const config = readConfig(settings)
  const { anchorFile } = config.audit
  const parts: AppParts = {
    config,
    anchorFile: anchorFile ? new AnchorFile(anchorFile) : undefined,
    db: database.db,
    listen: database.listen,
    isDiskFull: () => lab.isDiskFull,
    now: () => lab.now,
    signingKey,
    provider: noProvider,
    webFolder: 'no-web-in-this-test',
    checksReplies: true,
    readers: ownProcesses ? undefined : readersInThisProcess,
    logger: false,
  }
  const apps: FastifyInstance[] = []
  const app = await addServer()

  async function addServer(others: Partial<AppParts> = {}): Promise<FastifyInstance> {
    const server = await buildApp({ ...parts, ...others })
    apps.push(server)
    return server
  }

  const signIn = (id: string, name: string, hours = 12) =>
    inTransaction(database.db, (trx) =>
      openSession(
        trx,
        { id, name, email: `${id}@brain.example`, avatar: null },
        { key: signingKey, hours, at: lab.now, issuer: issuerOf(parts.config.identity) },
      ),
    )

  beforeEach(async () => {
    await emptyTables(database.db)
    lab.now = testNow
    lab.isDiskFull = false
    lab.token = await signIn('ada', 'Ada Lindqvist')
  })
  afterEach(async () => expect(await listDifferingCopies(database.db)).toEqual([]))
  afterAll(async () => {
    await Promise.all(apps.map((server) => server.close()))
    await database.close()
  })

  const headers = (token: string, extra: Record<string, string> = {}) => ({
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...extra,
  })
  return {
    app,
    db: database.db as Db,
    signingKey,
    /** Another server on the same database, which listens, with other parts if need be. */
    startServer: async (others: Partial<AppParts> = {}) => {
      const server = await addServer(others)
      await server.listen({ host: '127.0.0.1', port: 0 })
      return server
    },
    token: () => lab.token,
    signIn,
    fillDisk: () => {
      lab.isDiskFull = true
    },
    setNow: (now: Date) => {
      lab.now = now
    },
    get: (path: string, query: Record<string, string> = {}, token = lab.token) =>
      app.inject({ method: 'GET', url: `/api${path}`, query, headers: headers(token) }),
    post: (path: string, body: unknown, token = lab.token, extra: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: `/api${path}`,
        payload: body as object,
        headers: headers(token, extra),
      }),
    addBatch: (overrides: Partial<{ name: string }> = {}) =>
      unaudited(database.db, (trx) => addBatch(trx, overrides)),
    addSample: (overrides: SampleOverrides = {}) =>
      unaudited(database.db, (trx) => addSample(trx, overrides)),
  }
}

type SampleOverrides = Partial<{
  id: string
  name: string
  alias: string
  type: SampleType
  status: SampleStatus
  batch_id: string
  notes: string
  subject_id: string
  site_id: string
  parent_sample_id: string
}>

async function addBatch(db: Db, overrides: Partial<{ name: string }>): Promise<string> {
  const { id } = await db
    .insertInto('batch')
    .values({
      name: 'Nordic study 4',
      description: 'Plasma and blood',
      created_at: testNow,
      created_by: 'ada',
      updated_at: testNow,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A sample in the batch given, or in one made for it. */
async function addSample(db: Db, overrides: SampleOverrides) {
  const batchId = overrides.batch_id ?? (await findOrAddBatch(db))
  return db
    .insertInto('sample')
    .values({
      name: 'NB-001',
      type: 'PLASMA',
      volume_nl: 2_000_000,
      batch_id: batchId,
      created_at: testNow,
      created_by: 'ada',
      updated_at: testNow,
      ...overrides,
    })
    .returning(['id', 'alias', 'batch_id'])
    .executeTakeFirstOrThrow()
}

async function findOrAddBatch(db: Db): Promise<string> {
  const batch = await db.selectFrom('batch').select('id').executeTakeFirst()
  return batch?.id ?? addBatch(db, {})
}
