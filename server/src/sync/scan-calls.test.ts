import { dayMs } from '@lims/contract/durations.ts'
import type { SyncStatus } from '@lims/contract/sync.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder }, { ownProcesses: true })
const unset = await openLab()
const { scan, status } = scanning(lab)
beforeEach(() => {
  repository.clear()
  repository.add('T0000001.bam', makeBam())
})

const idle = async (): Promise<SyncStatus> =>
  vi.waitFor(
    async () => {
      const now = await status()
      expect(now).toMatchObject({ isRunning: false, lastScanTime: expect.any(String) })
      return now
    },
    { timeout: 30_000, interval: 20 },
  )
const runs = () => lab.db.selectFrom('sync_run').selectAll().orderBy('id').execute()

test('API-SYNC-01, API-SYNC-03 /sync/status and /dvc/status tell isRunning, lastScanTime, filesProcessed and recentErrors', async () => {
  const before = {
    isRunning: false,
    lastScanTime: null,
    filesProcessed: 0,
    recentErrors: [],
    isConfigured: true,
  }
  for (const path of ['/sync/status', '/dvc/status']) {
    expect((await lab.get(path)).json()).toMatchObject(before)
  }

  await scan()

  const after = {
    isRunning: false,
    lastScanTime: testNow.toISOString(),
    filesProcessed: 1,
    recentErrors: [
      { message: 'A BAM file belongs to no sample here: T0000001.bam', timestamp: testNow.toISOString() },
    ],
    startedByName: 'Ada Lindqvist',
  }
  for (const path of ['/sync/status', '/dvc/status']) {
    expect((await lab.get(path)).json()).toMatchObject(after)
  }
})

test.each(['/sync/trigger', '/dvc/scan'])(
  'API-SYNC-02, API-SYNC-04 %s begins a scan, with any body or none',
  async (path) => {
    for (const body of [undefined, {}, { full_scan: true, nested: { a_b: 1 } }]) {
      const reply = await lab.post(path, body)
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toMatchObject({
        success: true,
        status: { isRunning: true, startedByName: 'Ada Lindqvist' },
      })
      await idle()
    }
    const events = await lab.db
      .selectFrom('audit_event')
      .selectAll()
      .where('action', '=', 'scan.begin')
      .execute()
    expect(events.map(({ person_id }) => person_id)).toEqual(['ada', 'ada', 'ada'])
  },
)

test('an error keeps the time at which it was first met, and goes when it is mended', async () => {
  await scan()
  lab.setNow(new Date('2026-11-20T10:00:00.000Z'))
  expect(await scan()).toMatchObject({
    lastScanTime: '2026-11-20T10:00:00.000Z',
    recentErrors: [{ timestamp: testNow.toISOString() }],
  })
  await lab.addSample({ alias: 'T0000001' })
  expect(await scan()).toMatchObject({ recentErrors: [], samplesLinked: 1 })
})

test('a scan that broke off is reported beside the last complete one', async () => {
  expect(await scan()).toMatchObject({ brokenOffTime: null, filesProcessed: 1 })
  const at = new Date('2026-11-20T10:00:00.000Z')
  const run = { started_at: at, started_by: null, files_expected: 1, files_processed: 0 }
  await lab.db
    .insertInto('sync_run')
    .values({ ...run, ended_at: at, outcome: 'failed' })
    .execute()
  const complete = testNow.toISOString()
  const expected = { isRunning: false, lastScanTime: complete, filesProcessed: 0, startedByName: null }
  expect(await status()).toMatchObject({ ...expected, brokenOffTime: at.toISOString() })

  const lostAt = new Date('2026-11-20T11:00:00.000Z')
  await lab.db
    .insertInto('sync_run')
    .values({ ...run, beat_at: lostAt })
    .execute()
  expect(await status()).toMatchObject({ ...expected, brokenOffTime: lostAt.toISOString() })
})

test('the last complete scan is reported for as long as later ones break off', async () => {
  const complete = new Date(testNow.getTime() - 100 * dayMs)
  lab.setNow(new Date(complete.getTime() - 100 * dayMs))
  await scan()
  lab.setNow(complete)
  await scan()
  lab.setNow(testNow)
  repository.remove('.')

  const failed = await scan()

  expect(failed).toMatchObject({
    lastScanTime: complete.toISOString(),
    brokenOffTime: testNow.toISOString(),
    bamFiles: 1,
  })
  const [last, newest] = await runs()
  expect(last).toMatchObject({ ended_at: complete, outcome: 'done' })
  expect(newest).toMatchObject({ outcome: 'failed', files_expected: 1 })
  expect(await runs()).toHaveLength(2)
})

test('a request sent twice with one Idempotency-Key is one scan', async () => {
  const send = () => lab.post('/sync/trigger', {}, lab.token(), { 'idempotency-key': 'k' })
  const first = await send()
  await idle()
  expect((await send()).json()).toEqual(first.json())
  expect(await runs()).toHaveLength(1)
})

test('what a scan links that an API token began is recorded with the token', async () => {
  await lab.addSample({ alias: 'T0000001' })
  const { token, id } = await apiTokens(lab).create({ permissions: ['sync.run'] })
  expect((await lab.post('/sync/trigger', {}, token)).statusCode).toBe(200)
  await idle()
  const events = await lab.db
    .selectFrom('audit_event')
    .select(['action', 'person_id', 'token_id'])
    .where('action', 'in', ['scan.begin', 'sample.link-bam'])
    .orderBy('id')
    .execute()
  expect(events).toEqual(
    ['scan.begin', 'sample.link-bam'].map((action) => ({ action, person_id: 'ada', token_id: id })),
  )
})

test('where no data repository is set up, the status says so and nothing can be scanned', async () => {
  expect((await unset.get('/sync/status')).json()).toMatchObject({ isConfigured: false, isRunning: false })
  const reply = await unset.post('/dvc/scan', {})
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    { code: 'sync-not-configured', message: 'No data repository is set up here (DVC_REPO_DIR).' },
  ])
})
