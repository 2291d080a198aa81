import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { turnOnRoles } from '../../test/people.ts'

const lab = await openLab()
const reason = 'spilled on the bench'
const reasonsOf = async (action: string) => {
  const events = await lab.db
    .selectFrom('audit_event')
    .select('reason')
    .where('action', '=', action)
    .orderBy('id')
    .execute()
  return events.map((event) => event.reason)
}
const newStorage = async () => {
  const body = { alias: 'R', type: 'RACK', numberRows: 2, numberColumns: 2 }
  return (await lab.post('/storage/add', body)).json().storage.id as number
}
const received = async () => {
  const { id } = await lab.addSample()
  const { eventId } = (await lab.post('/samples/receive', { identifier: id })).json().sample
  return { id, eventId: eventId as number }
}

/** Each call with a reason, and its action; `path` and `body` are without it. */
const calls: [string, string, () => Promise<{ path: string; body: object }>][] = [
  [
    'deleting a sample',
    'sample.delete',
    async () => ({ path: `/samples/delete?id=${(await lab.addSample()).id}`, body: {} }),
  ],
  [
    'deleting chosen samples',
    'sample.delete',
    async () => ({ path: '/samples/delete-chosen', body: { sampleIds: [(await lab.addSample()).id] } }),
  ],
  [
    'deleting a batch',
    'batch.delete',
    async () => ({ path: `/batches/delete?id=${await lab.addBatch()}`, body: {} }),
  ],
  [
    'deleting a storage',
    'storage.delete',
    async () => ({ path: `/storage/delete?id=${await newStorage()}`, body: {} }),
  ],
  [
    'a status that goes back',
    'sample.update-lifecycle',
    async () => ({
      path: '/samples/update-lifecycle',
      body: { sampleId: (await received()).id, newStatus: 'UNKNOWN' },
    }),
  ],
  [
    'statuses that go back',
    'sample.update-statuses',
    async () => ({
      path: '/samples/update-statuses',
      body: { sampleIds: [(await received()).id], newStatus: 'UNKNOWN' },
    }),
  ],
  [
    'an edit whose status goes back',
    'sample.update',
    async () => ({ path: '/samples/update', body: { id: (await received()).id, status: 'UNKNOWN' } }),
  ],
  [
    'undo of a receipt',
    'sample.undo-status',
    async () => ({ path: '/samples/undo-status', body: { eventIds: [(await received()).eventId] } }),
  ],
]

test.each(calls)(
  'while roles are on, %s needs a reason, which the audit event holds',
  async (_, action, prepare) => {
    const { path, body } = await prepare()
    await turnOnRoles(lab)

    const refused = await lab.post(path, body)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      code: 'reason-required',
      message: expect.stringMatching(/^Please say why .+\.$/),
      field: 'reason',
    })
    expect(await reasonsOf(action)).toEqual([])

    expect((await lab.post(path, { ...body, reason: ` ${reason} ` })).statusCode).toBe(200)
    expect(await reasonsOf(action)).toEqual([reason])
  },
)

test.each(calls)(
  'while roles are off, %s needs no reason, and keeps one that is given',
  async (_, action, prepare) => {
    const without = await prepare()
    expect((await lab.post(without.path, without.body)).statusCode).toBe(200)
    const given = await prepare()
    expect((await lab.post(given.path, { ...given.body, reason })).statusCode).toBe(200)
    expect(await reasonsOf(action)).toEqual([null, reason])
  },
)

test('while roles are on, a status that goes on needs no reason', async () => {
  const { id: sampleId } = await lab.addSample()
  await turnOnRoles(lab)
  expect((await lab.post('/samples/update-lifecycle', { sampleId, newStatus: 'COLLECTED' })).statusCode).toBe(
    200,
  )
  expect((await lab.post('/samples/receive', { identifier: sampleId })).statusCode).toBe(200)
})

test('while roles are on, one of several statuses that goes back needs a reason for all', async () => {
  const sampleIds = [
    (await lab.addSample({ status: 'RECEIVED' })).id,
    (await lab.addSample({ status: 'QC_FAIL' })).id,
  ]
  await turnOnRoles(lab)
  const refused = await lab.post('/samples/update-statuses', { sampleIds, newStatus: 'PROCESSED' })
  expect(refused.json()).toMatchObject({ code: 'reason-required', field: 'reason' })
})

test('while roles are on, deleting needs no body other than the reason', async () => {
  const { id } = await lab.addSample()
  await turnOnRoles(lab)
  const reply = await lab.app.inject({
    method: 'POST',
    url: `/api/samples/delete?id=${id}`,
    headers: { authorization: `Bearer ${lab.token()}` },
  })
  expect(reply.json().code).toBe('reason-required')
})
