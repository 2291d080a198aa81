import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { waitsForLock } from '../../test/overlap.ts'

const lab = await openLab()
const add = async (alias: string, type: string, more: object = {}): Promise<number> =>
  (await lab.post('/storage/add', { alias, type, numberRows: 3, numberColumns: 3, ...more })).json().storage
    .id
const remove = async (path: string): Promise<string> => (await lab.post(path, undefined)).json().deletionId
const undo = async (deletionId: string, more: object = {}) => {
  const reply = await lab.post('/deletions/undo', { deletionId, ...more })
  return [reply.statusCode, reply.json()]
}

test('a deletion that is not there, or was undone already, is refused', async () => {
  const missing = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'
  expect(await undo(missing)).toEqual([
    404,
    { code: 'deletion-not-found', message: 'There is no such deletion to undo' },
  ])
  const { id } = await lab.addSample()
  const deletionId = await remove(`/samples/delete?id=${id}`)
  expect(await undo(deletionId)).toEqual([200, { success: true, numSamples: 1 }])
  expect(await undo(deletionId)).toEqual([
    409,
    { code: 'deletion-undone', message: 'This deletion was undone already' },
  ])
})

test('an undone deletion records who undid it and when', async () => {
  const { id } = await lab.addSample()
  const deletionId = await remove(`/samples/delete?id=${id}`)
  const bo = await lab.signIn('bo', 'Bo Chen')
  await lab.post('/deletions/undo', { deletionId }, bo)
  const deletion = await lab.db.selectFrom('deletion').selectAll().executeTakeFirstOrThrow()
  expect(deletion).toMatchObject({
    entity_type: 'sample',
    entity_id: id,
    deleted_by: 'ada',
    undone_by: 'bo',
    undone_at: expect.any(Date),
  })
})

test('a storage whose name its parent has taken since cannot come back', async () => {
  const rack = await add('Rack A', 'RACK', { parentID: await add('Freezer 1', 'FREEZER') })
  const box = await add('Box 3', 'BOX', { parentID: rack })
  const deletionId = await remove(`/storage/delete?id=${box}`)
  await add('BOX 3', 'BOX', { parentID: rack, rowCoordinate: 3, columnCoordinate: 3 })
  expect(await undo(deletionId)).toEqual([
    409,
    {
      code: 'storage-name-taken',
      message:
        "It cannot come back to its place: Freezer 1 › Rack A holds another storage named 'BOX 3' now. Rename that one first.",
    },
  ])
})

test('of several cells that are taken the first is named with its path, and the others are counted', async () => {
  const box = await add('Box 3', 'BOX', { parentID: await add('Rack A', 'RACK') })
  const batchId = await lab.addBatch()
  const place = async (sampleId: string, location: string) =>
    lab.post('/samples/associate', { sampleId, storageId: box, location })
  for (const location of ['B1', 'A2', 'C3']) {
    await place((await lab.addSample({ batch_id: batchId })).id, location)
  }
  const deletionId = await remove(`/batches/delete?id=${batchId}`)
  const other = await lab.addBatch({ name: 'Other' })
  const newcomer = await lab.addSample({ name: 'NB-9', batch_id: other })
  await place(newcomer.id, 'B1')
  await place((await lab.addSample({ batch_id: other })).id, 'A2')
  expect(await undo(deletionId)).toEqual([
    409,
    {
      code: 'cell-taken',
      message: `It cannot come back to its place: B1 of Rack A › Box 3 holds NB-9 (${newcomer.alias}) now. 1 more of its cells is taken. It can come back without its place.`,
    },
  ])
})

test('a sample whose tube ID another sample has by now is refused with both, whatever its cell holds', async () => {
  const box = await add('Box 3', 'BOX')
  const batchId = await lab.addBatch({ name: 'Kits' })
  for (const [alias, location] of [
    ['T0000077', 'A1'],
    ['T0000078', 'A2'],
  ] as const) {
    const { id } = await lab.addSample({ alias, name: 'Mine', batch_id: batchId })
    await lab.post('/samples/associate', { sampleId: id, storageId: box, location })
  }
  const deletionId = await remove(`/batches/delete?id=${batchId}`)
  const again = await lab.addBatch({ name: 'Kits again' })
  const other = await lab.addSample({ alias: 't0000077', name: 'Other', batch_id: again })
  await lab.post('/samples/associate', { sampleId: other.id, storageId: box, location: 'A1' })
  const taken = 'It cannot come back: T0000077 is the tube ID of Other in Kits again now.'
  for (const withoutPlace of [false, true]) {
    expect(await undo(deletionId, { withoutPlace })).toEqual([
      409,
      { code: 'restore-impossible', message: taken },
    ])
  }
  await lab.addSample({ alias: 'T0000078', batch_id: again })
  expect((await undo(deletionId))[1].message).toBe(`${taken} 1 more of its tube IDs is taken.`)
})

test('a storage whose cell holds another storage is refused with its name', async () => {
  const rack = await add('Rack A', 'RACK')
  const box = await add('Box 3', 'BOX', { parentID: rack, rowCoordinate: 1, columnCoordinate: 2 })
  const deletionId = await remove(`/storage/delete?id=${box}`)
  await add('Box 4', 'BOX', { parentID: rack, rowCoordinate: 1, columnCoordinate: 2 })
  expect((await undo(deletionId))[1]).toMatchObject({
    code: 'cell-taken',
    message:
      'It cannot come back to its place: B1 of Rack A holds Box 4 now. It can come back without its place.',
  })
  expect(await undo(deletionId, { withoutPlace: true })).toEqual([200, { success: true, numSamples: 0 }])
  const { storage } = (await lab.get('/storage/get', { id: String(box) })).json()
  expect(storage).toMatchObject({ alias: 'Box 3', parentID: null })
})

test('without its place a sample comes back also if its box is gone, smaller, or of another type', async () => {
  const smaller = 'its storage has become smaller, and its cell no longer exists. It'
  const change: [string, (box: number) => Promise<unknown>][] = [
    [
      'its storage Box 0 has been deleted since. Restore that first, or it',
      (box) => lab.post(`/storage/delete?id=${box}`, undefined),
    ],
    [smaller, (box) => lab.post('/storage/update', { id: box, numberRows: 2 })],
    [smaller, (box) => lab.post('/storage/update', { id: box, numberColumns: 2 })],
    ['its storage has another type now. It', (box) => lab.post('/storage/update', { id: box, type: 'RACK' })],
  ]
  for (const [index, [reason, spoil]] of change.entries()) {
    const box = await add(`Box ${index}`, 'BOX')
    const { id } = await lab.addSample()
    await lab.post('/samples/associate', { sampleId: id, storageId: box, location: 'C3' })
    const deletionId = await remove(`/samples/delete?id=${id}`)
    await spoil(box)
    expect((await undo(deletionId))[1]).toEqual({
      code: 'place-gone',
      message: `It cannot come back to its place: ${reason} can come back without its place.`,
    })
    expect(await undo(deletionId, { withoutPlace: true })).toEqual([200, { success: true, numSamples: 1 }])
    expect((await lab.get('/samples/location', { sampleId: id })).json().inStorage).toBe(false)
  }
})

test('of several boxes that have been deleted since all are named, to be restored first', async () => {
  const batchId = await lab.addBatch()
  const boxes = [await add('Box 1', 'BOX'), await add('Box 2', 'BOX'), await add('Box 3', 'BOX')]
  for (const storageId of boxes) {
    const { id } = await lab.addSample({ batch_id: batchId })
    await lab.post('/samples/associate', { sampleId: id, storageId, location: 'A1' })
  }
  const deletionId = await remove(`/batches/delete?id=${batchId}`)
  const [first = '', second = ''] = [
    await remove(`/storage/delete?id=${boxes[0]}`),
    await remove(`/storage/delete?id=${boxes[2]}`),
  ]
  expect(await undo(deletionId)).toEqual([
    409,
    {
      code: 'place-gone',
      message:
        'It cannot come back to its place: its storages Box 1, Box 3 have been deleted since. Restore those first, or it can come back without its place.',
    },
  ])
  for (const restored of [first, second]) await undo(restored)
  expect(await undo(deletionId)).toEqual([200, { success: true, numSamples: 3 }])
})

test('deleted boxes are named with the path of the place from which they were deleted, while that is there', async () => {
  const batchId = await lab.addBatch()
  const freezer = await add('Freezer 1', 'FREEZER')
  const racks: number[] = []
  const boxes: number[] = []
  for (const alias of ['Rack A', 'Rack B', 'Rack C']) {
    const rack = await add(alias, 'RACK', { parentID: freezer })
    const storageId = await add('Box 1', 'BOX', { parentID: rack })
    const { id } = await lab.addSample({ batch_id: batchId })
    await lab.post('/samples/associate', { sampleId: id, storageId, location: 'A1' })
    racks.push(rack)
    boxes.push(storageId)
  }
  const deletionId = await remove(`/batches/delete?id=${batchId}`)
  for (const id of [...boxes, racks[2]]) await remove(`/storage/delete?id=${id}`)
  expect((await undo(deletionId))[1]).toEqual({
    code: 'place-gone',
    message:
      'It cannot come back to its place: its storages Freezer 1 › Rack A › Box 1, Freezer 1 › Rack B › Box 1, Box 1 have been deleted since. Restore those first, or it can come back without its place.',
  })
})

test('without its place a storage comes back also if what held it has a type now that cannot hold it', async () => {
  const shelf = await add('Shelf A', 'SHELF')
  const drawer = await add('Drawer 3', 'DRAWER', { parentID: shelf })
  const deletionId = await remove(`/storage/delete?id=${drawer}`)
  await lab.post('/storage/update', { id: shelf, type: 'RACK' })
  await add('What a rack may hold', 'BOX')
  expect((await undo(deletionId))[1]).toMatchObject({ code: 'place-gone' })
  expect(await undo(deletionId, { withoutPlace: true })).toEqual([200, { success: true, numSamples: 0 }])
  const { storage } = (await lab.get('/storage/get', { id: String(drawer) })).json()
  expect(storage).toMatchObject({ alias: 'Drawer 3', parentID: null })
})

test('without its place a sample still goes to its cell if that lies at the edge and is free', async () => {
  const box = await add('Box 3', 'BOX')
  const { id } = await lab.addSample()
  await lab.post('/samples/associate', { sampleId: id, storageId: box, location: 'C3' })
  const deletionId = await remove(`/samples/delete?id=${id}`)
  await undo(deletionId, { withoutPlace: true })
  expect((await lab.get('/samples/location', { sampleId: id })).json().location).toBe('C3')
})

test('a sample whose batch was deleted after it waits for the batch', async () => {
  const { id, batch_id } = await lab.addSample()
  const deletionId = await remove(`/samples/delete?id=${id}`)
  const ofBatch = await remove(`/batches/delete?id=${batch_id}`)
  expect(await undo(deletionId)).toEqual([
    409,
    {
      code: 'restore-impossible',
      message: 'It cannot come back: its batch Nordic study 4 has been deleted since. Restore that first.',
    },
  ])
  await undo(ofBatch)
  expect((await undo(deletionId))[0]).toBe(200)
})

test('a storage whose place is nested too deep by now comes back without it', async () => {
  const [top, parent] = [await add('Rack T', 'RACK'), await add('Rack P', 'RACK')]
  const leaf = await add('Rack L', 'RACK', { parentID: parent })
  const deletionId = await remove(`/storage/delete?id=${leaf}`)
  let last = top
  for (let level = 2; level < 10; level += 1) last = await add(`Rack ${level}`, 'RACK', { parentID: last })
  await ok(lab.post('/storage/update', { id: parent, parentID: last }))
  expect(await undo(deletionId)).toEqual([
    409,
    {
      code: 'place-gone',
      message:
        'It cannot come back to its place: storages would be nested more than 10 levels deep. It can come back without its place.',
    },
  ])
  expect(await undo(deletionId, { withoutPlace: true })).toEqual([200, { success: true, numSamples: 0 }])
  const { storage } = (await lab.get('/storage/get', { id: String(leaf) })).json()
  expect(storage).toMatchObject({ alias: 'Rack L', parentID: null })
})

test('without its place a storage still goes to it at the tenth level', async () => {
  let last = await add('Rack 1', 'RACK')
  for (let level = 2; level < 10; level += 1) last = await add(`Rack ${level}`, 'RACK', { parentID: last })
  const leaf = await add('Rack L', 'RACK', { parentID: last })
  const deletionId = await remove(`/storage/delete?id=${leaf}`)
  expect(await undo(deletionId, { withoutPlace: true })).toEqual([200, { success: true, numSamples: 0 }])
  const { storage } = (await lab.get('/storage/get', { id: String(leaf) })).json()
  expect(storage).toMatchObject({ alias: 'Rack L', parentID: last })
})

test('the undo of a deleted storage waits for whoever changes what holds it', async () => {
  const rack = await add('Rack A', 'RACK')
  const deletionId = await remove(`/storage/delete?id=${await add('Box 3', 'BOX', { parentID: rack })}`)
  const { reply } = await lab.db.transaction().execute(async (trx) => {
    await sql`select from storage where id = ${rack} for share`.execute(trx)
    const sent = undo(deletionId)
    expect(await waitsForLock(lab.db, sent)).toBe(true)
    return { reply: sent }
  })
  expect((await reply)[0]).toBe(200)
})

test('the undo of a deleted storage that waits for its parent does not hold the lock of the tree', async () => {
  const rack = await add('Rack A', 'RACK')
  const deletionId = await remove(`/storage/delete?id=${await add('Box 3', 'BOX', { parentID: rack })}`)
  const { reply } = await lab.db.transaction().execute(async (trx) => {
    // As whoever places a storage in the rack, who wants the tree next.
    await sql`select from storage where id = ${rack} for no key update`.execute(trx)
    const sent = undo(deletionId)
    expect(await waitsForLock(lab.db, sent)).toBe(true)
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('storage tree')) as "isFree"
    `.execute(trx)
    expect(rows).toEqual([{ isFree: true }])
    return { reply: sent }
  })
  expect((await reply)[0]).toBe(200)
})
