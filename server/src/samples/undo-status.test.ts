import { nextStatuses, receivableStatuses, type SampleStatus } from '@lims/contract/sample-status.ts'
import type { LifecycleEvent, Sample } from '@lims/contract/samples.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { overlap } from '../../test/overlap.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()

const receive = async (identifier: string): Promise<number> =>
  (await lab.post('/samples/receive', { identifier })).json().sample.eventId
const update = async (sampleId: string, newStatus: SampleStatus): Promise<number> =>
  (await lab.post('/samples/update-lifecycle', { sampleId, newStatus })).json().eventId
const undo = (eventIds: number[]) => lab.post('/samples/undo-status', { eventIds })
const sampleOf = async (id: string): Promise<Sample> => (await lab.get('/samples/get', { id })).json().sample
const historyOf = async (sampleId: string): Promise<LifecycleEvent[]> =>
  (await lab.get('/samples/lifecycle-history', { sampleId })).json().events

async function addSamples(count: number): Promise<string[]> {
  const batch_id = await lab.addBatch()
  const names = Array.from({ length: count }, (_, place) => `S${place}`)
  return Promise.all(names.map(async (name) => (await lab.addSample({ name, batch_id })).id))
}

/** What an undo must bring back. */
const stateOf = ({
  status,
  collectionTimestamp,
  receivedTimestamp,
  qcTimestamp,
  processedTimestamp,
}: Sample) => ({
  status,
  collectionTimestamp,
  receivedTimestamp,
  qcTimestamp,
  processedTimestamp,
})

test('E1 undo of a receipt brings back the status and the times before it', async () => {
  const { id } = await lab.addSample()
  await update(id, 'COLLECTED')
  const before = await sampleOf(id)
  lab.setNow(minutesLater(1))
  const eventId = await receive(id)

  lab.setNow(minutesLater(2))
  const reply = await undo([eventId])

  expect(reply.json()).toEqual({ success: true, count: 1 })
  const after = await sampleOf(id)
  expect(stateOf(after)).toEqual(stateOf(before))
  expect(after.version).toBe(before.version + 2)
})

test('E1 an undo erases nothing: the history keeps the receipt, marked as undone, and the event that undid it', async () => {
  const { id } = await lab.addSample()
  const eventId = await receive(id)
  lab.setNow(minutesLater(1))
  await undo([eventId])

  const [undoing, receipt] = await historyOf(id)
  expect(undoing).toMatchObject({
    fromStatus: 'RECEIVED',
    status: 'UNKNOWN',
    undoes: eventId,
    timestamp: minutesLater(1).toISOString(),
    userName: 'Ada Lindqvist',
    isUndone: false,
    canUndo: false,
  })
  expect(receipt).toMatchObject({ id: eventId, status: 'RECEIVED', isUndone: true, canUndo: false })
})

test('E1 an undo of a bulk change takes every sample back and leaves an audit event for each', async () => {
  const ids = await addSamples(3)
  const reply = await lab.post('/samples/update-statuses', { sampleIds: ids, newStatus: 'COLLECTED' })
  const { eventIds } = reply.json()
  expect(eventIds).toHaveLength(3)

  expect((await undo(eventIds)).json()).toEqual({ success: true, count: 3 })

  for (const id of ids)
    expect(await sampleOf(id)).toMatchObject({ status: 'UNKNOWN', collectionTimestamp: null })
  const events = await lab.db
    .selectFrom('audit_event')
    .select(['entity_id', 'before', 'after'])
    .where('action', '=', 'sample.undo-status')
    .execute()
  expect(events.map(({ entity_id }) => entity_id).sort()).toEqual([...ids].sort())
  expect(events[0]).toMatchObject({
    before: { status: 'COLLECTED' },
    after: { status: 'UNKNOWN', version: 3 },
  })
})

test('E1 ENT-17 one sample that has changed since keeps all as they are, and is named with who changed it', async () => {
  const first = await lab.addSample({ name: 'NB-001' })
  const second = await lab.addSample({ name: 'NB-002', batch_id: first.batch_id })
  const receipts = [await receive(first.id), await receive(second.id)]
  await update(second.id, 'PROCESSED')
  await update(second.id, 'QC_PASS')

  const reply = await undo(receipts)

  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toEqual({
    code: 'status-changed-since',
    message: 'Nothing was undone: NB-002 was set to QC PASS by Ada Lindqvist since.',
  })
  expect((await sampleOf(first.id)).status).toBe('RECEIVED')
})

test('E1 changes are undone one after the other, the last first, and none twice', async () => {
  const { id } = await lab.addSample({ name: 'NB-001' })
  const collected = await update(id, 'COLLECTED')
  const received = await update(id, 'RECEIVED')

  expect((await undo([collected])).statusCode).toBe(409)
  expect((await undo([received])).statusCode).toBe(200)
  expect((await undo([received])).json().message).toBe('Nothing was undone: NB-001 was undone already.')
  expect((await historyOf(id)).find(({ canUndo }) => canUndo)?.id).toBe(collected)
  expect((await undo([collected])).statusCode).toBe(200)
  expect((await undo([collected])).statusCode).toBe(409)
  expect(stateOf(await sampleOf(id))).toEqual({
    status: 'UNKNOWN',
    collectionTimestamp: null,
    receivedTimestamp: null,
    qcTimestamp: null,
    processedTimestamp: null,
  })
})

test('E1 a time that was corrected after the change stays when the change is undone', async () => {
  const { id } = await lab.addSample()
  const eventId = await update(id, 'COLLECTED')
  const corrected = '2026-11-01T08:00:00.000Z'
  await lab.post('/samples/update', { id, collectionTimestamp: corrected })

  await undo([eventId])

  expect(await sampleOf(id)).toMatchObject({ status: 'UNKNOWN', collectionTimestamp: corrected })
})

test('E1 a change from before undo existed is refused, since its earlier times are not known', async () => {
  const { id } = await lab.addSample({ name: 'NB-001' })
  await update(id, 'COLLECTED')
  await unaudited(lab.db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update lifecycle_event set knows_previous = null where sample_id = ${id}`.execute(trx)
  })
  const [event] = await historyOf(id)
  expect(event?.canUndo).toBe(false)

  const reply = await undo([event?.id ?? 0])

  expect(reply.json()).toEqual({
    code: 'status-changed-since',
    message:
      'Nothing was undone: NB-001 was changed by an earlier version, which kept no times to go back to.',
  })
})

test('E1 a change that no sample has, and two changes of one sample, are refused', async () => {
  const { id } = await lab.addSample()
  const collected = await update(id, 'COLLECTED')
  const received = await update(id, 'RECEIVED')

  expect((await undo([received + 1000])).json()).toEqual({
    code: 'status-change-not-found',
    message: 'No sample has this change of status.',
    field: 'eventIds',
  })
  expect((await undo([collected, received])).json()).toEqual({
    code: 'request-invalid',
    message: 'eventIds must name one change of each sample',
    field: 'eventIds',
  })
  expect((await sampleOf(id)).status).toBe('RECEIVED')
})

test('E1 of many that have changed since, five are named and the others counted', async () => {
  const ids = await addSamples(6)
  const collected = []
  for (const id of ids) collected.push(await update(id, 'COLLECTED'))
  for (const id of ids) await update(id, 'UNKNOWN')
  const named = (count: number) =>
    Array.from({ length: count }, (_, place) => `S${place} was set to UNKNOWN by Ada Lindqvist since`).join(
      '; ',
    )
  const message = async (eventIds: number[]) => (await undo(eventIds)).json().message
  expect(await message(collected)).toMatch(
    /^Nothing was undone: (S\d was set to UNKNOWN by Ada Lindqvist since; ){5}and 1 more\.$/,
  )
  expect((await message(collected.slice(0, 5))).split('; ')).toHaveLength(5)
  expect(await message(collected.slice(0, 1))).toBe(`Nothing was undone: ${named(1)}.`)
})

test('E1 ENT-17 the status with which a sample was registered is not undone', async () => {
  const batchId = await lab.addBatch()
  const body = { name: 'NB-1', batchId, type: 'DNA', status: 'QC_FAIL' }
  const { id } = (await lab.post('/samples/add', body)).json().sample
  const [first] = await historyOf(id)
  expect((await undo([first?.id ?? 0])).json()).toEqual({
    code: 'status-changed-since',
    message: 'Nothing was undone: NB-1 was registered as QC FAIL.',
  })
})

test('E1 a receipt that was undone no longer counts as received in its week, and leaves the list of the received', async () => {
  const { id } = await lab.addSample()
  const eventId = await receive(id)
  const countReceived = async (): Promise<number> => {
    const { weeks } = (await lab.get('/stats/overview')).json()
    return weeks.at(-1).received
  }
  const listed = async () => (await lab.get('/samples/list', { reached: 'RECEIVED' })).json().totalSamples
  expect(await listed()).toBe(1)
  expect(await countReceived()).toBe(1)

  await undo([eventId])

  expect(await listed()).toBe(0)
  expect(await countReceived()).toBe(0)
})

test('E1 twenty people undo the same receipt at once: it is undone once', async () => {
  const { id } = await lab.addSample()
  const eventId = await receive(id)

  const replies = await Promise.all(Array.from({ length: 20 }, () => undo([eventId])))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(409)])
  expect(await historyOf(id)).toHaveLength(2)
})

test('E1 the database itself undoes only the last change, and only back to where it began', async () => {
  const { id } = await lab.addSample()
  const collected = await update(id, 'COLLECTED')
  await update(id, 'RECEIVED')
  const insertUndo = (from: string, to: string, undoes: number) =>
    sql`insert into lifecycle_event (sample_id, door, from_status, to_status, at, person_id, undoes)
      values (${id}, 'undo', ${from}, ${to}, ${testNow}, 'ada', ${undoes})`.execute(lab.db)

  await expect(insertUndo('RECEIVED', 'UNKNOWN', collected)).rejects.toMatchObject({ code: 'LIM10' })
  await expect(insertUndo('COLLECTED', 'UNKNOWN', collected)).rejects.toMatchObject({ code: 'LIM10' })
  await expect(insertUndo('RECEIVED', 'COLLECTED', collected + 1000)).rejects.toMatchObject({ code: 'LIM10' })
})

test('E1 a deleted sample that is restored keeps what was undone and what can be undone', async () => {
  const { id } = await lab.addSample()
  const collected = await update(id, 'COLLECTED')
  await undo([await receive(id)])
  const before = await historyOf(id)
  const { deletionId } = (
    await lab.app.inject({
      method: 'POST',
      url: `/api/samples/delete?id=${id}`,
      headers: { authorization: `Bearer ${lab.token()}` },
    })
  ).json()

  await lab.post('/deletions/undo', { deletionId })

  expect(await historyOf(id)).toEqual(before)
  expect((await undo([collected])).statusCode).toBe(200)
})

test('E1 an undo that waits for somebody who deletes the sample says so', async () => {
  const { id, alias } = await lab.addSample()
  const eventId = await receive(id)
  const [deleted, undone] = await overlap(lab.db, [
    () => lab.post(`/samples/delete?id=${id}`, {}),
    () => undo([eventId]),
  ])
  expect(deleted?.statusCode).toBe(200)
  expect([undone?.statusCode, undone?.json().message]).toEqual([
    409,
    `Nothing was undone: NB-001 (${alias}) was deleted since.`,
  ])
})

type Model = { state: ReturnType<typeof stateOf>; undoable: { eventId: number; before: Model['state'] }[] }
const timeOf: Partial<Record<SampleStatus, keyof Model['state']>> = {
  COLLECTED: 'collectionTimestamp',
  RECEIVED: 'receivedTimestamp',
  PROCESSED: 'processedTimestamp',
  QC_PASS: 'qcTimestamp',
  QC_FAIL: 'qcTimestamp',
}

test('E1 10,000 random steps: status and times are always those of the model', async () => {
  const wantedSteps = 10_000
  const ids = await addSamples(40)
  const models = new Map<string, Model>()
  for (const id of ids) models.set(id, { state: stateOf(await sampleOf(id)), undoable: [] })
  const modelOf = (id: string) => models.get(id) as Model
  const assertModel = async (id: string) => expect(stateOf(await sampleOf(id))).toEqual(modelOf(id).state)
  const choices = fc.sample(
    fc.record({
      first: fc.nat(ids.length - 1),
      count: fc.integer({ min: 1, max: 20 }),
      act: fc.nat(9),
      to: fc.nat(20),
    }),
    { numRuns: wantedSteps, seed: 20261122 },
  )

  let steps = 0
  for (const [second, { first, count, act, to: target }] of choices.entries()) {
    if (steps >= wantedSteps) break
    const at = minutesLater(second / 60)
    lab.setNow(at)
    const chosen = [...ids.slice(first), ...ids.slice(0, first)].slice(0, count)
    const undoable = chosen.filter((id) => modelOf(id).undoable.length > 0)
    if (act < 4 && undoable.length > 0) {
      const reply = await undo(undoable.map((id) => modelOf(id).undoable.at(-1)?.eventId ?? 0))
      expect(reply.json()).toEqual({ success: true, count: undoable.length })
      for (const id of undoable) modelOf(id).state = modelOf(id).undoable.pop()?.before as Model['state']
      steps += undoable.length
    } else {
      const status = modelOf(chosen[0] ?? '').state.status
      const alike = chosen.filter((id) => modelOf(id).state.status === status)
      const isReceipt = act === 9 && receivableStatuses.includes(status)
      const to = isReceipt
        ? 'RECEIVED'
        : (nextStatuses[status][target % nextStatuses[status].length] ?? 'UNKNOWN')
      const moved = isReceipt ? alike.slice(0, 1) : alike
      const eventIds = isReceipt
        ? [await receive(moved[0] ?? '')]
        : (await lab.post('/samples/update-statuses', { sampleIds: moved, newStatus: to })).json().eventIds
      const time = timeOf[to]
      for (const id of moved) {
        const { state, undoable: earlier } = modelOf(id)
        earlier.push({ eventId: 0, before: state })
        modelOf(id).state = { ...state, status: to, ...(time ? { [time]: at.toISOString() } : {}) }
      }
      await nameEvents(eventIds)
      steps += moved.length
    }
    if (second % 20 === 0) await assertModel(ids[first] ?? '')
  }

  expect(steps).toBeGreaterThanOrEqual(wantedSteps)
  for (const id of ids) await assertModel(id)

  /** The reply lists only the events, so the database is queried for the sample of each. */
  async function nameEvents(eventIds: number[]) {
    const events = await lab.db
      .selectFrom('lifecycle_event')
      .select(['id', 'sample_id'])
      .where('id', 'in', eventIds)
      .execute()
    for (const { id, sample_id } of events) {
      const last = modelOf(sample_id).undoable.at(-1)
      if (last) last.eventId = id
    }
  }
}, 180_000)
