import { nameSeries } from '@lims/contract/name-series.ts'
import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { countQueries } from '../../test/count-queries.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { overlap } from '../../test/overlap.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { addStorages } from './add-storages.ts'

const lab = await openLab()
const box = { type: 'BOX', numberRows: 9, numberColumns: 9 }
const addOne = async (alias: string, type: string, more: object = {}): Promise<number> =>
  (await lab.post('/storage/add', { alias, type, numberRows: 5, numberColumns: 4, ...more })).json().storage
    .id
const addMany = (aliases: string[], more: object = {}) =>
  lab.post('/storage/add-many', { ...box, aliases, ...more })
const listAll = async (): Promise<{ alias: string; parentID: number | null }[]> =>
  (await lab.get('/storage/list', { pageSize: '1000' })).json().storages
const inside = async (storageId: number): Promise<[string, string][]> => {
  const { children } = (await lab.get('/storage/children', { storageId: `${storageId}` })).json()
  return children.map(({ position, alias }: { position: string; alias: string }) => [position, alias])
}

test('boxes with successive names take the free cells of a rack row by row', async () => {
  const rack = await addOne('Rack 3', 'RACK', { nominalTemperatureC: -80 })
  await addOne('Old box', 'BOX', { parentID: rack, rowCoordinate: 1, columnCoordinate: 2 })
  const reply = (
    await addMany(nameSeries('Box 1', 5), { parentID: rack, columnPrefix: '01', rowPrefix: 'a' })
  ).json()
  expect(reply).toMatchObject({ success: true, count: 5 })
  expect(reply.storages.map(({ alias, position }: Record<string, string>) => [alias, position])).toEqual([
    ['Box 1', 'A1'],
    ['Box 2', 'C1'],
    ['Box 3', 'D1'],
    ['Box 4', 'A2'],
    ['Box 5', 'B2'],
  ])
  expect(await inside(rack)).toEqual(
    expect.arrayContaining([
      ['A1', 'Box 1'],
      ['B1', 'Old box'],
      ['B2', 'Box 5'],
    ]),
  )
  const { storage } = (await lab.get('/storage/get', { id: `${reply.storages[0].id}` })).json()
  expect(storage).toMatchObject({
    alias: 'Box 1',
    type: 'BOX',
    numberRows: 9,
    numberColumns: 9,
    rowPrefix: 'A',
    columnPrefix: '01',
    nominalTemperatureC: null,
    effectiveTemperatureC: -80,
    parentID: rack,
    version: 1,
  })
})

test('each of several storages has the audit event of a single one, and how many were created together', async () => {
  const freezer = await addOne('Freezer 1', 'FREEZER')
  const { storages } = (
    await addMany(['Rack A', 'Rack B'], { type: 'RACK', nominalTemperatureC: -20, parentID: freezer })
  ).json()
  const single = await addOne('Rack C', 'RACK', {
    numberRows: 9,
    numberColumns: 9,
    nominalTemperatureC: -20,
    parentID: freezer,
  })
  const events = (await auditEventsOf(lab, 'storage.create')).slice(1)
  expect(events.map(({ entity_id }) => entity_id)).toEqual([
    ...storages.map(({ id }: { id: number }) => `${id}`),
    `${single}`,
  ])
  const [first, , last] = events.map(({ after }) => after as Record<string, unknown>)
  expect(first).toEqual({
    ...last,
    id: storages[0].id,
    alias: 'Rack A',
    position: 'A1',
    columnCoordinate: 1,
    createdTogether: 2,
  })
})

test('storages at the top level are created without a cell, also with names that are there already', async () => {
  await addOne('Freezer 1', 'FREEZER')
  for (const parentID of [0, -1, null, undefined]) {
    const { storages } = (await addMany(['Freezer 1', 'Freezer 2'], { type: 'FREEZER', parentID })).json()
    expect(storages).toMatchObject([
      { alias: 'Freezer 1', position: null },
      { alias: 'Freezer 2', position: null },
    ])
  }
  expect(await listAll()).toHaveLength(9)
})

test.each([
  [
    'more names than free cells',
    { aliases: nameSeries('Box 1', 20) },
    409,
    'storage-full',
    'Rack 3 has only 19 free cells for 20 storages. Nothing was created.',
  ],
  [
    'a name that is taken',
    { aliases: ['Box 1', 'OLD BOX'] },
    409,
    'storage-name-taken',
    'Rack 3 already holds Old box. Nothing was created; choose other names.',
  ],
  [
    'a type that the parent may not hold',
    { aliases: nameSeries('Shelf 1', 30), type: 'SHELF' },
    409,
    'content-not-allowed',
    expect.stringMatching(/^Freezers can contain shelves, .*; boxes can contain samples only\.$/),
  ],
  [
    'a name twice',
    { aliases: ['Box 1', 'Box 2', 'box 1'] },
    400,
    'request-invalid',
    "aliases.2: 'box 1' is in the list twice",
  ],
  ['an empty name', { aliases: ['Box 1', ' '] }, 400, 'request-invalid', 'aliases.1: Please input Alias!'],
  ['no name', { aliases: [] }, 400, 'request-invalid', 'aliases must hold at least one name'],
  [
    'more than 500 names',
    { aliases: nameSeries('Box 1', 501), parentID: 0 },
    400,
    'request-invalid',
    'aliases may hold at most 500 names',
  ],
  [
    'a parent that does not exist',
    { aliases: ['Box 1'], parentID: 999_999 },
    404,
    'storage-not-found',
    'Storage not found',
  ],
  [
    'a size that no storage has',
    { aliases: ['Box 1'], numberRows: 51 },
    400,
    'request-invalid',
    'numberRows: must be a whole number from 1 to 50',
  ],
])('%s is refused, and nothing is created', async (_, body, status, code, message) => {
  const rack = await addOne('Rack 3', 'RACK')
  await addOne('Old box', 'BOX', { parentID: rack })
  const refused = await lab.post('/storage/add-many', { ...box, parentID: rack, ...body })
  expect([refused.statusCode, refused.json()]).toMatchObject([status, { code, message }])
  expect(await listAll()).toHaveLength(2)
  expect(await auditEventsOf(lab, 'storage.create')).toHaveLength(2)
})

test('names that are taken are listed in the order in which they were given to the storages', async () => {
  const rack = await addOne('Rack 3', 'RACK')
  const taken = ['Box 7', 'Box 2', 'Box 5', 'Box 1', 'Box 6', 'Box 3']
  for (const alias of taken) await addOne(alias, 'BOX', { parentID: rack })
  expect((await addMany([...taken].sort(), { parentID: rack })).json()).toMatchObject({
    field: 'aliases',
    message: 'Rack 3 already holds Box 7, Box 2, Box 5 and 3 more. Nothing was created; choose other names.',
  })
})

test('a full storage says so, and a box holds no boxes', async () => {
  const rack = await addOne('Rack 3', 'RACK', { numberRows: 1, numberColumns: 1 })
  const inner = await addOne('Box 1', 'BOX', { parentID: rack })
  expect((await addMany(['Box 2', 'Box 3'], { parentID: rack })).json()).toMatchObject({
    message: 'Rack 3 is full: all 1 cells are occupied. Nothing was created.',
  })
  const tooMany = nameSeries('Box 2', box.numberRows * box.numberColumns + 1)
  expect((await addMany(tooMany, { parentID: inner })).json()).toMatchObject({ code: 'content-not-allowed' })
})

test('storages in the tenth level of the tree are the last', async () => {
  let parentID = 0
  for (let level = 1; level <= 9; level += 1) parentID = await addOne(`Rack ${level}`, 'RACK', { parentID })
  const { storages } = (await addMany(['Rack A', 'Rack B'], { type: 'RACK', parentID })).json()
  const deeper = await addMany(['Box 1', 'Box 2'], { parentID: storages[0].id })
  expect([deeper.statusCode, deeper.json().code]).toEqual([409, 'storage-too-deep'])
})

test('two people who fill a rack at once get different cells, and no name twice', async () => {
  const rack = await addOne('Rack 3', 'RACK')
  const [one, other, same] = await overlap(lab.db, [
    () => addMany(nameSeries('Box 1', 8), { parentID: rack }),
    () => addMany(nameSeries('Box 11', 8), { parentID: rack }),
    () => addMany(['Box 4'], { parentID: rack }),
  ])
  expect([one?.statusCode, other?.statusCode, same?.statusCode]).toEqual([200, 200, 409])
  expect(same?.json()).toMatchObject({ code: 'storage-name-taken' })
  const positions = (await inside(rack)).map(([position]) => position)
  expect(new Set(positions).size).toBe(16)
})

test('a repeated request with the same key creates nothing again, and gets the same reply', async () => {
  const send = () =>
    lab.post('/storage/add-many', { ...box, aliases: ['Box 1', 'Box 2'] }, lab.token(), {
      'idempotency-key': 'k-1',
    })
  const [first, again] = [await send(), await send()]
  expect(again.json()).toEqual(first.json())
  expect(await listAll()).toHaveLength(2)
})

test('500 boxes take as many statements as two', async () => {
  const rack = await addOne('Rack 3', 'RACK', { numberRows: 50, numberColumns: 50 })
  const statements = (aliases: string[]) =>
    countQueries(lab.db, (trx) =>
      addStorages(
        trx,
        {
          aliases,
          parentID: rack,
          type: 'BOX',
          numberRows: 9,
          numberColumns: 9,
          rowPrefix: '1',
          columnPrefix: 'A',
        },
        { userId: 'ada', at: testNow },
      ),
    )
  const few = await statements(nameSeries('Rack box 1', 2))
  expect(await statements(nameSeries('Box 1', 500))).toBe(few)
  expect(await inside(rack)).toHaveLength(502)
})

test('storages are created by whom may edit storages only', async () => {
  await turnOnRoles(lab)
  const bench = await signInAs(lab, 'bench')
  const lead = await signInAs(lab, 'study-lead')
  const body = { ...box, aliases: ['Box 1', 'Box 2'] }
  expect((await lab.post('/storage/add-many', body, bench)).json()).toMatchObject({
    code: 'permission-denied',
  })
  expect((await lab.post('/storage/add-many', body, lead)).statusCode).toBe(200)
})
