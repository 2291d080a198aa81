import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { behindProxy } from '../../test/behind-proxy.ts'
import { openEventStream } from '../../test/event-stream.ts'
import { openLab } from '../../test/lab.ts'
import { turnOnRoles } from '../../test/people.ts'

const lab = await openLab()
const { proxy, startServer } = await behindProxy(lab)

/** As it is sent: other statements have the word in the name of a table. */
const commit = 'commit\0'
const study = { name: 'Study 7', description: 'Plasma', numSamples: 2, tubeType: 'EDTA' }
const countBatches = async () => (await lab.get('/batches/list')).json().totalBatches

test('a write whose commit gets no reply may have been saved: the server says so, and repeated with its key it is not done twice', async () => {
  const post = await startServer()
  const key = { 'idempotency-key': 'study-7' }
  proxy.loseReplyTo(commit)
  const reply = await post('/batches/add', study, key)
  expect([reply.statusCode, reply.json()]).toEqual([
    503,
    {
      code: 'outcome-unknown',
      message:
        'The database stopped responding while this was saved. It may have been saved all the same: trying again is safe.',
    },
  ])
  expect(await countBatches()).toBe(1)
  expect((await post('/batches/add', study, key)).statusCode).toBe(200)
  expect(await countBatches()).toBe(1)
})

test('a write without a key is to be looked for first', async () => {
  const post = await startServer()
  proxy.loseReplyTo(commit)
  const reply = await post('/batches/add', study)
  expect(reply.json().message).toMatch(/ all the same: look before you try again\.$/)
  expect(await countBatches()).toBe(1)
})

test('a write that loses the database before its commit is not saved', async () => {
  const post = await startServer()
  proxy.loseReplyTo('insert into "batch"')
  const reply = await post('/batches/add', study)
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'database-unavailable'])
  expect(await countBatches()).toBe(0)
})

test('a receipt whose statement gets no reply may have been saved: the server says so, and all open pages learn of it', async () => {
  const { id, alias } = await lab.addSample()
  const stream = await openEventStream(await lab.startServer(), lab.token())
  onTestFinished(() => stream.leave())
  await vi.waitFor(() => expect(stream.text()).toContain(': open'), { timeout: 20_000 })
  const post = await startServer()
  const receive = () => post('/samples/receive', { identifier: alias }, { 'idempotency-key': 'scan-1' })
  stream.forget()
  proxy.loseReplyTo('insert into answered_request')
  const reply = await receive()
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'outcome-unknown'])
  expect((await lab.get('/samples/get', { id })).json().sample.status).toBe('RECEIVED')
  await vi.waitFor(() => expect(stream.changes).toContainEqual({ samples: true, storages: 'all' }), {
    timeout: 10_000,
  })
  expect((await receive()).json()).toMatchObject({ success: true, sample: { id, status: 'RECEIVED' } })
})

test('a receipt that never reached the database is not saved', async () => {
  const { alias } = await lab.addSample()
  const post = await startServer()
  const receive = (identifier: string) => post('/samples/receive', { identifier })
  // Its session is known then, without the database.
  expect((await receive('another')).statusCode).toBe(404)
  await proxy.stop()
  await proxy.refuseAll()
  const reply = await receive(alias)
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'database-unavailable'])
})

test('a file whose audit event may have been saved can be downloaded again', async () => {
  const { id } = await lab.addSample()
  const post = await startServer()
  proxy.loseReplyTo(commit)
  const download = () => post('/samples/export-chosen', { sampleIds: [id], format: 'csv' })
  expect((await download()).json().code).toBe('database-unavailable')
  expect((await download()).statusCode).toBe(200)
})

const provider = {
  name: 'Google',
  isDemo: false,
  newSecrets: () => ({ state: randomUUID(), nonce: 'n', codeVerifier: 'v' }),
  signInAddress: async () => 'https://sign-in.example/',
  redeem: () => Promise.reject(new Error('Nobody comes back from it')),
}

test.each(['/auth/login', '/auth/logout'])(
  '%s whose commit gets no reply can be tried again: there is nothing to look for',
  async (path) => {
    const post = await startServer({ provider })
    proxy.loseReplyTo(commit)
    const reply = await post(path, {})
    expect([reply.statusCode, reply.json()]).toEqual([
      503,
      {
        code: 'database-unavailable',
        message: 'The database does not respond. Please try again in a moment.',
      },
    ])
    expect((await post(path, {})).statusCode).toBe(200)
  },
)

test('the files of the database are cleaned also after an erasure whose commit got no reply', async () => {
  await turnOnRoles(lab)
  await lab.addSample({ subject_id: 'S-9' })
  const post = await startServer()
  proxy.loseReplyTo(commit)
  const reply = await post('/subjects/erase', { subjectId: 'S-9', reason: 'withdrew', samples: 'keep' })
  expect(reply.json().code).toBe('outcome-unknown')
  expect((await lab.db.selectFrom('erasure').select('id').execute()).length).toBe(1)
  const toClean = () => lab.db.selectFrom('erasure_to_clean').selectAll().execute()
  await vi.waitFor(async () => expect(await toClean()).toEqual([]), { timeout: 30_000 })
})
