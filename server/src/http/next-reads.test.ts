import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { withholdPermission } from '../../test/withhold-permission.ts'
import { NamingClient } from '../db/named-statements.ts'
import { nextReads } from './next-reads.ts'

const lab = await openLab()
withholdPermission(lab.app, 'mia', 'subject.read')
const sixteen = Array.from({ length: 16 })

async function addBox(): Promise<string> {
  const box = { alias: 'Box', type: 'BOX', numberRows: 3, numberColumns: 3 }
  return String((await lab.post('/storage/add', box)).json().storage.id)
}

async function placeTube(storageId: string, columnCoordinate = 1) {
  const { id } = await lab.addSample({ name: `NB-${columnCoordinate}`, subject_id: 'PT-4711' })
  const cell = { sampleId: id, storageId: Number(storageId), rowCoordinate: 1, columnCoordinate }
  expect((await lab.post('/samples/associate', cell)).statusCode).toBe(200)
}

/** The calls whose reads are shared, and what their replies count. */
const calls = (storageId: string) =>
  [
    ['/samples/list', { pageSize: '100' }, 'totalSamples'],
    ['/samples/tree', {}, 'totalSamples'],
    ['/storage/occupancy', { storageId }, 'occupied'],
    ['/stats/overview', {}, 'totalSamples'],
  ] as [string, Record<string, string>, string][]

test('many requests for the same data at once share reads', async () => {
  const storageId = await addBox()
  await placeTube(storageId)
  const query = vi.spyOn(NamingClient.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  const sentBy = async (requests: () => Promise<unknown>) => {
    query.mockClear()
    await requests()
    // The session is looked up once a second.
    return query.mock.calls.filter(([text]) => !String(text).includes('from "session"')).length
  }
  for (const [path, parameters] of calls(storageId)) {
    const alone = await sentBy(() => lab.get(path, parameters))
    const together = await sentBy(async () => {
      const replies = await Promise.all(sixteen.map(() => lab.get(path, parameters)))
      for (const { statusCode, body } of replies) expect([statusCode, body]).toEqual([200, replies[0]?.body])
    })
    expect(alone, path).toBeGreaterThan(0)
    // About twice as many; more on a busy computer, where a read takes longer than others wait for it.
    expect(together, path).toBeLessThan(sixteen.length * alone)
  }
})

test('a reply of a shared read holds everything that was saved before its request', async () => {
  const storageId = await addBox()
  let isOver = false
  const load = calls(storageId).flatMap(([path, parameters]) =>
    [1, 2].map(async () => {
      while (!isOver) await lab.get(path, parameters)
    }),
  )
  const tubes = 3
  for (let column = 1; column <= tubes; column++) await placeTube(storageId, column)
  for (let count = tubes + 1; count <= 9; count++) {
    await lab.addSample({ name: `NB-${count}` })
    for (const [path, parameters, member] of calls(storageId)) {
      const expected = member === 'occupied' ? tubes : count
      expect([path, (await lab.get(path, parameters)).json()[member]]).toEqual([path, expected])
    }
  }
  isOver = true
  await Promise.all(load)
})

test('a shared read shows subjects only to people who may see them', async () => {
  const storageId = await addBox()
  await placeTube(storageId)
  const mia = await lab.signIn('mia', 'Mia Berg')
  for (const [path, parameters] of calls(storageId)) {
    const tokens = sixteen.map((_, index) => (index % 2 ? mia : lab.token()))
    const replies = await Promise.all(tokens.map((token) => lab.get(path, parameters, token)))
    const shown = replies.map(({ body }) => body.includes('PT-4711'))
    expect([path, shown]).toEqual([path, tokens.map((token) => path !== '/stats/overview' && token !== mia)])
  }
})

test('a shared read that fails, fails for all who share it, and the next one succeeds', async () => {
  const storageId = await addBox()
  const shared = nextReads<unknown>()
  const divide = (by: string) =>
    shared(lab.db, storageId, () => sql`select 1 / ${by}::integer`.execute(lab.db))
  const results = await Promise.allSettled([divide('1'), divide('0'), divide('0')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect((await Promise.allSettled([divide('1')]))[0]?.status).toBe('fulfilled')
  const replies = await Promise.all(sixteen.map(() => lab.get('/storage/occupancy', { storageId: '999999' })))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(sixteen.map(() => 404))
})

test('a slow read does not delay later ones', async () => {
  const shared = nextReads<string>()
  const blocked = Promise.withResolvers<string>()
  const slow = shared(lab.db, 'list', () => blocked.promise)
  expect(await shared(lab.db, 'list', async () => 'early')).toBe('early')
  expect(await shared(lab.db, 'list', async () => 'late')).toBe('late')
  blocked.resolve('slow')
  expect(await slow).toBe('slow')
})

test('a transaction shares nothing', async () => {
  const shared = nextReads<void>()
  let reads = 0
  await lab.db.transaction().execute(async (trx) => {
    const read = () =>
      shared(trx, 'list', async () => {
        reads += 1
      })
    await Promise.all([read(), read(), read()])
  })
  expect(reads).toBe(3)
})
