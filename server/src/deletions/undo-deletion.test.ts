import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { cancelWaiting, overlap, waitsForLock } from '../../test/overlap.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()

const addStorage = async (body: object): Promise<number> =>
  (await lab.post('/storage/add', { numberRows: 3, numberColumns: 3, ...body })).json().storage.id
const placeSample = async (storageId: number, location: string) => {
  const { id } = await lab.addSample()
  await lab.post('/samples/associate', { sampleId: id, storageId, location })
  return id
}
const remove = async (path: string): Promise<string> =>
  (await lab.post(`${path}`, undefined)).json().deletionId
async function undo(deletionId: string) {
  const reply = await lab.post('/deletions/undo', { deletionId })
  return [reply.statusCode, reply.json().message]
}
const gone = (holder: string) =>
  `It cannot come back to its place: its storage ${holder} has been deleted since. Restore that first, or it can come back without its place.`

test('a batch whose name has been taken since cannot be restored, with the reason', async () => {
  const body = { name: 'Pilot', description: 'd', numSamples: 1, tubeType: 'EDTA' }
  const { batch } = (await lab.post('/batches/add', body)).json()
  const deletion = await remove(`/batches/delete?id=${batch.id}`)
  await lab.post('/batches/add', body)
  expect(await undo(deletion)).toEqual([409, 'It cannot come back: its name has been taken since.'])
})

test('C4 a batch comes back with its placed samples in their cells', async () => {
  const box = await addStorage({ alias: 'Box', type: 'BOX' })
  const [first, second] = [await placeSample(box, 'A1'), await placeSample(box, 'C3')]
  const { batchId } = (await lab.get('/samples/get', { id: first })).json().sample
  const deletion = await remove(`/batches/delete?id=${batchId}`)
  expect((await lab.get('/storage/get', { id: String(box) })).json().storage.occupied).toBe(0)

  expect((await undo(deletion))[0]).toBe(200)

  for (const [sampleId, location] of [
    [first, 'A1'],
    [second, 'C3'],
  ] as const) {
    const place = (await lab.get('/samples/location', { sampleId })).json()
    expect(place).toMatchObject({ inStorage: true, storageId: box, location })
  }
})

test('a sample whose box is gone waits for the box, and comes back to its cell', async () => {
  const box = await addStorage({ alias: 'Box', type: 'BOX' })
  const sample = await placeSample(box, 'B2')
  const first = await remove(`/samples/delete?id=${sample}`)
  const second = await remove(`/storage/delete?id=${box}`)

  expect(await undo(first)).toEqual([409, gone('Box')])
  expect((await lab.get('/samples/get', { id: sample })).statusCode).toBe(404)

  await undo(second)
  expect((await undo(first))[0]).toBe(200)
  expect((await lab.get('/samples/location', { sampleId: sample })).json()).toMatchObject({ location: 'B2' })
})

test('D7 a sample whose cell was taken is refused with cell and tube, and comes back without its place', async () => {
  const box = await addStorage({ alias: 'Box 3', type: 'BOX' })
  const sample = await placeSample(box, 'B2')
  const deletionId = await remove(`/samples/delete?id=${sample}`)
  const { id, alias } = await lab.addSample({ name: 'NB-2' })
  await lab.post('/samples/associate', { sampleId: id, storageId: box, location: 'B2' })

  const refused = await lab.post('/deletions/undo', { deletionId })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'cell-taken',
      message: `It cannot come back to its place: B2 of Box 3 holds NB-2 (${alias}) now. It can come back without its place.`,
    },
  ])

  const undone = await lab.post('/deletions/undo', { deletionId, withoutPlace: true })
  expect(undone.json()).toEqual({ success: true, numSamples: 1 })
  const place = (await lab.get('/samples/location', { sampleId: sample })).json()
  expect(place).toMatchObject({ inStorage: false })
  const loose = (await lab.get('/samples/list', { hasPlace: 'no' })).json().samples
  expect(loose.map(({ id }: { id: string }) => id)).toEqual([sample])
  const [restored] = await auditEventsOf(lab, 'sample.restore')
  expect(restored).toMatchObject({ entity_id: sample, after: { deletionId, withoutPlace: true } })
})

test('D7 of a batch brought back without its places, those whose cells are free go there', async () => {
  const box = await addStorage({ alias: 'Box', type: 'BOX' })
  const [first, second] = [await placeSample(box, 'A1'), await placeSample(box, 'B1')]
  const { batchId } = (await lab.get('/samples/get', { id: first })).json().sample
  const deletionId = await remove(`/batches/delete?id=${batchId}`)
  const other = await lab.addSample({ batch_id: await lab.addBatch({ name: 'Other' }) })
  await lab.post('/samples/associate', { sampleId: other.id, storageId: box, location: 'A1' })
  const undone = await lab.post('/deletions/undo', { deletionId, withoutPlace: true })
  expect(undone.json()).toEqual({ success: true, numSamples: 2 })
  const placeOf = async (sampleId: string) =>
    (await lab.get('/samples/location', { sampleId })).json().location
  expect([await placeOf(first), await placeOf(second)]).toEqual(['', 'B1'])
  const loose = (await lab.get('/samples/list', { hasPlace: 'no', batchId })).json().samples
  expect(loose.map(({ id }: { id: string }) => id)).toEqual([first])
})

test('of samples brought back without their places, the events of those name it whose cells are taken', async () => {
  const box = await addStorage({ alias: 'Box', type: 'BOX' })
  const sampleIds = [await placeSample(box, 'A1'), await placeSample(box, 'B1'), await placeSample(box, 'C1')]
  const { deletionId } = (await lab.post('/samples/delete-chosen', { sampleIds })).json()
  await placeSample(box, 'B1')
  await lab.post('/deletions/undo', { deletionId, withoutPlace: true })
  const restored = await auditEventsOf(lab, 'sample.restore')
  expect(new Map(restored.map(({ entity_id, after }) => [entity_id, after]))).toEqual(
    new Map([
      [sampleIds[0], { deletionId }],
      [sampleIds[1], { deletionId, withoutPlace: true }],
      [sampleIds[2], { deletionId }],
    ]),
  )
  const { deletionId: again } = (await lab.post('/samples/delete-chosen', { sampleIds })).json()
  await lab.post('/deletions/undo', { deletionId: again, withoutPlace: true })
  const later = (await auditEventsOf(lab, 'sample.restore')).slice(restored.length)
  expect(later.map(({ after }) => after)).toEqual(sampleIds.map(() => ({ deletionId: again })))
})

test('the history of a sample that came back with its batch says that its cell was taken', async () => {
  const box = await addStorage({ alias: 'Box', type: 'BOX' })
  const [first, second] = [await placeSample(box, 'A1'), await placeSample(box, 'B1')]
  const { batchId } = (await lab.get('/samples/get', { id: first })).json().sample
  const deletionId = await remove(`/batches/delete?id=${batchId}`)
  const other = await lab.addSample({ batch_id: await lab.addBatch({ name: 'Other' }) })
  await lab.post('/samples/associate', { sampleId: other.id, storageId: box, location: 'B1' })
  await lab.post('/deletions/undo', { deletionId, withoutPlace: true })
  const historyOf = async (entityId: string) =>
    (await lab.get('/audit/history', { entityType: 'sample', entityId })).json().events
  expect((await historyOf(second)).slice(0, 2)).toMatchObject([
    {
      action: 'sample.take-out',
      before: { place: { sampleId: second, storageId: box, row: 1, column: 2 } },
      after: { place: null },
    },
    { action: 'batch.restore', after: { deletionId, samplesWithoutPlace: 1 } },
  ])
  expect((await historyOf(first))[0].action).toBe('batch.restore')
  expect(await auditEventsOf(lab, 'sample.take-out')).toHaveLength(1)
})

test('what comes back without its place goes to its cell only where that is still possible', async () => {
  await addStorage({ alias: 'Other', type: 'BOX' })
  const changes: Record<string, (id: number) => Promise<unknown>> = {
    deleted: (id) => remove(`/storage/delete?id=${id}`),
    'with fewer rows': (id) => lab.post('/storage/update', { id, numberRows: 2, numberColumns: 3 }),
    'with fewer columns': (id) => lab.post('/storage/update', { id, numberRows: 3, numberColumns: 2 }),
    'of another type': (id) => lab.post('/storage/update', { id, type: 'RACK' }),
    unchanged: async () => {},
  }
  const places: Record<string, string> = {}
  for (const [now, change] of Object.entries(changes)) {
    const box = await addStorage({ alias: `Box ${now}`, type: 'BOX' })
    const sampleId = await placeSample(box, 'C3')
    const deletionId = await remove(`/samples/delete?id=${sampleId}`)
    await change(box)
    await lab.post('/deletions/undo', { deletionId, withoutPlace: true })
    places[now] = (await lab.get('/samples/location', { sampleId })).json().location
  }
  expect(places).toEqual({
    deleted: '',
    'with fewer rows': '',
    'with fewer columns': '',
    'of another type': '',
    unchanged: 'C3',
  })
  const rack = await addStorage({ alias: 'Rack', type: 'RACK' })
  const inside = await addStorage({ alias: 'Inside', type: 'BOX', parentID: rack })
  const deletionId = await remove(`/storage/delete?id=${inside}`)
  await lab.post('/deletions/undo', { deletionId, withoutPlace: true })
  expect((await lab.get('/storage/get', { id: `${inside}` })).json().storage.parentID).toBe(rack)
  const [restored] = await auditEventsOf(lab, 'storage.restore')
  expect(restored?.after).toEqual({ deletionId })
})

test('an undo that fails for a reason of its own does not say that something cannot come back', async () => {
  const id = await lab.addBatch({ name: 'Pilot' })
  const deletionId = await remove(`/batches/delete?id=${id}`)
  const { undone } = await unaudited(lab.db, async (trx) => {
    const made = { created_at: testNow, created_by: 'ada', updated_at: testNow }
    await trx
      .insertInto('batch')
      .values({ name: 'Pilot', description: '', ...made })
      .execute()
    const sent = lab.post('/deletions/undo', { deletionId })
    expect(await waitsForLock(lab.db, sent)).toBe(true)
    await cancelWaiting(lab.db)
    return { undone: await sent }
  })
  expect(undone.json().code).toBe('database-unavailable')
})

test('the parents of restored children are locked in the order of their ids', async () => {
  const ids = ['0f', 'f1'].map((start) => `${start}9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f`)
  const children: string[] = []
  for (const id of ids.toReversed()) {
    await lab.addSample({ id, name: id })
    children.push(
      (await lab.post('/samples/add-child', { parentSampleId: id, type: 'DNA' })).json().sample.id,
    )
  }
  const { deletionId } = (await lab.post('/samples/delete-chosen', { sampleIds: children })).json()
  const { undone } = await lab.db.transaction().execute(async (trx) => {
    const [first, second] = ids.map((id) => sql`select from sample where id = ${id} for no key update nowait`)
    await first?.execute(trx)
    const sent = lab.post('/deletions/undo', { deletionId })
    expect(await waitsForLock(lab.db, sent)).toBe(true)
    await second?.execute(trx)
    return { undone: sent }
  })
  expect((await undone).statusCode).toBe(200)
})

test('a box whose rack is gone waits for the rack', async () => {
  const rack = await addStorage({ alias: 'Rack', type: 'RACK' })
  const box = await addStorage({ alias: 'Box', type: 'BOX', parentID: rack })
  const first = await remove(`/storage/delete?id=${box}`)
  await remove(`/storage/delete?id=${rack}`)
  expect(await undo(first)).toEqual([409, gone('Rack')])
})

test('a sample whose cell is gone cannot come back to it, and says why', async () => {
  const box = await addStorage({ alias: 'Box', type: 'BOX' })
  const deletion = await remove(`/samples/delete?id=${await placeSample(box, 'C3')}`)
  await lab.post('/storage/update', { id: box, numberRows: 2, numberColumns: 2 })
  expect(await undo(deletion)).toEqual([
    409,
    'It cannot come back to its place: its storage has become smaller, and its cell no longer exists. It can come back without its place.',
  ])
})

test('a sample whose storage is of another type now cannot come back to it, and says why', async () => {
  const box = await addStorage({ alias: 'Box', type: 'BOX' })
  const deletion = await remove(`/samples/delete?id=${await placeSample(box, 'A1')}`)
  await lab.post('/storage/update', { id: box, type: 'RACK' })
  expect(await undo(deletion)).toEqual([
    409,
    'It cannot come back to its place: its storage has another type now. It can come back without its place.',
  ])
})

test.each(['before', 'during'])(
  'a child whose parent was moved to another batch %s the undo comes back to that batch, which can be deleted',
  async (when) => {
    const { id: parentSampleId, batch_id: formerBatchId } = await lab.addSample({ name: 'Parent' })
    const batchId = await lab.addBatch({ name: `Moved ${when}` })
    const child = (await lab.post('/samples/add-child', { parentSampleId, type: 'DNA' })).json().sample
    const { deletionId } = (await lab.post(`/samples/delete?id=${child.id}`, {})).json()
    const move = () => lab.post('/samples/update', { id: parentSampleId, batchId })
    const restore = () => lab.post('/deletions/undo', { deletionId })
    const replies =
      when === 'before' ? [await move(), await restore()] : await overlap(lab.db, [move, restore])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])

    expect((await lab.get('/samples/get', { id: child.id })).json().sample).toMatchObject({ batchId })
    const { events } = (await lab.get('/audit/history', { entityType: 'sample', entityId: child.id })).json()
    expect(events).toContainEqual(
      expect.objectContaining({
        action: 'sample.update',
        before: { batchId: formerBatchId },
        after: expect.objectContaining({ batchId }),
      }),
    )
    expect((await lab.post(`/batches/delete?id=${batchId}`, {})).statusCode).toBe(200)
  },
)
