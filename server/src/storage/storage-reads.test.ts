import type { Storage } from '@lims/contract/storage.ts'
import { selectableStorageTypes } from '@lims/contract/storage-type.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addFreezer } from '../../test/freezers.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { rowsReadBy } from '../../test/rows-read.ts'
import { unaudited } from '../../test/unaudited.ts'
import { listIdsByPath } from './storage-path-queries.ts'
import { listStorages } from './storage-queries.ts'

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
    parentPath: null,
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
  const orphans = await read('/storage/orphans', { pageNumber: '0', pageSize: '100' })
  expect([orphans.storages.length, orphans.totalStorages]).toEqual([5, 5])
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
  const save = async (body: object) =>
    (await ok(lab.post('/storage/update', { id: box.id, ...body }))).storage
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

test('STOR-04 lists storages with Freezer 2 before Freezer 10, also over pages', async () => {
  const names = [
    'Freezer 10',
    'Älg',
    'Freezer 2',
    'freezer 1',
    'zebra',
    'Freezer 02',
    'Freezer 123456789012345',
  ]
  for (const alias of names) await add({ alias })
  const list = async (query: Record<string, string>, path = '/storage/orphans'): Promise<string[]> =>
    (await read(path, query)).storages.map(({ alias }: { alias: string }) => alias)
  const inOrder = [
    'Älg',
    'freezer 1',
    'Freezer 2',
    'Freezer 02',
    'Freezer 10',
    'Freezer 123456789012345',
    'zebra',
  ]
  expect(await list({})).toEqual(inOrder)
  expect(await list({}, '/storage/list')).toEqual(inOrder)
  expect(await list({ sort: '-alias' })).toEqual(inOrder.toReversed())
  const pages = names.map((_, page) => list({ pageNumber: String(page), pageSize: '1' }))
  expect((await Promise.all(pages)).flat()).toEqual(inOrder)
})

test('a storage is found by its path where no name has the text, and says its path: each rack has a Box 1', async () => {
  const size = { numberRows: 5, numberColumns: 5 }
  const idOf = async (body: object) => (await add({ ...size, ...body })).id
  for (const freezer of ['Freezer 10', 'Freezer 1 old', 'Freezer 2', 'Freezer 1']) {
    const freezerId = await idOf({ alias: freezer, type: 'FREEZER' })
    for (const rack of ['Rack_B', 'Rack A']) {
      const parentID = await idOf({ alias: rack, type: 'RACK', parentID: freezerId })
      for (const alias of ['Box 10', 'Box 1']) await add({ ...size, alias, type: 'BOX', parentID })
    }
  }
  const find = async (query: string, more = {}): Promise<string[]> => {
    const { storages, totalStorages } = await read('/storage/search', { query, pageSize: '100', ...more })
    expect(totalStorages).toBe(storages.length)
    return storages.map(({ alias, parentPath }: { alias: string; parentPath: string | null }) =>
      [parentPath, alias].filter(Boolean).join(' › '),
    )
  }
  expect(await find('box 1')).toHaveLength(16)
  const boxesOfRack = ['Freezer 2 › Rack_B › Box 1', 'Freezer 2 › Rack_B › Box 10']
  expect(await find('freezer 2 rack_b box 1')).toEqual(boxesOfRack)
  expect(await find('FREEZER 2 › Rack_B › Box 1')).toEqual(boxesOfRack)
  expect(await find('freezer 2 box 10')).toEqual([
    'Freezer 2 › Rack A › Box 10',
    'Freezer 2 › Rack_B › Box 10',
  ])
  expect(await find('Freezer 2 › Rack A')).toEqual(['Freezer 2 › Rack A'])
  expect(await find('freezer 3 box')).toEqual([])
  expect(await find('freezer 1 box .')).toEqual([])
  expect(await find('freezer (1 box')).toEqual([])
  expect(await find('rack_b box 10', { type: 'BOX' })).toEqual([
    'Freezer 1 › Rack_B › Box 10',
    'Freezer 1 old › Rack_B › Box 10',
    'Freezer 2 › Rack_B › Box 10',
    'Freezer 10 › Rack_B › Box 10',
  ])
  expect(await find('rack_b box 10', { type: 'RACK' })).toEqual([])
  expect(await find('Freezer 1 nowhere')).toEqual([])
  expect(await find('freezer 2')).toEqual(['Freezer 2'])

  const boxesOfFreezer = [
    'Freezer 1 › Rack A › Box 1',
    'Freezer 1 › Rack A › Box 10',
    'Freezer 1 › Rack_B › Box 1',
    'Freezer 1 › Rack_B › Box 10',
    'Freezer 1 old › Rack A › Box 1',
    'Freezer 1 old › Rack A › Box 10',
    'Freezer 1 old › Rack_B › Box 1',
    'Freezer 1 old › Rack_B › Box 10',
  ]
  expect(await find('freezer 1 box 1')).toEqual(boxesOfFreezer)
  expect(await find('freezer 1 box 1', { sort: '-alias' })).toEqual(boxesOfFreezer.toReversed())
  expect(await read('/storage/orphans', { query: 'Freezer › 2' })).toMatchObject({ totalStorages: 0 })
  const page = { query: 'freezer 1 box 1', pageSize: '3' }
  const second = await read('/storage/search', { ...page, pageNumber: '1' })
  expect(second.storages.map(({ alias }: { alias: string }) => alias)).toEqual(['Box 10', 'Box 1', 'Box 10'])
  expect(second.totalStorages).toBe(8)
  expect(await read('/storage/search', { ...page, pageNumber: '3' })).toEqual({
    storages: [],
    totalStorages: 8,
  })
})

test('STOR-04 lists more storages than can be sorted fast in the order of an index, each once', async () => {
  await unaudited(lab.db, (trx) =>
    sql`insert into storage (alias, type, number_rows, number_columns, row_prefix, column_prefix, created_at, created_by,
        updated_at)
      select 'Box ' || n, 'BOX', 1, 1, '1', 'A', ${testNow}, 'ada', ${testNow} from generate_series(1, 1001) n`.execute(
      trx,
    ),
  )
  for (const path of ['/storage/list', '/storage/orphans']) {
    const { storages } = await read(path, { pageSize: '1000' })
    const last = await read(path, { pageSize: '1000', pageNumber: '1' })
    const names = [...storages, ...last.storages].map(({ alias }: { alias: string }) => alias)
    expect(names.slice(0, 3)).toEqual(['Box 1', 'Box 10', 'Box 100'])
    expect(new Set(names).size).toBe(1001)
  }
  expect((await read('/storage/search', { query: 'box 100' })).storages[1].alias).toBe('Box 1000')
  const { id: sampleId } = await lab.addSample({ name: 'in 2' })
  const [{ id: storageId }] = (await read('/storage/search', { query: 'box 2' })).storages
  await lab.post('/samples/associate', { sampleId, storageId, location: 'A1' })
  const { samples } = await read('/samples/search', { sort: 'place' })
  expect(samples[0].name).toBe('in 2')
})

test('paths and temperatures of a page are looked up by the storages around it, not by reading all', async () => {
  const { id: freezer } = await add({ alias: 'Freezer 1', type: 'FREEZER', nominalTemperatureC: -80 })
  const { id: parentID } = await add({ numberRows: 50, numberColumns: 20, parentID: freezer })
  const shape = { type: 'BOX', numberRows: 1, numberColumns: 1, parentID }
  for (const from of [0, 500]) {
    const aliases = Array.from({ length: 500 }, (_, index) => `Box ${from + index}`)
    await ok(lab.post('/storage/add-many', { ...shape, aliases }))
  }
  const firstPage = { pageNumber: 0, pageSize: 100, query: undefined, sort: 'alias', type: 'BOX' } as const
  const read = await rowsReadBy(lab.db, 'storage', async (trx) => {
    const [box] = await listStorages(trx, firstPage, 1000)
    expect(box).toMatchObject({ parent_path: 'Freezer 1 › Rack A', effective_temperature_c: -80 })
  })
  expect(read).toBeLessThan(10_000)

  // Of the function of the database that monitors and counts of freeze-thaw cycles call.
  const readByFunction = await rowsReadBy(lab.db, 'storage', async (trx) => {
    const { rows } = await sql`select storage_temperature(id) as c, count(*) from storage group by 1`.execute(
      trx,
    )
    expect(rows).toEqual([{ c: -80, count: 1002 }])
  })
  expect(readByFunction).toBeLessThan(10_000)
})

test('the nearest temperature counts, in lists and in the function of the database', async () => {
  const { id: freezer } = await add({ alias: 'Freezer 1', type: 'FREEZER', nominalTemperatureC: -80 })
  const { id: rack } = await add({
    numberRows: 1,
    numberColumns: 2,
    parentID: freezer,
    nominalTemperatureC: -20,
  })
  const shape = { type: 'BOX', numberRows: 1, numberColumns: 1, parentID: rack }
  await add({ ...shape, alias: 'Box 1', rowCoordinate: 1, columnCoordinate: 1 })
  await add({ ...shape, alias: 'Box 2', rowCoordinate: 1, columnCoordinate: 2, nominalTemperatureC: 4 })
  const { storages } = await read('/storage/list', {})
  const listed = storages.map(({ alias, effectiveTemperatureC }: Storage) => [alias, effectiveTemperatureC])
  expect(listed.toSorted()).toEqual([
    ['Box 1', -20],
    ['Box 2', 4],
    ['Freezer 1', -80],
    ['Rack A', -20],
  ])
  const { rows } = await sql<{ alias: string; c: number }>`
    select alias, storage_temperature(id) as c from storage order by alias
  `.execute(lab.db)
  expect(rows.map(({ alias, c }) => [alias, c])).toEqual(listed.toSorted())
})

test('a search by path reads no tubes', async () => {
  const freezer = { name: 'Freezer 1', racks: 1, boxesPerRack: 2, tubesPerBox: 900 }
  await addFreezer(lab, { ...freezer, rackSize: [1, 2], boxSize: [30, 30] })
  const read = await rowsReadBy(lab.db, 'placement', async (trx) => {
    expect(await listIdsByPath(trx, ['freezer', '1', 'box', '2'], undefined)).toHaveLength(1)
  })
  expect(read).toBeLessThan(100)
})

test('the temperatures of the storages before a page are not looked up', async () => {
  const { id: parentID } = await add({ numberRows: 5, numberColumns: 10 })
  const shape = { type: 'BOX', numberRows: 1, numberColumns: 1, parentID }
  const aliases = Array.from({ length: 50 }, (_, index) => `Box ${index}`)
  expect((await lab.post('/storage/add-many', { ...shape, aliases })).statusCode).toBe(200)
  const lastPage = { pageNumber: 49, pageSize: 1, query: undefined, sort: 'alias', type: 'BOX' } as const
  const read = await rowsReadBy(lab.db, 'storage', async (trx) => {
    expect(await listStorages(trx, lastPage, 50)).toMatchObject([{ alias: 'Box 49' }])
  })
  expect(read).toBeLessThan(500)
})
