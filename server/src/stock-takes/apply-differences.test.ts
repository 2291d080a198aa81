import type { StockTakeDifference } from '@lims/contract/stock-takes.ts'
import { expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { minutesLater, openLab } from '../../test/lab.ts'

const lab = await openLab()
const freezer = countedFreezer(lab)
const { build, start, scan, finish, read, differences, apply, stateOf, post } = freezer

test('accepted differences are applied in one step, and undone in one', async () => {
  const { freezer: id, box1, box2, samples } = await build(4)
  const [elsewhere, missing, cell, reserved] = samples.map((sample) => sample.id)
  const archived = () =>
    lab.db
      .selectFrom('sample')
      .select(['id', 'archived_at'])
      .where('name', '!=', 'NB-loose')
      .orderBy('id')
      .execute()
  const archivedBefore = await archived()
  lab.setNow(minutesLater(1))
  const loose = await freezer.addTube('NB-loose')
  const stockTake = await start(id)
  await scan(stockTake.id, box2, elsewhere ?? '', { row: 2, column: 2 })
  await scan(stockTake.id, box1, cell ?? '', { row: 1, column: 1 })
  await scan(stockTake.id, box1, loose.id, { row: 1, column: 3 })
  await scan(stockTake.id, box1, reserved ?? '')
  await finish(stockTake.id, box1)
  const all = [elsewhere, missing, cell, reserved, loose.id]
  const before = await Promise.all(all.map((tube) => stateOf(tube ?? '')))

  expect(await apply(stockTake.id, { results: ['other-place', 'missing', 'not-recorded'] })).toMatchObject({
    applied: 4,
    changedSince: 0,
  })
  expect(await Promise.all(all.map((tube) => stateOf(tube ?? '')))).toEqual([
    'Box 2 B2 AVAILABLE',
    'nowhere MISSING',
    'Box 1 A1 AVAILABLE',
    'Box 1 D1 AVAILABLE',
    'Box 1 C1 AVAILABLE',
  ])
  expect((await read(stockTake.id)).stockTake).toMatchObject({ state: 'applied', closedBy: 'Ada Lindqvist' })
  expect(
    (await lab.post('/stock-takes/scan', { stockTakeId: stockTake.id, storageId: box1, code: 'X' })).json(),
  ).toEqual({
    code: 'stock-take-closed',
    message: 'The stock-take of Freezer 1 was finished by Ada Lindqvist (2026-11-20 09:01 UTC).',
  })

  await post('/stock-takes/undo', { id: stockTake.id })
  expect(await Promise.all(all.map((tube) => stateOf(tube ?? '')))).toEqual(before)
  expect(await archived()).toEqual(archivedBefore)
  expect((await read(stockTake.id)).stockTake.state).toBe('open')
  expect((await differences(stockTake.id)).map((row) => [row.isAccepted, row.isChangedSince])).toEqual(
    Array.from({ length: 4 }, () => [false, false]),
  )
  expect(await apply(stockTake.id, { results: ['missing'] })).toMatchObject({ applied: 1 })
})

test('differences in a box that was deleted are left out, and the others are applied', async () => {
  const { freezer: id, rack, box1, samples } = await build(2)
  const gone = await freezer.addStorage('Box 3', 'BOX', { parentID: rack })
  const stockTake = await start(id)
  await scan(stockTake.id, gone, samples[0]?.alias ?? '')
  await finish(stockTake.id, box1)
  await post(`/storage/delete?id=${gone}`, {})
  expect((await differences(stockTake.id)).map((row) => [row.result, row.isChangedSince]).sort()).toEqual([
    ['missing', false],
    ['other-place', true],
  ])
  expect(await apply(stockTake.id, { results: ['other-place', 'missing'] })).toMatchObject({
    applied: 1,
    changedSince: 1,
  })
  expect(await Promise.all(samples.map((tube) => stateOf(tube.id)))).toEqual([
    'Box 1 A1 AVAILABLE',
    'nowhere MISSING',
  ])
})

test('differences in a box that has become a rack are left out, and the others are applied', async () => {
  const { freezer: id, rack, box1, samples } = await build(1)
  const former = await freezer.addStorage('Box 3', 'BOX', { parentID: rack })
  const stockTake = await start(id)
  for (const name of ['NB-7', 'NB-8', 'NB-9']) {
    await scan(stockTake.id, former, (await freezer.addTube(name)).alias)
  }
  await finish(stockTake.id, box1)
  await post('/storage/update', { id: former, type: 'RACK' })
  expect((await differences(stockTake.id)).map((row) => [row.result, row.isChangedSince]).sort()).toEqual([
    ['missing', false],
    ...Array.from({ length: 3 }, () => ['not-recorded', true]),
  ])
  const body = { stockTakeId: stockTake.id, storageId: former }
  for (const [call, more] of [
    ['scan', { code: 'X' }],
    ['finish-box', {}],
  ] as const) {
    const reply = await lab.post(`/stock-takes/${call}`, { ...body, ...more })
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      {
        code: 'stock-take-box-unknown',
        message: 'Box 3 is not a box. Tubes are counted in boxes: scan the label of a box.',
      },
    ])
  }
  expect(await apply(stockTake.id, { results: ['missing', 'not-recorded'] })).toMatchObject({
    applied: 1,
    changedSince: 3,
  })
  expect(await stateOf(samples[0]?.id ?? '')).toBe('nowhere MISSING')
})

test('a missing tube keeps its cell on request', async () => {
  const { freezer: id, box1, samples } = await build(1)
  const stockTake = await start(id)
  await finish(stockTake.id, box1)
  await apply(stockTake.id, { results: ['missing'] }, { keepCells: true })
  expect(await stateOf(samples[0]?.id ?? '')).toBe('Box 1 A1 MISSING')
  const again = await start(id)
  expect(await finish(again.id, box1)).toBe(0)
})

test('undo is refused once a tube has changed, and nothing is undone', async () => {
  const { freezer: id, box1, box2, samples } = await build(2)
  const stockTake = await start(id)
  for (const { alias } of samples) await scan(stockTake.id, box2, alias)
  await apply(stockTake.id, { results: ['other-place'] })
  await freezer.place(samples[0]?.id ?? '', box1, 'D4')
  const refused = await lab.post('/stock-takes/undo', { id: stockTake.id })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'stock-take-changed-since'])
  expect(await stateOf(samples[1]?.id ?? '')).toBe('Box 2 B1 AVAILABLE')
})

test('if a box is full, nothing is applied, and a sentence says why', async () => {
  const { freezer: id, box2, samples } = await build(16)
  const full = await freezer.addStorage('Box full', 'BOX', { numberRows: 1, numberColumns: 1 })
  const occupant = await freezer.addTube('NB-in')
  await freezer.place(occupant.id, full, 'A1')
  await post('/storage/update', { id: full, parentID: id })
  const stockTake = await start(id)
  await scan(stockTake.id, full, samples[0]?.alias ?? '')
  await scan(stockTake.id, box2, samples[1]?.alias ?? '')
  const refused = await lab.post('/stock-takes/apply', {
    id: stockTake.id,
    accept: { results: ['other-place'] },
  })
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    `Freezer 1 › Box full is full: ${samples[0]?.alias} was found there and has no free cell. Free a cell, or do not accept this difference.`,
  ])
  expect(await stateOf(samples[1]?.id ?? '')).toBe('Box 1 B1 AVAILABLE')
})

const refused = (message: string) => ({ code: 'stock-take-changed-since', message })
const asShown = ({ id, result, foundPlace }: StockTakeDifference) => ({ id, result, foundPlace })
const oneChanged = refused(
  '1 difference has changed since you chose it: other people are still counting. Nothing was accepted.',
)

test.each([
  { found: 'in another box', where: 'box2', cell: {} },
  { found: 'in another cell', where: 'box1', cell: { row: 4, column: 4 } },
  { found: 'in its place', where: 'box1', cell: {} },
] as const)(
  'a missing tube that was found $found after it was chosen is not accepted, and nothing else is',
  async ({ where, cell }) => {
    const { freezer: storage, samples, ...boxes } = await build(2)
    const { id } = await start(storage)
    await finish(id, boxes.box1)
    const accept = { differences: (await differences(id)).map(asShown) }
    await scan(id, boxes[where], samples[0]?.alias ?? '', cell)
    const reply = await lab.post('/stock-takes/apply', { id, accept })
    expect([reply.statusCode, reply.json()]).toEqual([409, oneChanged])
    expect((await read(id)).stockTake.state).toBe('open')
    expect(await stateOf(samples[1]?.id ?? '')).toBe('Box 1 B1 AVAILABLE')
  },
)

test('the id of a difference alone means what it is now, and is refused once there is none', async () => {
  const { freezer: storage, box1, box2, samples } = await build(2)
  const { id } = await start(storage)
  await finish(id, box1)
  const accept = { differenceIds: (await differences(id)).map((difference) => difference.id) }
  await scan(id, box1, samples[0]?.alias ?? '')
  expect((await lab.post('/stock-takes/apply', { id, accept })).json()).toEqual(oneChanged)
  await scan(id, box2, samples[0]?.alias ?? '')
  expect(await apply(id, accept)).toMatchObject({ applied: 2, changedSince: 0 })
  expect(await stateOf(samples[0]?.id ?? '')).toBe('Box 2 A1 AVAILABLE')
})

test('tubes that were found elsewhere once more after they were chosen are not moved there', async () => {
  const { freezer: storage, rack, box2, samples } = await build(3)
  const box3 = await freezer.addStorage('Box 3', 'BOX', { parentID: rack })
  const { id } = await start(storage)
  for (const { alias } of samples) await scan(id, box2, alias)
  const chosen = (await differences(id)).map(asShown)
  await scan(id, box3, samples[0]?.alias ?? '')
  await scan(id, box2, samples[1]?.alias ?? '', { row: 2, column: 2 })
  await scan(id, box2, samples[2]?.alias ?? '')
  expect((await lab.post('/stock-takes/apply', { id, accept: { differences: chosen } })).json()).toEqual(
    refused(
      '2 differences have changed since you chose them: other people are still counting. Nothing was accepted.',
    ),
  )
  expect(await apply(id, { differences: chosen.slice(2) })).toMatchObject({ applied: 1, changedSince: 0 })
  expect(await Promise.all(samples.map((tube) => stateOf(tube.id)))).toEqual([
    'Box 1 A1 AVAILABLE',
    'Box 1 B1 AVAILABLE',
    'Box 2 A1 AVAILABLE',
  ])
})

test('differences of another stock-take are refused', async () => {
  const { box1, box2, samples } = await build(1)
  const { id } = await start(box1)
  await finish(id, box1)
  const differenceIds = (await differences(id)).map((difference) => difference.id)
  const other = await start(box2)
  const reply = await lab.post('/stock-takes/apply', { id: other.id, accept: { differenceIds } })
  expect([reply.statusCode, reply.json()]).toEqual([409, oneChanged])
  expect(await stateOf(samples[0]?.id ?? '')).toBe('Box 1 A1 AVAILABLE')
})

test('a missing tube that was chosen is accepted also after its box was finished again', async () => {
  const { freezer: storage, box1, samples } = await build(2)
  const { id } = await start(storage)
  await finish(id, box1)
  const chosen = (await differences(id)).map(asShown)
  await scan(id, box1, samples[0]?.alias ?? '')
  expect(await finish(id, box1)).toBe(1)
  expect(await apply(id, { differences: chosen.slice(1) })).toMatchObject({ applied: 1, changedSince: 0 })
  expect(await stateOf(samples[1]?.id ?? '')).toBe('nowhere MISSING')
})
