import { storageCode } from '@lims/contract/storage-code.ts'
import { allowedContents, StorageType, selectableStorageTypes } from '@lims/contract/storage-type.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()
const body = (over: object = {}) => ({
  alias: 'Box 3',
  type: 'BOX',
  numberRows: 9,
  numberColumns: 9,
  ...over,
})
const add = async (over: object = {}) => (await lab.post('/storage/add', body(over))).json().storage
const get = async (id: number) => (await lab.get('/storage/get', { id: String(id) })).json().storage
const update = (over: object) => lab.post('/storage/update', over)
const refusal = (reply: { statusCode: number; json: () => { code: string } }) => [
  reply.statusCode,
  reply.json().code,
]

test('API-STOR-01 API-STOR-02 ENT-21 creates a storage at the top level with default axes', async () => {
  const reply = await lab.post('/storage/add', body())
  expect(reply.json()).toMatchObject({
    success: true,
    storage: { alias: 'Box 3', capacity: 81, occupied: 0, parentID: null, rowPrefix: '1', columnPrefix: 'A' },
  })
  expect(reply.json().storage.id).toBeGreaterThan(0)
})

test('design: places a storage in the given cell of its parent or in the first free one', async () => {
  const rack = await add({ alias: 'Rack A', type: 'RACK', numberRows: 2, numberColumns: 2 })
  const chosen = await add({ parentID: rack.id, rowCoordinate: 1, columnCoordinate: 1 })
  expect(chosen).toMatchObject({ parentID: rack.id, parentAlias: 'Rack A', position: 'A1' })
  expect((await add({ alias: 'Box 4', parentID: rack.id })).position).toBe('B1')
  await add({ alias: 'Box 5', parentID: rack.id })
  await add({ alias: 'Box 6', parentID: rack.id })
  const full = await lab.post('/storage/add', body({ parentID: rack.id }))
  expect(refusal(full)).toEqual([409, 'storage-full'])
})

test('C4 moves a storage to another cell of its parent and frees the old cell', async () => {
  const rack = await add({ alias: 'Rack A', type: 'RACK', numberRows: 2, numberColumns: 2 })
  const box = await add({ parentID: rack.id, rowCoordinate: 1, columnCoordinate: 1 })
  const cell = { parentStorageId: rack.id, childStorageId: box.id, rowCoordinate: 2, columnCoordinate: 2 }
  const moved = await lab.post('/storage/associate', cell)
  expect(moved.json().storage).toMatchObject({ parentID: rack.id, position: 'B2' })
  const { occupied } = await get(rack.id)
  expect(occupied).toBe(1)
  expect(
    (await add({ alias: 'Box 4', parentID: rack.id, rowCoordinate: 1, columnCoordinate: 1 })).position,
  ).toBe('A1')
  const again = await lab.post('/storage/associate', { ...cell, rowCoordinate: 1, columnCoordinate: 1 })
  expect(refusal(again)).toEqual([409, 'cell-taken'])
  expect((await get(box.id)).position).toBe('B2')
})

const contentsByRule: Record<StorageType, string> = {
  FREEZER: 'SHELF DRAWER RACK BOX',
  SHELF: 'DRAWER RACK BOX',
  DRAWER: 'RACK BOX',
  RACK: 'RACK BOX',
  BOX: 'SAMPLE',
  UNKNOWN: '',
}

test('GRID-21 GRID-22 the database and the contract allow the contents of the rule, and no others', async () => {
  for (const holder of StorageType.options) {
    for (const content of [...StorageType.options, 'SAMPLE'] as const) {
      const { rows } = await sql<{
        may: boolean
      }>`select storage_may_hold(${holder}, ${content}) as may`.execute(lab.db)
      const may = contentsByRule[holder].split(' ').includes(content)
      const inContract = allowedContents[holder].includes(content)
      expect([holder, content, rows[0]?.may, inContract]).toEqual([holder, content, may, may])
    }
  }
})

test('rejects a rack in a box, and a box in itself or in its own child', async () => {
  const box = await add()
  const rack = await add({ alias: 'Rack A', type: 'RACK' })
  const inner = await add({ alias: 'Rack B', type: 'RACK', parentID: rack.id })
  expect(refusal(await update({ id: rack.id, parentID: box.id }))).toEqual([409, 'content-not-allowed'])
  expect(refusal(await update({ id: rack.id, parentID: rack.id }))).toEqual([409, 'storage-in-itself'])
  expect(refusal(await update({ id: rack.id, parentID: inner.id }))).toEqual([409, 'storage-in-itself'])
  expect((await get(rack.id)).parentID).toBeNull()
})

test('STORD-12 shows ten levels of storages, and rejects an eleventh, also when a whole branch is moved', async () => {
  let parentID: number | undefined
  const racks: number[] = []
  for (let level = 1; level <= 9; level++) {
    const rack = await add({ alias: `Rack ${level}`, type: 'RACK', ...(parentID ? { parentID } : {}) })
    racks.push(rack.id)
    parentID = rack.id
  }
  const tenth = await add({ alias: 'tenth', parentID })
  const branch = await add({ alias: 'branch', type: 'RACK' })
  await add({ alias: 'leaf', parentID: branch.id })
  expect(refusal(await update({ id: branch.id, parentID: racks.at(-1) }))).toEqual([409, 'storage-too-deep'])

  const { hierarchy } = (await lab.get('/storage/hierarchy', { storage_id: String(tenth.id) })).json()
  expect(hierarchy.map(({ id }: { id: number }) => id)).toEqual([...racks, tenth.id])
  expect(hierarchy[0]).toMatchObject({ alias: 'Rack 1', level: 0 })
  expect(hierarchy[9]).toMatchObject({ alias: 'tenth', level: 9 })
  const { id } = await lab.addSample()
  await lab.post('/samples/associate', { sampleId: id, storageId: tenth.id, location: 'A1' })
  const { path } = (await lab.get('/samples/location', { sampleId: id })).json()
  expect(path.map((one: { id: number }) => one.id)).toEqual([...racks, tenth.id])
})

test('rejects a size or type that does not fit the contents', async () => {
  const box = await add()
  const { id } = await lab.addSample()
  await lab.post('/samples/associate', { sampleId: id, storageId: box.id, location: 'I9' })
  expect(refusal(await update({ id: box.id, numberRows: 8 }))).toEqual([409, 'storage-too-small'])
  expect(refusal(await update({ id: box.id, type: 'RACK' }))).toEqual([409, 'content-not-allowed'])
  expect((await update({ id: box.id, numberRows: 10 })).statusCode).toBe(200)
})

test('API-STOR-03 rejects deleting a storage that is not empty; undo restores an empty one to its cell', async () => {
  const rack = await add({ alias: 'Rack A', type: 'RACK' })
  const box = await add({ parentID: rack.id })
  const full = await lab.post(`/storage/delete?id=${rack.id}`, undefined)
  expect(refusal(full)).toEqual([409, 'storage-not-empty'])
  expect(full.json().message).toBe('Rack A holds 1 storage. Empty it before you delete it.')

  const { deletionId } = (await lab.post(`/storage/delete?id=${box.id}`, undefined)).json()
  expect((await lab.get('/storage/get', { id: String(box.id) })).json()).toMatchObject({
    message: 'Storage not found',
  })
  await lab.post('/deletions/undo', { deletionId })
  expect(await get(box.id)).toEqual(box)
})

test.each([
  [{ numberRows: 51 }, 'numberRows'],
  [{ numberColumns: 0 }, 'numberColumns'],
  [{ numberRows: 2.5 }, 'numberRows'],
  [{ rowPrefix: '?' }, 'rowPrefix'],
  [{ columnPrefix: 'A1' }, 'columnPrefix'],
  [{ alias: '' }, 'alias'],
  [{ type: 'UNKNOWN' }, 'type'],
  [{ type: 'SAFE' }, 'type'],
])('VALID-27 refuses %o in a sentence', async (wrong, field) => {
  const reply = await lab.post('/storage/add', body(wrong))
  expect(reply.statusCode).toBe(400)
  expect(reply.json().field).toBe(field)
})

test('API-STOR-05 API-STOR-06 lists by name; search finds part of the name, ignoring case', async () => {
  for (const alias of ['rack b', 'Rack A', 'Box 9']) await add({ alias })
  const list = (await lab.get('/storage/list', { alias: 'rack', query: 'rack' })).json()
  expect(list.storages.map(({ alias }: { alias: string }) => alias)).toEqual(['Box 9', 'Rack A', 'rack b'])
  const found = (await lab.get('/storage/search', { query: 'RACK', sort: '-alias' })).json()
  expect(found).toMatchObject({ totalStorages: 2, storages: [{ alias: 'rack b' }, { alias: 'Rack A' }] })
})

test('search finds a storage by the code on its label, of the wanted type only', async () => {
  const box = await add()
  await add({ alias: 'Box 4' })
  const query = storageCode(box.id).toLowerCase()
  const found = (await lab.get('/storage/search', { query })).json()
  expect(found).toMatchObject({ totalStorages: 1, storages: [{ id: box.id }] })
  expect((await lab.get('/storage/search', { query, type: 'RACK' })).json().totalStorages).toBe(0)
})

test('LIFE-16 API-STOR-08 API-STOR-09 API-STOR-14 places an orphan in a cell and takes it out; ignores the user in the body', async () => {
  const rack = await add({ alias: 'Rack A', type: 'RACK' })
  const box = await add()
  expect(box).toMatchObject({ parentID: null, position: null })
  const { id: sampleId } = await lab.addSample()
  await lab.post('/samples/associate', { sampleId, storageId: box.id, location: 'A1' })
  const before = await get(box.id)
  const cell = {
    parent_storage_id: rack.id,
    child_storage_id: box.id,
    row_coordinate: 2,
    column_coordinate: 3,
  }
  const reply = await lab.post('/storage/associate', { ...cell, user_id: 'mallory' })
  expect(reply.json().storage).toMatchObject({ parentID: rack.id, position: 'C2' })
  const { children } = (await lab.get('/storage/children', { storage_id: String(rack.id) })).json()
  expect(children).toMatchObject([
    { id: box.id, alias: 'Box 3', type: 'BOX', position: 'C2', rowCoordinate: 2, columnCoordinate: 3 },
  ])
  const orphans = async () =>
    (await lab.get('/storage/orphans', { forStorage: String(rack.id) })).json().storages
  expect(await orphans()).toEqual([])

  await lab.post('/storage/disassociate', { storageId: box.id })
  expect(await get(box.id)).toMatchObject({ parentID: null, position: null })
  expect((await orphans()).map(({ alias }: { alias: string }) => alias)).toEqual(['Box 3'])
  expect(before.occupied).toBe(1)
  expect(await get(box.id)).toEqual({ ...before, version: before.version + 2 })
  const event = await lab.db
    .selectFrom('audit_event')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({ person_id: 'ada', entity_id: String(box.id), before: { parentID: rack.id } })
})

test('GRID-13 the storages offered for a cell are of the types that it may hold, and in no other storage', async () => {
  for (const type of selectableStorageTypes) await add({ alias: `loose ${type}`, type })
  const rack = await add({ alias: 'Rack A', type: 'RACK' })
  await add({ alias: 'stored BOX', parentID: rack.id })
  const offered = async (storage: { id: number }) => {
    const reply = await lab.get('/storage/orphans', { forStorage: String(storage.id) })
    const { storages, totalStorages } = reply.json()
    return [...storages.map(({ alias }: { alias: string }) => alias), totalStorages]
  }
  expect(await offered(rack)).toEqual(['loose BOX', 'loose RACK', 2])
  expect(await offered(await add({ alias: 'Box 9' }))).toEqual([0])
})

test('D21 the storages offered for a cell exclude the storage itself and its ancestors', async () => {
  const add = async (alias: string, parentID?: number) => {
    const body = { alias, type: 'RACK', numberRows: 3, numberColumns: 3, parentID }
    return (await lab.post('/storage/add', body)).json().storage.id as number
  }
  const outer = await add('Outer')
  const inner = await add('Inner', outer)
  await add('Other')
  for (const id of [outer, inner]) {
    const { storages, totalStorages } = (await lab.get('/storage/orphans', { forStorage: String(id) })).json()
    expect(storages.map(({ alias }: { alias: string }) => alias)).toEqual(['Other'])
    expect(totalStorages).toBe(1)
  }
})

test('D21 names the contents outside a new size with their cells', async () => {
  const box = await add()
  for (const location of ['H9', 'I9', 'A8', 'B8']) {
    const { id } = await lab.addSample({ name: `in ${location}` })
    await lab.post('/samples/associate', { sampleId: id, storageId: box.id, location })
  }
  const { json } = await update({ id: box.id, numberRows: 7 })
  expect(json().message).toMatch(
    /^Some contents are outside the new size: in A8 \(\S+\) in A8, in B8 \(\S+\) in B8, in H9 \(\S+\) in H9 and 1 more. Move them first.$/,
  )
  const rack = await add({ alias: 'Rack A', type: 'RACK', numberRows: 2, numberColumns: 2 })
  await add({ alias: 'Box 7', parentID: rack.id, rowCoordinate: 2, columnCoordinate: 1 })
  expect((await update({ id: rack.id, numberRows: 1 })).json().message).toBe(
    'Some contents are outside the new size: Box 7 in A2. Move it first.',
  )
})

test('D21 rejects a duplicate name in one parent, also by rename, move and undo', async () => {
  const [rack, other] = [
    await add({ alias: 'Rack A', type: 'RACK' }),
    await add({ alias: 'Rack B', type: 'RACK' }),
  ]
  const first = await add({ parentID: rack.id })
  const elsewhere = await add({ parentID: other.id })
  const second = await add({ alias: 'Box 4', parentID: rack.id })
  const taken = await lab.post('/storage/add', body({ alias: 'BOX 3', parentID: rack.id }))
  expect(refusal(taken)).toEqual([409, 'storage-name-taken'])
  expect(taken.json()).toMatchObject({
    message: "Rack A already holds a storage named 'Box 3'. Please use another name.",
    field: 'alias',
  })
  expect(refusal(await update({ id: second.id, alias: 'Box 3' }))).toEqual([409, 'storage-name-taken'])
  expect(refusal(await update({ id: elsewhere.id, parentID: rack.id }))).toEqual([409, 'storage-name-taken'])
  expect((await update({ id: first.id, alias: 'BOX 3' })).statusCode).toBe(200)

  const { deletionId } = (await lab.post(`/storage/delete?id=${first.id}`, undefined)).json()
  await update({ id: second.id, alias: 'Box 3' })
  expect(refusal(await lab.post('/deletions/undo', { deletionId }))).toEqual([409, 'storage-name-taken'])
})

test('D21 accepts one of several concurrent additions with the same name', async () => {
  const rack = await add({ alias: 'Rack A', type: 'RACK' })
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => lab.post('/storage/add', body({ parentID: rack.id }))),
  )
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
})

test('D21 existing storages with duplicate names stay usable', async () => {
  const rack = await add({ alias: 'Rack A', type: 'RACK' })
  const [first, second] = [await add({ parentID: rack.id }), await add({ alias: 'Box 4', parentID: rack.id })]
  await unaudited(lab.db, (trx) =>
    trx.updateTable('storage').set({ alias: 'Box 3' }).where('id', '=', second.id).execute(),
  )
  expect((await update({ id: first.id, numberRows: 10 })).statusCode).toBe(200)
  const moved = { id: second.id, parentID: rack.id, rowCoordinate: 3, columnCoordinate: 3 }
  expect((await update(moved)).statusCode).toBe(200)
})
