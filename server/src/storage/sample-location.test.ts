import { expect, test } from 'vitest'
import { changeCustody } from '../../test/change-custody.ts'
import { openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
const addBox = async (over: object = {}) =>
  (
    await lab.post('/storage/add', { alias: 'Box 3', type: 'BOX', numberRows: 9, numberColumns: 9, ...over })
  ).json().storage
const location = async (sampleId: string) =>
  (await lab.get('/samples/location', { sample_id: sampleId })).json()
const occupancy = async (id: number) =>
  (await lab.get('/storage/occupancy', { storage_id: String(id) })).json()

test('LIFE-15 API-SAMP-08 reports a sample that is not stored', async () => {
  const { id } = await lab.addSample()
  expect(await location(id)).toMatchObject({
    sampleId: id,
    storageId: 0,
    location: '',
    inStorage: false,
    path: [],
  })
})

test('API-SAMP-23 ENT-27 places a sample by coordinates and their label; the grid shows its fields', async () => {
  const rack = (
    await lab.post('/storage/add', { alias: 'Rack A', type: 'RACK', numberRows: 2, numberColumns: 2 })
  ).json().storage
  const box = await addBox({ parentID: rack.id })
  const { id, alias } = await lab.addSample({ name: 'NB-1', status: 'RECEIVED' })
  const placed = await lab.post('/samples/associate', {
    sampleId: id,
    storageId: box.id,
    rowCoordinate: 4,
    columnCoordinate: 2,
    location: 'b4',
  })
  expect(placed.json()).toMatchObject({ success: true, storageId: box.id, location: 'B4', inStorage: true })
  expect((await location(id)).path).toMatchObject([
    { alias: 'Rack A', level: 0 },
    { alias: 'Box 3', level: 1 },
  ])
  expect(await occupancy(box.id)).toMatchObject({
    capacity: 81,
    occupied: 1,
    occupancy: [
      {
        position: 'B4',
        contentType: 'sample',
        contentId: id,
        contentAlias: alias,
        rowCoordinate: 4,
        columnCoordinate: 2,
        sample: { status: 'RECEIVED', volume: 2 },
      },
    ],
  })
  const { sample } = (await lab.get('/samples/get', { id })).json()
  expect(sample.archivedTimestamp).toBe(testNow.toISOString())
})

test('API-SAMP-15 API-SAMP-16 moves a sample by a position label, in both spellings', async () => {
  const box = await addBox()
  const { id } = await lab.addSample()
  await lab.post('/samples/update-location', {
    sampleLocation: { sampleId: id, storageId: box.id, location: 'A1' },
  })
  const moved = await lab.post('/samples/update-location', {
    sample_location: { sample_id: id, storage_id: box.id, location: 'c07' },
  })
  expect(moved.json()).toMatchObject({ location: 'C7', rowCoordinate: 7, columnCoordinate: 3 })
  expect((await occupancy(box.id)).occupied).toBe(1)
})

test('position labels follow the axes of the storage, such as letters for rows', async () => {
  const plate = await addBox({ numberRows: 8, numberColumns: 12, rowPrefix: 'A', columnPrefix: '1' })
  const { id } = await lab.addSample()
  const placed = await lab.post('/samples/associate', { sampleId: id, storageId: plate.id, location: 'H12' })
  expect(placed.json()).toMatchObject({ rowCoordinate: 8, columnCoordinate: 12, location: 'H12' })
})

test.each([
  [
    'a label that is not a cell',
    { location: 'Z99' },
    400,
    "'Z99' is not a cell of Box 3; its cells are A1 to I9.",
  ],
  [
    'D21 a label and coordinates of different cells',
    { location: 'A1', rowCoordinate: 5 },
    400,
    "location 'A1' and row 5 are not the same cell of Box 3. Send one of them.",
  ],
  [
    'D21 a label and both coordinates of another cell',
    { location: 'A1', rowCoordinate: 5, columnCoordinate: 1 },
    400,
    "location 'A1' and row 5, column 1 are not the same cell of Box 3. Send one of them.",
  ],
  ['no cell at all', {}, 400, 'Please input location: a cell of Box 3, A1 to I9.'],
  [
    'a cell outside the grid',
    { rowCoordinate: 10, columnCoordinate: 1 },
    409,
    'Row 10, column 1 is outside Box 3, which has 9 rows and 9 columns.',
  ],
])('rejects %s', async (_, cell, status, message) => {
  const box = await addBox()
  const { id } = await lab.addSample()
  const reply = await lab.post('/samples/associate', { sampleId: id, storageId: box.id, ...cell })
  expect([reply.statusCode, reply.json().message]).toEqual([status, message])
  expect((await location(id)).inStorage).toBe(false)
})

test('GRID-23 rejects an occupied cell, with its content, and a stored sample, with its place', async () => {
  const box = await addBox()
  const first = await lab.addSample({ name: 'NB-1' })
  const second = await lab.addSample({ name: 'NB-2' })
  await lab.post('/samples/associate', { sampleId: first.id, storageId: box.id, location: 'A1' })
  const taken = await lab.post('/samples/associate', {
    sampleId: second.id,
    storageId: box.id,
    location: 'A1',
  })
  expect([taken.statusCode, taken.json()]).toEqual([
    409,
    { code: 'cell-taken', message: `A1 of Box 3 holds NB-1 (${first.alias}).` },
  ])
  const stored = await lab.post('/samples/associate', {
    sampleId: first.id,
    storageId: box.id,
    location: 'B1',
  })
  expect(stored.json()).toEqual({
    code: 'already-stored',
    message: 'NB-1 is already in storage: Box 3 › A1.',
  })
})

test('rejects placing a sample in a freezer', async () => {
  const freezer = await addBox({ alias: 'Freezer 1', type: 'FREEZER' })
  const { id } = await lab.addSample()
  const reply = await lab.post('/samples/associate', { sampleId: id, storageId: freezer.id, location: 'A1' })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'content-not-allowed'])
})

test.each([
  [
    'API-SAMP-04 API-SAMP-05 /samples/delete-location',
    (id: string) => lab.post('/samples/delete-location', { sample_id: id }),
  ],
  [
    'API-SAMP-24 /samples/disassociate',
    (id: string) => lab.post(`/samples/disassociate?id=${id}`, undefined),
  ],
  [
    'LIFE-14 /samples/update-location with storage 0',
    (id: string) => lab.post('/samples/update-location', { sampleLocation: { sampleId: id, storageId: 0 } }),
  ],
])('%s takes a sample out of storage', async (_, takeOut) => {
  const box = await addBox()
  const { id } = await lab.addSample()
  await lab.post('/samples/associate', { sampleId: id, storageId: box.id, location: 'A1' })
  expect((await takeOut(id)).json()).toMatchObject({ success: true, inStorage: false, storageId: 0 })
  expect((await occupancy(box.id)).occupied).toBe(0)
})

test('API-SAMP-26 lists the samples without a place, by text and status', async () => {
  const box = await addBox()
  const stored = await lab.addSample({ name: 'stored' })
  await lab.addSample({ name: 'loose-1', status: 'RECEIVED' })
  await lab.addSample({ name: 'loose-2' })
  await lab.post('/samples/associate', { sampleId: stored.id, storageId: box.id, location: 'A1' })
  const names = async (query: Record<string, string>) =>
    (await lab.get('/samples/orphans', query)).json().samples.map(({ name }: { name: string }) => name)
  expect(await names({})).toEqual(['loose-2', 'loose-1'])
  expect(await names({ search_text: 'LOOSE', status: 'RECEIVED' })).toEqual(['loose-1'])

  for (const to of ['DEPLETED', 'DISPOSED'] as const) {
    const { id } = await lab.addSample({ name: `loose ${to}` })
    await changeCustody(lab, id, { from: 'AVAILABLE', to, via: 'set' })
  }
  for (const query of [{}, { search_text: 'loose' }, { pageSize: '1' }]) {
    const { samples, totalSamples } = (await lab.get('/samples/orphans', query)).json()
    expect([samples[0].name, totalSamples]).toEqual(['loose-2', 2])
  }
})

test('GRID-20 GRID-25 finds the samples without a place by a part of the name or tube ID, or by the whole id', async () => {
  const box = await addBox()
  const { id, alias } = await lab.addSample({ name: 'Wanted one' })
  const stored = await lab.addSample({ name: 'Wanted two' })
  await lab.post('/samples/associate', { sampleId: stored.id, storageId: box.id, location: 'A1' })
  await lab.addSample({ name: 'other' })
  const found = async (text: string) => {
    const { samples, totalSamples } = (await lab.get('/samples/orphans', { search_text: text })).json()
    return [...samples.map(({ name }: { name: string }) => name), totalSamples]
  }
  for (const text of ['wanted', alias.slice(1).toLowerCase(), id, id.toUpperCase()])
    expect([text, ...(await found(text))]).toEqual([text, 'Wanted one', 1])
  expect(await found(stored.id)).toEqual([0])
})

test('tubes swap places in one step; the reply contains the moves that undo it', async () => {
  const box = await addBox()
  const [a, b] = [await lab.addSample({ name: 'A' }), await lab.addSample({ name: 'B' })]
  const at = (sampleId: string, column: number) => ({
    sampleId,
    storageId: box.id,
    rowCoordinate: 1,
    columnCoordinate: column,
  })
  await lab.post('/samples/arrange', { moves: [at(a.id, 1), at(b.id, 2)] })

  const swapped = await lab.post('/samples/arrange', {
    moves: [at(a.id, 2), at(b.id, 1)],
    expected: [at(a.id, 1), at(b.id, 2)],
  })
  const before = [at(a.id, 1), at(b.id, 2)]
  expect(swapped.json()).toEqual({ success: true, count: 2, before, custodyEventIds: [] })
  expect([(await location(a.id)).location, (await location(b.id)).location]).toEqual(['B1', 'A1'])

  await lab.post('/samples/arrange', { moves: swapped.json().before })
  expect([(await location(a.id)).location, (await location(b.id)).location]).toEqual(['A1', 'B1'])
})

test('an arrangement with an occupied cell, or a tube that has been moved since, moves nothing', async () => {
  const box = await addBox()
  const [a, b] = [await lab.addSample({ name: 'A' }), await lab.addSample({ name: 'B' })]
  const at = (sampleId: string, column: number) => ({
    sampleId,
    storageId: box.id,
    rowCoordinate: 1,
    columnCoordinate: column,
  })
  await lab.post('/samples/arrange', { moves: [at(a.id, 1)] })
  const taken = await lab.post('/samples/arrange', { moves: [at(b.id, 1)] })
  expect(taken.json()).toMatchObject({
    code: 'cell-taken',
    message: `A1 of Box 3 holds A (${a.alias}). Nothing was moved.`,
  })
  const moved = await lab.post('/samples/arrange', { moves: [at(a.id, 3)], expected: [at(a.id, 2)] })
  expect([moved.statusCode, moved.json().code]).toEqual([409, 'moved-meanwhile'])
  expect((await location(a.id)).location).toBe('A1')
})

test('update-location moves nothing if the sample is not where the client expects it', async () => {
  const [box, other] = [await addBox(), await addBox({ alias: 'Box 4' })]
  const { id } = await lab.addSample()
  const at = (storageId: number, column: number) => ({
    storageId,
    rowCoordinate: 1,
    columnCoordinate: column,
  })
  const nowhere = { storageId: 0, rowCoordinate: null, columnCoordinate: null }
  const update = async (storageId: number, label: string, expected: object) => {
    const sampleLocation = { sampleId: id, storageId, location: label }
    const reply = await lab.post('/samples/update-location', { sampleLocation, expected })
    return reply.statusCode === 200 ? reply.json().location : [reply.statusCode, reply.json().code]
  }
  const refused = [409, 'moved-meanwhile']
  expect(await update(box.id, 'A1', at(box.id, 1))).toEqual(refused)
  expect(await update(box.id, 'A1', nowhere)).toBe('A1')
  expect(await update(other.id, 'C1', at(box.id, 1))).toBe('C1')

  expect(await update(box.id, 'E1', at(box.id, 1))).toEqual(refused)
  expect(await update(box.id, 'E1', nowhere)).toEqual(refused)
  expect(await update(0, '', at(other.id, 1))).toEqual(refused)
  expect(await location(id)).toMatchObject({ storageId: other.id, location: 'C1' })
  expect(await update(0, '', at(other.id, 3))).toBe('')
})

test('a sample of the list of orphans is not placed if it was checked out since it was listed', async () => {
  const box = await addBox()
  const { id, alias } = await lab.addSample()
  const listed = async () => (await lab.get('/samples/orphans')).json().samples[0]
  const associate = (custodyEventId: number | null) =>
    lab.post('/samples/associate', { sampleId: id, storageId: box.id, location: 'A1', custodyEventId })
  const { custodyEventId } = await listed()
  expect(custodyEventId).toBeNull()
  await changeCustody(lab, id, { from: 'AVAILABLE', to: 'CHECKED_OUT', via: 'check-out' })
  expect((await associate(custodyEventId)).json()).toEqual({
    code: 'custody-not-possible',
    message: `NB-001 (${alias}) was checked out since it was listed: Ada Lindqvist has it since 2026-11-20 09:00 UTC.`,
  })
  expect((await lab.get('/samples/get', { id })).json().sample.custody).toBe('CHECKED_OUT')
  expect((await associate((await listed()).custodyEventId)).json()).toMatchObject({ location: 'A1' })
})

test('update-location moves nothing if the custody has changed since the place was read', async () => {
  const box = await addBox()
  const { id, alias } = await lab.addSample()
  const update = async (storageId: number, label: string, seen: object) => {
    const {
      storageId: from,
      rowCoordinate,
      columnCoordinate,
      custodyEventId,
    } = { ...(await location(id)), ...seen }
    const expected = { storageId: from, rowCoordinate, columnCoordinate, custodyEventId }
    const sampleLocation = { sampleId: id, storageId, location: label }
    const reply = await lab.post('/samples/update-location', { sampleLocation, expected })
    return reply.statusCode === 200 ? reply.json().location : reply.json()
  }
  const untouched = await location(id)
  expect(untouched.custodyEventId).toBeNull()
  expect(await update(box.id, 'A1', untouched)).toBe('A1')
  await changeCustody(lab, id, { from: 'AVAILABLE', to: 'CHECKED_OUT', via: 'check-out' })

  const refused = {
    code: 'custody-not-possible',
    message: expect.stringContaining(`NB-001 (${alias}) was checked out since its place was read: `),
  }
  const before = { custodyEventId: null }
  expect(await update(box.id, 'B1', before)).toMatchObject(refused)
  expect(await update(0, '', before)).toMatchObject(refused)
  expect((await lab.get('/samples/get', { id })).json().sample.custody).toBe('CHECKED_OUT')
  expect(await update(box.id, 'B1', {})).toBe('B1')
  expect((await lab.get('/samples/get', { id })).json().sample.custody).toBe('AVAILABLE')
})

test('undo of a delete restores a sample to its cell', async () => {
  const box = await addBox()
  const { id } = await lab.addSample()
  await lab.post('/samples/associate', { sampleId: id, storageId: box.id, location: 'E5' })
  const { deletionId } = (await lab.post(`/samples/delete?id=${id}`, undefined)).json()
  expect((await occupancy(box.id)).occupied).toBe(0)
  expect((await lab.post('/deletions/undo', { deletionId })).statusCode).toBe(200)
  expect((await location(id)).location).toBe('E5')
})

test('of 50 requests at once for three cells of a box as many succeed as there are tubes in it afterwards', async () => {
  const box = await addBox({ numberRows: 2, numberColumns: 2 })
  const batch_id = await lab.addBatch()
  const samples = await Promise.all(Array.from({ length: 25 }, () => lab.addSample({ batch_id })))
  const replies = await Promise.all(
    samples.flatMap(({ id }, writer) =>
      ['A1', 'B2'].map((cell, turn) =>
        lab.post('/samples/associate', {
          sampleId: id,
          storageId: box.id,
          location: (writer + turn) % 3 ? cell : 'B1',
        }),
      ),
    ),
  )
  const statuses = replies.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
  const { occupancy: held } = await occupancy(box.id)
  expect(new Set(held.map(({ position }: { position: string }) => position)).size).toBe(held.length)
  expect(new Set(held.map(({ contentId }: { contentId: string }) => contentId)).size).toBe(held.length)
  expect(statuses.filter((status) => status === 200)).toHaveLength(held.length)
})
