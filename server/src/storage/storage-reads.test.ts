import { selectableStorageTypes } from '@lims/contract/storage-type.ts'
import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
const at = testNow.toISOString()
const add = async (over: object = {}) =>
  (
    await lab.post('/storage/add', {
      alias: 'Rack A',
      type: 'RACK',
      numberRows: 2,
      numberColumns: 3,
      ...over,
    })
  ).json().storage
const read = async (path: string, query: Record<string, string>) => (await lab.get(path, query)).json()

test('ENT-21 API-STOR-04 returns a storage with all fields', async () => {
  const { id } = await add()
  expect((await read('/storage/get', { id: String(id) })).storage).toEqual({
    id,
    alias: 'Rack A',
    type: 'RACK',
    capacity: 6,
    occupied: 0,
    parentID: null,
    parentAlias: null,
    position: null,
    rowCoordinate: null,
    columnCoordinate: null,
    numberRows: 2,
    numberColumns: 3,
    rowPrefix: '1',
    columnPrefix: 'A',
    nominalTemperatureC: null,
    effectiveTemperatureC: null,
    metadata: { createdAt: at, updatedAt: at },
    version: 1,
  })
})

test('ENT-22 ENT-23 ENT-24 STOR-08 API-STOR-10 returns storages of each type and filters by type', async () => {
  for (const type of selectableStorageTypes) await add({ alias: `a ${type}`, type })
  expect(await read('/storage/list', {})).toMatchObject({ totalStorages: 5 })
  for (const type of selectableStorageTypes) {
    const { storages } = await read('/storage/list', { type: type.toLowerCase() })
    expect(storages.map(({ alias }: { alias: string }) => alias)).toEqual([`a ${type}`])
  }
  expect(await read('/storage/orphans', { pageNumber: '0', pageSize: '100' })).toMatchObject({
    totalStorages: 5,
  })
})

test('ENT-25 ENT-26 ENT-28 API-STOR-11 API-STOR-13 lists children with places and ancestors with levels', async () => {
  const freezer = await add({ alias: 'Freezer 1', type: 'FREEZER' })
  const rack = await add({ parentID: freezer.id, rowCoordinate: 2, columnCoordinate: 3 })
  const box = await add({ alias: 'Box 3', type: 'BOX', parentID: rack.id })
  expect((await read('/storage/children', { storage_id: String(freezer.id) })).children).toEqual([
    {
      id: rack.id,
      alias: 'Rack A',
      type: 'RACK',
      position: 'C2',
      rowCoordinate: 2,
      columnCoordinate: 3,
      capacity: 6,
      occupied: 1,
    },
  ])
  expect((await read('/storage/hierarchy', { storage_id: String(box.id) })).hierarchy).toEqual([
    { id: freezer.id, alias: 'Freezer 1', type: 'FREEZER', level: 0 },
    { id: rack.id, alias: 'Rack A', type: 'RACK', level: 1 },
    { id: box.id, alias: 'Box 3', type: 'BOX', level: 2 },
  ])
})

test('API-STOR-07 API-STOR-12 GRID-24 API-SAMP-09 changes a storage, lists its contents and finds a sample', async () => {
  const rack = await add()
  const box = await add({ alias: 'Box 3', type: 'BOX', parentID: rack.id })
  const changed = await lab.post('/storage/update', {
    id: box.id,
    alias: 'Box 4',
    column_prefix: 'c',
    version: 1,
  })
  expect(changed.json().storage).toMatchObject({
    alias: 'Box 4',
    columnPrefix: 'C',
    parentID: rack.id,
    version: 2,
  })
  const { id } = await lab.addSample()
  await lab.post('/samples/associate', { sampleId: id, storageId: box.id, location: 'D2' })
  const { occupancy } = await read('/storage/occupancy', { storage_id: String(box.id) })
  expect(occupancy).toMatchObject([
    { position: 'D2', rowCoordinate: 2, columnCoordinate: 2, contentType: 'sample' },
  ])
  expect(await read('/samples/location', { sample_id: id })).toMatchObject({
    storageId: box.id,
    location: 'D2',
  })
  expect((await read('/samples/list', { pageSize: '100' })).samples).toHaveLength(1)
})

test('rejects a stale update of a storage, with who changed what', async () => {
  const { id } = await add()
  await lab.post('/storage/update', { id, alias: 'Rack B' }, await lab.signIn('bo', 'Bo Chen'))
  const stale = await lab.post('/storage/update', { id, version: 1, alias: 'Rack C' })
  expect([stale.statusCode, stale.json().message]).toEqual([
    409,
    'Not saved: Bo Chen changed alias of Rack B.',
  ])
})

test('a storage that is saved without a change stays as it is, and leaves no event', async () => {
  const rack = await add({ alias: 'Rack A', type: 'RACK' })
  const box = await add({
    alias: 'Box 1',
    type: 'BOX',
    parentID: rack.id,
    rowCoordinate: 1,
    columnCoordinate: 2,
  })
  const save = async (body: object) => {
    const reply = await lab.post('/storage/update', { id: box.id, ...body })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().storage
  }
  const { alias, type, numberRows, numberColumns, rowPrefix, columnPrefix, parentID } = box
  const size = { numberRows, numberColumns, rowPrefix, columnPrefix }
  const place = { parentID, rowCoordinate: 1, columnCoordinate: 2 }
  const same = { alias, type, ...size, ...place, nominalTemperatureC: null, version: 1 }
  expect(await save(same)).toEqual(box)
  expect(await save({ parentID })).toEqual(box)
  const events = () =>
    lab.db.selectFrom('audit_event').select('id').where('action', '=', 'storage.update').execute()
  expect(await events()).toEqual([])

  expect(await save({ ...same, columnCoordinate: 3 })).toMatchObject({ columnCoordinate: 3, version: 2 })
  expect(await save({ parentID: 0 })).toMatchObject({ parentID: null, version: 3 })
  expect(await save({ parentID: 0 })).toMatchObject({ version: 3 })
  expect(await events()).toHaveLength(2)
})
