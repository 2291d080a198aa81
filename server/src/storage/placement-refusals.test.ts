import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const add = async (alias: string, type: string, more: object = {}) =>
  (await lab.post('/storage/add', { alias, type, numberRows: 2, numberColumns: 2, ...more })).json().storage
const get = async (id: number) => (await lab.get('/storage/get', { id: String(id) })).json().storage
const refusal = async (path: string, body?: object) => {
  const reply = await lab.post(path, body)
  return [reply.statusCode, reply.json()]
}
const update = (body: object) => refusal('/storage/update', body)
const nobody = '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f'
const notFound = { code: 'sample-not-found', message: 'Sample not found' }

test('a sample that is not there can neither be placed nor taken out', async () => {
  const box = await add('Box 3', 'BOX')
  const cell = { sampleId: nobody, storageId: box.id, location: 'A1' }
  expect(await refusal('/samples/associate', cell)).toEqual([404, notFound])
  expect(await refusal('/samples/delete-location', { sampleId: nobody })).toEqual([404, notFound])
})

test('a taken cell is refused with its content, not with what is in the cells beside it', async () => {
  const freezer = await add('Freezer 1', 'FREEZER')
  const rackA = await add('Rack A', 'RACK', { parentID: freezer.id })
  const rackB = await add('Rack B', 'RACK', { parentID: freezer.id })
  const cell = { rowCoordinate: 1, columnCoordinate: 2 }
  await add('Box 1', 'BOX', { parentID: rackB.id, ...cell })
  await add('Box 2', 'BOX', { parentID: rackA.id, ...cell, columnCoordinate: 1 })
  await add('Box 4', 'BOX', { parentID: rackA.id, ...cell, rowCoordinate: 2 })
  const box = await add('Box 3', 'BOX', { parentID: rackA.id, ...cell })
  const other = await add('Box 5', 'BOX')
  const taken = { parentStorageId: rackA.id, childStorageId: other.id, ...cell }
  expect(await refusal('/storage/associate', taken)).toEqual([
    409,
    { code: 'cell-taken', message: 'B1 of Freezer 1 › Rack A holds Box 3.' },
  ])
  expect((await get(box.id)).position).toBe('B1')
})

test('a full storage is refused with the number of its cells', async () => {
  const rack = await add('Rack A', 'RACK', { numberRows: 1 })
  await add('Box 1', 'BOX', { parentID: rack.id })
  await add('Box 2', 'BOX', { parentID: rack.id })
  const more = { alias: 'Box 3', type: 'BOX', numberRows: 2, numberColumns: 2, parentID: rack.id }
  expect(await refusal('/storage/add', more)).toEqual([
    409,
    { code: 'storage-full', message: 'Rack A is full: all 2 cells are occupied.' },
  ])
})

test('half a cell is refused: it is not the first free one', async () => {
  const rack = await add('Rack A', 'RACK')
  const box = await add('Box 3', 'BOX', { parentID: rack.id, rowCoordinate: 2, columnCoordinate: 2 })
  const more = { alias: 'Box 4', type: 'BOX', numberRows: 2, numberColumns: 2, parentID: rack.id }
  const message = 'rowCoordinate and columnCoordinate name a cell only together'
  for (const [half, field] of [
    [{ rowCoordinate: 1 }, 'columnCoordinate'],
    [{ columnCoordinate: 1, rowCoordinate: null }, 'rowCoordinate'],
  ] as const) {
    const refused = [400, { code: 'request-invalid', message, field }]
    expect(await refusal('/storage/add', { ...more, ...half })).toEqual(refused)
    expect(await update({ id: box.id, parentID: rack.id, ...half })).toEqual(refused)
  }
  expect((await get(box.id)).position).toBe('B2')
})

test('a cell is one of the present parent if no other is given, and refused without one', async () => {
  const rack = await add('Rack A', 'RACK')
  const box = await add('Box 3', 'BOX', { parentID: rack.id })
  const cell = { rowCoordinate: 2, columnCoordinate: 2 }
  expect((await update({ id: box.id, ...cell }))[1]).toMatchObject({
    storage: { parentID: rack.id, position: 'B2' },
  })
  const message = 'A cell needs parentID: the storage that it is in.'
  const refused = [400, { code: 'request-invalid', message, field: 'parentID' }]
  expect(await update({ id: rack.id, ...cell })).toEqual(refused)
  const more = { alias: 'Box 4', type: 'BOX', numberRows: 2, numberColumns: 2 }
  expect(await refusal('/storage/add', { ...more, ...cell })).toEqual(refused)
})

test('GRID-21 each guard of the database refuses in its own words', async () => {
  const rack = await add('Rack A', 'RACK')
  const box = await add('Box 3', 'BOX', { parentID: rack.id })
  expect(await update({ id: rack.id, parentID: rack.id })).toEqual([
    409,
    { code: 'storage-in-itself', message: 'A storage cannot be placed in itself or in a storage inside it.' },
  ])
  expect(await update({ id: rack.id, parentID: box.id })).toEqual([
    409,
    {
      code: 'content-not-allowed',
      message:
        'Freezers can contain shelves, drawers, racks and boxes; shelves can contain drawers, racks and boxes; drawers and racks can contain racks and boxes; boxes can contain samples only.',
    },
  ])
  let parentID = rack.id
  for (let level = 2; level <= 9; level++) {
    parentID = (await add(`Rack ${level}`, 'RACK', { parentID })).id
  }
  const branch = await add('Branch', 'RACK')
  await add('Leaf', 'BOX', { parentID: branch.id })
  expect(await update({ id: branch.id, parentID })).toEqual([
    409,
    { code: 'storage-too-deep', message: 'Storages can be nested at most 10 levels deep.' },
  ])
})

test('a storage that holds something is not deleted, and the refusal counts it', async () => {
  const rack = await add('Rack A', 'RACK')
  const box = await add('Box 1', 'BOX', { parentID: rack.id })
  await add('Box 2', 'BOX', { parentID: rack.id })
  const { id: sampleId } = await lab.addSample()
  await lab.post('/samples/associate', { sampleId, storageId: box.id, location: 'A1' })
  const notEmpty = (message: string) => [409, { code: 'storage-not-empty', message }]
  expect(await refusal(`/storage/delete?id=${rack.id}`)).toEqual(
    notEmpty('Rack A holds 2 storages. Empty it before you delete it.'),
  )
  expect(await refusal(`/storage/delete?id=${box.id}`)).toEqual(
    notEmpty('Rack A › Box 1 holds 1 sample. Empty it before you delete it.'),
  )
})

test('a storage shrinks to what it holds, and in either direction no further', async () => {
  const box = await add('Box 3', 'BOX', { numberRows: 4, numberColumns: 4 })
  const { id: sampleId, alias } = await lab.addSample({ name: 'NB-1' })
  await lab.post('/samples/associate', { sampleId, storageId: box.id, location: 'B3' })
  const outside = {
    code: 'storage-too-small',
    message: `Some contents are outside the new size: NB-1 (${alias}) in B3. Move it first.`,
  }
  expect(await update({ id: box.id, numberRows: 2 })).toEqual([409, outside])
  expect(await update({ id: box.id, numberColumns: 1 })).toEqual([409, outside])
  expect(await update({ id: box.id, numberRows: 6, numberColumns: 1 })).toEqual([409, outside])
  expect((await update({ id: box.id, numberRows: 3, numberColumns: 2 }))[0]).toBe(200)
})

test('of several things outside the new size, three are named and all are to be moved', async () => {
  const box = await add('Box 3', 'BOX', { numberRows: 4 })
  const names: string[] = []
  for (const location of ['A2', 'A3', 'A4']) {
    const { id: sampleId, alias } = await lab.addSample({ name: location })
    await lab.post('/samples/associate', { sampleId, storageId: box.id, location })
    names.push(`${location} (${alias}) in ${location}`)
  }
  const [, { message }] = await update({ id: box.id, numberRows: 1 })
  expect(message).toBe(`Some contents are outside the new size: ${names.join(', ')}. Move them first.`)
})

test('a storage goes to the top level with parent 0, −1 or none, and stays where it is without a parent', async () => {
  expect(await add('Box 3', 'BOX', { parentID: -1 })).toMatchObject({ parentID: null })
  const rack = await add('Rack A', 'RACK')
  for (const parentID of [0, -1, null]) {
    const box = await add(`Box ${parentID}`, 'BOX', { parentID: rack.id })
    await update({ id: box.id, alias: `Renamed ${parentID}` })
    expect((await get(box.id)).parentID).toBe(rack.id)
    await update({ id: box.id, parentID })
    expect((await get(box.id)).parentID).toBeNull()
  }
})

test('a storage saved with the parent it has keeps its cell', async () => {
  const rack = await add('Rack A', 'RACK')
  const box = await add('Box 3', 'BOX', { parentID: rack.id, rowCoordinate: 2, columnCoordinate: 2 })
  await update({ id: box.id, parentID: rack.id, alias: 'Box 4' })
  expect(await get(box.id)).toMatchObject({ alias: 'Box 4', parentID: rack.id, position: 'B2' })
})

test('a save of a storage over a newer version reports who changed what', async () => {
  const box = await add('Box 3', 'BOX')
  const bo = await lab.signIn('bo', 'Bo Chen')
  await lab.post('/storage/update', { id: box.id, alias: 'Box 4' }, bo)
  expect(await update({ id: box.id, version: 1, alias: 'Box 5' })).toMatchObject([
    409,
    { code: 'version-stale', message: 'Not saved: Bo Chen changed alias of Box 4.' },
  ])
  expect((await update({ id: box.id, version: 2, alias: 'Box 5' }))[0]).toBe(200)
})

test('an arrangement of a sample that is not there, or is named twice, moves nothing', async () => {
  const box = await add('Box 3', 'BOX')
  const { id: sampleId } = await lab.addSample()
  const at = (column: number, id = sampleId) => ({
    sampleId: id,
    storageId: box.id,
    rowCoordinate: 1,
    columnCoordinate: column,
  })
  expect(await refusal('/samples/arrange', { moves: [at(1), at(2, nobody)] })).toEqual([
    404,
    { code: 'sample-not-found', message: `Sample not found: ${nobody}`, field: 'moves' },
  ])
  expect(await refusal('/samples/arrange', { moves: [at(1), at(2)] })).toEqual([
    400,
    { code: 'request-invalid', message: 'moves contains a sample twice', field: 'moves' },
  ])
  expect((await get(box.id)).occupied).toBe(0)
})

test('an arrangement is refused unless each tube is where it was expected', async () => {
  const [box, other] = [await add('Box 3', 'BOX'), await add('Box 4', 'BOX')]
  const { id: sampleId } = await lab.addSample()
  const at = (storageId: number, rowCoordinate: number | null, columnCoordinate: number | null) => ({
    sampleId,
    storageId,
    rowCoordinate,
    columnCoordinate,
  })
  const arrange = async (from: object, to: object) =>
    (await lab.post('/samples/arrange', { moves: [to], expected: [from] })).statusCode
  const loose = at(0, null, null)
  expect(await arrange(at(box.id, 1, 1), at(box.id, 1, 2))).toBe(409)
  expect(await arrange(loose, at(box.id, 1, 1))).toBe(200)
  for (const elsewhere of [loose, at(other.id, 1, 1), at(box.id, 2, 1), at(box.id, 1, 2)]) {
    expect(await arrange(elsewhere, at(box.id, 2, 2))).toBe(409)
  }
  expect(await arrange(at(box.id, 1, 1), at(box.id, 2, 2))).toBe(200)
  expect(await refusal('/samples/arrange', { moves: [loose], expected: [loose] })).toEqual([
    409,
    {
      code: 'moved-meanwhile',
      message: 'A tube has been moved by someone else since. Nothing was moved; please check again.',
    },
  ])
})

test('an arrangement is refused unless each other tube is where it was expected', async () => {
  const [box, other] = [await add('Box 3', 'BOX', { numberColumns: 4 }), await add('Box 4', 'BOX')]
  const [moved, stays, loose] = [await lab.addSample(), await lab.addSample(), await lab.addSample()]
  const at = ({ id }: { id: string }, storageId: number, column: number | null) => ({
    sampleId: id,
    storageId,
    rowCoordinate: column && 1,
    columnCoordinate: column,
  })
  await lab.post('/samples/arrange', { moves: [at(moved, box.id, 1), at(stays, box.id, 2)] })
  const arrange = async (expected: object) =>
    (
      await lab.post('/samples/arrange', {
        moves: [at(moved, box.id, 3)],
        expected: [at(moved, box.id, 1), expected, at(loose, 0, null)],
      })
    ).json()
  const placeOf = async (sampleId: string) => (await lab.get('/samples/location', { sampleId })).json()

  for (const elsewhere of [
    ...[at(stays, 0, null), at(stays, other.id, 2), at(stays, box.id, 1), at(loose, box.id, 4)],
    ...[at({ id: nobody }, box.id, 4), at({ id: 'no id' }, box.id, 4)],
  ]) {
    expect(await arrange(elsewhere)).toMatchObject({ code: 'moved-meanwhile' })
  }
  expect(await placeOf(moved.id)).toMatchObject({ location: 'A1' })
  expect(await arrange(at(stays, box.id, 2))).toMatchObject({ success: true, count: 1 })
  expect(await placeOf(moved.id)).toMatchObject({ location: 'C1' })
  expect(await placeOf(stays.id)).toMatchObject({ location: 'B1' })
})

test('an arrangement into a taken cell names the tube that is there, and moves nothing', async () => {
  const box = await add('Box 3', 'BOX')
  const [first, second] = [await lab.addSample({ name: 'A' }), await lab.addSample({ name: 'B' })]
  const at = ({ id }: { id: string }, column: number) => ({
    sampleId: id,
    storageId: box.id,
    rowCoordinate: 1,
    columnCoordinate: column,
  })
  await lab.post('/samples/arrange', { moves: [at(first, 1)] })
  expect(await refusal('/samples/arrange', { moves: [at(second, 1)] })).toEqual([
    409,
    { code: 'cell-taken', message: `A1 of Box 3 holds A (${first.alias}). Nothing was moved.` },
  ])
  const reply = await lab.post('/samples/arrange', { moves: [at(second, 2)] })
  const loose = { sampleId: second.id, storageId: 0, rowCoordinate: null, columnCoordinate: null }
  expect(reply.json()).toEqual({ success: true, count: 1, before: [loose], custodyEventIds: [] })
})

test('a tube that is depleted or disposed of cannot be placed, and is named', async () => {
  const box = await add('Box 3', 'BOX')
  const batch_id = await lab.addBatch()
  const [fine, used, gone] = await Promise.all([1, 2, 3].map(() => lab.addSample({ name: 'Tube', batch_id })))
  const nameOf = (sample?: { alias: string }) => `Tube (${sample?.alias})`
  await lab.post('/custody/set', { sampleIds: [used?.id], custody: 'DEPLETED', reason: 'Used up' })
  await lab.post('/custody/set', { sampleIds: [gone?.id], custody: 'DISPOSED', reason: 'End of study' })
  const refused = (tubes: string, them: string) => [
    409,
    {
      code: 'sample-out-of-use',
      message: `Depleted or disposed of, as recorded: ${tubes}. Undo that, or count ${them} in a stock-take, before placing ${them} in storage.`,
    },
  ]
  const moves = [fine, used, gone].map((sample, index) => ({
    sampleId: sample?.id,
    storageId: box.id,
    rowCoordinate: 1 + (index >> 1),
    columnCoordinate: 1 + (index & 1),
  }))
  const names = [used, gone].toSorted((a, b) => `${a?.id}`.localeCompare(`${b?.id}`)).map(nameOf)
  expect(await refusal('/samples/arrange', { moves })).toEqual(refused(names.join(', '), 'them'))
  const cell = { sampleId: gone?.id, storageId: box.id, location: 'A1' }
  expect(await refusal('/samples/associate', cell)).toEqual(refused(nameOf(gone), 'it'))
  expect(await lab.db.selectFrom('placement').selectAll().where('storage_id', '=', box.id).execute()).toEqual(
    [],
  )
})

test('a sample that is not stored has no place, and no path', async () => {
  const { id } = await lab.addSample()
  expect((await lab.get('/samples/location', { sampleId: id })).json()).toEqual({
    sampleId: id,
    storageId: 0,
    location: '',
    inStorage: false,
    rowCoordinate: null,
    columnCoordinate: null,
    path: [],
    custodyEventId: null,
  })
})
