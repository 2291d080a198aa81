import { nextStatuses, type SampleStatus } from '@lims/contract/sample-status.ts'
import type { LifecycleEvent } from '@lims/contract/samples.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
const update = (sampleId: string, newStatus: unknown, notes?: string) =>
  lab.post('/samples/update-lifecycle', { sample_id: sampleId, new_status: newStatus, notes })
const sampleOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample
const historyOf = async (sampleId: string): Promise<LifecycleEvent[]> =>
  (await lab.get('/samples/lifecycle-history', { sample_id: sampleId })).json().events

test('LIFE-12 API-SAMP-18 API-SAMP-20 a change of status is in the history with who, when and why', async () => {
  const { id } = await lab.addSample()

  const reply = await update(id, 'COLLECTED', 'as planned')

  expect(reply.json()).toMatchObject({ success: true, sample: { id, status: 'COLLECTED', version: 2 } })
  expect(await historyOf(id)).toEqual([
    {
      id: expect.any(Number),
      sampleId: id,
      fromStatus: 'UNKNOWN',
      status: 'COLLECTED',
      timestamp: testNow.toISOString(),
      userId: 'ada',
      userName: 'Ada Lindqvist',
      notes: 'as planned',
      undoes: null,
      isUndone: false,
      canUndo: true,
    },
  ])
})

test('LIFE-10 API-SAMP-19 explains a change that the table does not allow, and changes nothing', async () => {
  const { id } = await lab.addSample({ name: 'NB-001', status: 'QC_PASS' })

  const reply = await update(id, 'RECEIVED')

  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toEqual({
    code: 'status-transition-invalid',
    message:
      'status transition validation failed: NB-001 is QC PASS and can change to SEQUENCED or SENT TO C2N or UNKNOWN, not to RECEIVED',
  })
  expect(await sampleOf(id)).toMatchObject({ status: 'QC_PASS', version: 1 })
  expect(await historyOf(id)).toEqual([])
})

test('ENT-07 each status sets its own time, which stays until the same status is reached again', async () => {
  const { id } = await lab.addSample()
  const day = (number: number) => new Date(testNow.getTime() + number * 86_400_000)
  const path: SampleStatus[] = [
    'COLLECTED',
    'RECEIVED',
    'PROCESSED',
    'QC_FAIL',
    'PROCESSED',
    'QC_PASS',
    'UNKNOWN',
    'COLLECTED',
  ]
  for (const [place, status] of path.entries()) {
    lab.setNow(day(place / 24))
    expect((await update(id, status)).statusCode).toBe(200)
  }
  const at = (place: number) => day(place / 24).toISOString()
  expect(await sampleOf(id)).toMatchObject({
    status: 'COLLECTED',
    collectionTimestamp: at(7),
    receivedTimestamp: at(1),
    processedTimestamp: at(4),
    qcTimestamp: at(5),
    archivedTimestamp: null,
  })
  expect((await historyOf(id)).map(({ status }) => status)).toEqual(path.toReversed())
})

test('LIFE-08 SENT_TO_COLLABORATOR is SENT_TO_C2N', async () => {
  const { id } = await lab.addSample({ status: 'QC_PASS' })
  expect((await update(id, 'SENT_TO_COLLABORATOR')).json().sample.status).toBe('SENT_TO_C2N')
})

test.each(['UNRECOGNIZED', 'collected', 'FROZEN'])('ENT-13 rejects %s as a status', async (word) => {
  const { id } = await lab.addSample()
  const reply = await update(id, word)
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual({
    code: 'request-invalid',
    message: `sample status validation failed: '${word}' is not a status`,
    field: 'newStatus',
  })
})

test('ERR-46 rejects an unknown sample', async () => {
  for (const id of ['7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f', 'no-id']) {
    expect((await update(id, 'COLLECTED')).json()).toEqual({
      code: 'sample-not-found',
      message: 'Sample not found',
    })
  }
})

test('LIFE-10 fifty concurrent requests for one sample make one change and one event', async () => {
  const { id } = await lab.addSample()

  const replies = await Promise.all(Array.from({ length: 50 }, () => update(id, 'COLLECTED')))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(49).fill(409)])
  expect(await historyOf(id)).toHaveLength(1)
  expect(await sampleOf(id)).toMatchObject({ status: 'COLLECTED', version: 2 })
})

test('LIFE-10 LIFE-12 after fifty concurrent different changes, each event continues from the one before', async () => {
  const { id } = await lab.addSample({ status: 'PROCESSED' })
  const wishes = ['QC_PASS', 'QC_FAIL', 'UNKNOWN', 'COLLECTED', 'RECEIVED', 'PROCESSED', 'SEQUENCED'] as const

  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, place) => update(id, wishes[place % wishes.length])),
  )

  const accepted = replies.filter(({ statusCode }) => statusCode === 200).length
  expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(50 - accepted)
  const line = (await historyOf(id)).toReversed()
  expect(line).toHaveLength(accepted)
  for (const [place, event] of line.entries()) {
    expect(event.fromStatus).toBe(place === 0 ? 'PROCESSED' : line[place - 1]?.status)
    expect(nextStatuses[event.fromStatus ?? 'UNKNOWN']).toContain(event.status)
  }
  expect((await sampleOf(id)).status).toBe(line.at(-1)?.status)
})

test('LIFE-10 the database rejects a change of status without an event', async () => {
  const { id } = await lab.addSample()
  await expect(sql`update sample set status = 'COLLECTED' where id = ${id}`.execute(lab.db)).rejects.toThrow(
    /changes only through a lifecycle event/,
  )
  for (const column of ['moved_at', 'created_at']) {
    const change = sql`update sample set ${sql.ref(column)} = now() where id = ${id}`
    await expect(change.execute(lab.db)).rejects.toThrow(/changes only through a lifecycle event/)
  }
  const event = (from: string, to: string) =>
    sql`insert into lifecycle_event (sample_id, from_status, to_status, at, person_id)
        values (${id}, ${from}, ${to}, ${testNow}, 'ada')`.execute(lab.db)
  await expect(event('UNKNOWN', 'SEQUENCED')).rejects.toThrow(/lifecycle_event_obeys_the_table/)
  await expect(event('COLLECTED', 'RECEIVED')).rejects.toThrow(/not in the status that its event starts from/)
  expect((await sampleOf(id)).status).toBe('UNKNOWN')
})

test('LIFE-12 the database rejects changes of an event', async () => {
  const { id } = await lab.addSample()
  await update(id, 'COLLECTED')
  await expect(sql`update lifecycle_event set to_status = 'RECEIVED'`.execute(lab.db)).rejects.toThrow(
    /takes no UPDATE/,
  )
})
