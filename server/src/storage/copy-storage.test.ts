import { nameSeries } from '@lims/contract/name-series.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { overlap, waitsForLock } from '../../test/overlap.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()
type Child = { id: number; alias: string; position: string; capacity: number }
const addOne = async (alias: string, type: string, more: object = {}): Promise<number> =>
  (await ok(lab.post('/storage/add', { alias, type, numberRows: 3, numberColumns: 3, ...more }))).storage.id
const addMany = async (aliases: string[], type: string, more: object = {}) => {
  const body = { type, numberRows: 9, numberColumns: 9, aliases, ...more }
  const { storages } = await ok<{ storages: Child[] }>(lab.post('/storage/add-many', body))
  return storages.map(({ id }) => id)
}
const copy = (storageId: number, aliases: string[], more: object = {}) =>
  lab.post('/storage/copy', { storageId, aliases, ...more })
const children = async (storageId: number): Promise<Child[]> =>
  (await lab.get('/storage/children', { storageId: `${storageId}` })).json().children
const storage = async (id: number) => (await lab.get('/storage/get', { id: `${id}` })).json().storage
const countAll = async (): Promise<number> => (await lab.get('/storage/list')).json().totalStorages

/** What a copy shares with its source, level by level. */
async function treeOf(id: number): Promise<unknown> {
  const { type, numberRows, numberColumns, rowPrefix, columnPrefix, nominalTemperatureC } = await storage(id)
  const inside = await children(id)
  return {
    shape: { type, numberRows, numberColumns, rowPrefix, columnPrefix, nominalTemperatureC },
    inside: await Promise.all(
      inside.map(async (child) => [child.position, child.alias, await treeOf(child.id)]),
    ),
  }
}

/** A freezer with one shelf, in it a rack with two boxes, and a box beside the rack. */
async function addShelf() {
  const freezer = await addOne('Freezer 1', 'FREEZER', {
    numberRows: 4,
    numberColumns: 1,
    nominalTemperatureC: -80,
  })
  const shelf = await addOne('Shelf 1', 'SHELF', { parentID: freezer, rowPrefix: 'A', columnPrefix: '01' })
  const rack = await addOne('Rack 1', 'RACK', { parentID: shelf, rowCoordinate: 2, columnCoordinate: 3 })
  const cell = { rowCoordinate: 3, columnCoordinate: 1 }
  const box = await addOne('Box 1', 'BOX', { parentID: rack, nominalTemperatureC: -20.5, ...cell })
  await addOne('Box 2', 'BOX', { parentID: rack, numberRows: 8, numberColumns: 12 })
  await addOne('Box 3', 'BOX', { parentID: shelf })
  return { freezer, shelf, rack, box }
}

test('copies have the sizes, axes, types, temperatures, names and cells of everything inside, and no samples', async () => {
  const { freezer, shelf, box } = await addShelf()
  const { id: sampleId } = await lab.addSample()
  await lab.post('/samples/associate', { sampleId, storageId: box, location: 'A1' })
  const reply = (await copy(shelf, ['Shelf 2', 'Shelf 3'])).json()
  expect(reply).toMatchObject({
    success: true,
    count: 10,
    storages: [
      { alias: 'Shelf 2', position: 'A2' },
      { alias: 'Shelf 3', position: 'A3' },
    ],
  })
  expect((await children(freezer)).map(({ alias }) => alias)).toEqual(['Shelf 1', 'Shelf 2', 'Shelf 3'])
  const source = await treeOf(shelf)
  for (const { id } of reply.storages) expect(await treeOf(id)).toEqual(source)
  const { inside } = (await lab.get('/storage/inside', { storageId: `${freezer}` })).json()
  expect(inside).toEqual([
    { type: 'SHELF', count: 3 },
    { type: 'RACK', count: 3 },
    { type: 'BOX', count: 9 },
  ])
  const { usage } = (await lab.get('/storage/usage', { storageIds: `${freezer}` })).json()
  expect(usage).toMatchObject([{ tubes: 1 }])
})

test('each copy has an audit event that names its source, also inside', async () => {
  const { shelf, rack } = await addShelf()
  const before = await auditEventsOf(lab, 'storage.create')
  const reply = (await copy(shelf, ['Shelf 2'])).json()
  const events = (await auditEventsOf(lab, 'storage.create')).slice(before.length)
  expect(events).toHaveLength(5)
  expect(events[0]?.after).toMatchObject({
    alias: 'Shelf 2',
    parentAlias: 'Freezer 1',
    position: 'A2',
    createdTogether: 5,
    copyOf: 'Shelf 1',
    copyOfId: shelf,
    id: reply.storages[0].id,
  })
  const afters = events.map(({ after }) => after as Record<string, unknown>)
  expect(afters.find(({ type }) => type === 'RACK')).toMatchObject({
    alias: 'Rack 1',
    parentAlias: 'Shelf 2',
    position: 'B03',
    copyOf: 'Rack 1',
    copyOfId: rack,
    createdTogether: 5,
  })
})

test('a copy goes to another parent, or to the top level', async () => {
  const { shelf, freezer } = await addShelf()
  const other = await addOne('Freezer 2', 'FREEZER')
  expect((await copy(shelf, ['Shelf 1'], { parentID: other })).json()).toMatchObject({
    storages: [{ alias: 'Shelf 1', position: 'A1' }],
  })
  for (const parentID of [0, null]) {
    expect((await copy(shelf, ['Shelf 1'], { parentID })).json()).toMatchObject({
      storages: [{ position: null }],
    })
  }
  const freezers = (await copy(freezer, ['Freezer 2', 'Freezer 3'])).json()
  expect(freezers).toMatchObject({ count: 12, storages: [{ position: null }, { position: null }] })
})

test('a rack is copied into itself once, as it was before', async () => {
  const rack = await addOne('Rack 1', 'RACK')
  await addOne('Box 1', 'BOX', { parentID: rack })
  expect((await copy(rack, ['Rack 2'], { parentID: rack })).json()).toMatchObject({ count: 2 })
  expect((await children(rack)).map(({ alias }) => alias)).toEqual(['Box 1', 'Rack 2'])
})

test.each([
  [
    'more copies than free cells',
    ['S 1', 'S 2', 'S 3', 'S 4'],
    {},
    409,
    'storage-full',
    'Freezer 1 has only 3 free cells for 4 storages. Nothing was created.',
  ],
  [
    'a name that is taken',
    ['shelf 1'],
    {},
    409,
    'storage-name-taken',
    'Freezer 1 already holds Shelf 1. Nothing was created; choose other names.',
  ],
  [
    'a parent that does not exist',
    ['Shelf 2'],
    { parentID: 999_999 },
    404,
    'storage-not-found',
    'Storage not found',
  ],
  [
    'a source that does not exist',
    ['Shelf 2'],
    { storageId: 999_999 },
    404,
    'storage-not-found',
    'Storage not found',
  ],
  [
    'more than 50 names',
    nameSeries('Shelf 2', 51),
    {},
    400,
    'request-invalid',
    'aliases may hold at most 50 names',
  ],
  [
    'a name twice',
    ['Shelf 2', 'Shelf 2'],
    {},
    400,
    'request-invalid',
    "aliases.1: 'Shelf 2' is in the list twice",
  ],
])('%s is refused, and nothing is copied', async (_, aliases, more, status, code, message) => {
  const { shelf } = await addShelf()
  const before = await countAll()
  const refused = await copy(shelf, aliases, more)
  expect([refused.statusCode, refused.json()]).toMatchObject([status, { code, message }])
  expect(await countAll()).toBe(before)
})

test('a shelf is refused in a rack, and a tree that would be deeper than ten levels', async () => {
  const { shelf, rack } = await addShelf()
  expect((await copy(shelf, ['Shelf 2'], { parentID: rack })).json()).toMatchObject({
    code: 'content-not-allowed',
  })
  let deep = await addOne('Rack a', 'RACK')
  for (let level = 2; level <= 9; level += 1) deep = await addOne(`Rack ${level}`, 'RACK', { parentID: deep })
  const before = await countAll()
  expect((await copy(rack, ['Rack z'], { parentID: deep })).json()).toMatchObject({
    code: 'storage-too-deep',
  })
  expect(await countAll()).toBe(before)
})

test('a request creates at most 5,000 storages with all inside', async () => {
  const rack = await addOne('Rack 1', 'RACK', { numberRows: 10, numberColumns: 10 })
  const freezer = await addOne('Freezer 1', 'FREEZER', { numberRows: 10, numberColumns: 10 })
  await addMany(nameSeries('Box 1', 99), 'BOX', { parentID: rack })
  const full = await copy(rack, nameSeries('Rack 2', 50), { parentID: freezer })
  expect(full.json()).toMatchObject({ count: 5000 })
  expect((await copy(freezer, ['Freezer 2'])).json()).toMatchObject({
    message:
      'Freezer 1 holds more than 4,999 storages. A request creates at most 5,000; nothing was created.',
  })
  await addOne('Box 100', 'BOX', { parentID: rack })
  const refused = await copy(rack, nameSeries('Rack 2', 50))
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    {
      code: 'too-many-storages',
      field: 'aliases',
      message: 'Rack 1 holds 100 storages. A request creates at most 5,000; nothing was created.',
    },
  ])
  const undone = await lab.post('/storage/undo-add', full.json().undo)
  expect(undone.json()).toEqual({ success: true, count: 5000 })
})

test('two people who copy into one freezer at once get different cells, or a clear refusal', async () => {
  const { shelf, freezer } = await addShelf()
  const [one, other, late] = await overlap(lab.db, [
    () => copy(shelf, ['Shelf 2']),
    () => copy(shelf, ['Shelf 3', 'Shelf 4']),
    () => copy(shelf, ['Shelf 5']),
  ])
  expect([one?.statusCode, other?.statusCode]).toEqual([200, 200])
  expect(late?.json()).toMatchObject({ code: 'storage-full' })
  expect((await children(freezer)).map(({ alias }) => alias)).toEqual(nameSeries('Shelf 1', 4))
})

test('a storage that is deleted while a copy begins is not found, and nothing is copied', async () => {
  const rack = await addOne('Rack 1', 'RACK')
  const { copied } = await unaudited(lab.db, async (trx) => {
    await sql`delete from storage where id = ${rack}::int`.execute(trx)
    const waiting = copy(rack, ['Rack 2'])
    expect(await waitsForLock(lab.db, waiting)).toBe(true)
    return { copied: waiting }
  })
  expect([(await copied).statusCode, (await copied).json().code]).toEqual([404, 'storage-not-found'])
  expect(await countAll()).toBe(0)
})

test('a repeated copy with the same key copies nothing again', async () => {
  const { shelf } = await addShelf()
  const send = () =>
    lab.post('/storage/copy', { storageId: shelf, aliases: ['Shelf 2'] }, lab.token(), {
      'idempotency-key': 'k-2',
    })
  const [first, again] = [await send(), await send()]
  expect(again.json()).toEqual(first.json())
  expect(await countAll()).toBe(11)
})
