import { storageCode } from '@lims/contract/storage-code.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { changeCustody } from '../../test/change-custody.ts'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { refusal } from '../../test/ok.ts'
import { unaudited } from '../../test/unaudited.ts'
import { overlapError } from './start-stock-take.ts'

/** What the events of stock-takes hold, and what each refusal says, word by word. */
const lab = await openLab()
const { build, addStorage, addTube, place, takeOut, start, scan, finish, apply, stateOf, differences, post } =
  countedFreezer(lab)

const eventsOf = (action: string) => auditEventsOf(lab, action)
const by = { at: testNow, person_id: 'ada', reason: null }
const ofStockTake = (id: string) => ({ ...by, entity_type: 'stock-take', entity_id: id, before: null })
const ofSample = (tube: { id: string } | undefined) => ({
  ...by,
  entity_type: 'sample',
  entity_id: tube?.id,
})
const refusalOf = (path: string, body: object) => refusal(lab.post(path, body))

test('each step of a stock-take leaves its event', async () => {
  const { freezer, box1, box2, samples } = await build(3)
  const [here, moved, missing] = samples
  const { id } = await start(freezer)
  expect(await eventsOf('stock-take.start')).toEqual([
    { ...ofStockTake(id), after: { name: 'Freezer 1', storageId: freezer, boxes: 2 } },
  ])

  await scan(id, box1, here?.alias ?? '')
  await scan(id, box2, moved?.alias.toLowerCase() ?? '')
  await scan(id, box2, 'T9999999')
  const inBox2 = { box: 'Freezer 1 › Rack A › Box 2', storageId: box2 }
  expect(await eventsOf('stock-take.scan')).toEqual([
    {
      ...ofStockTake(id),
      after: { box: 'Freezer 1 › Rack A › Box 1', storageId: box1, code: here?.alias, result: 'in-place' },
    },
    { ...ofStockTake(id), after: { ...inBox2, code: moved?.alias, result: 'other-place' } },
    { ...ofStockTake(id), after: { ...inBox2, code: 'T9999999', result: 'unknown-code' } },
  ])

  await finish(id, box1)
  expect(await eventsOf('stock-take.finish-box')).toEqual([
    {
      ...ofStockTake(id),
      after: { box: 'Freezer 1 › Rack A › Box 1', storageId: box1, isEmpty: false, missing: 1 },
    },
  ])

  await apply(id, { results: ['other-place', 'missing'] })
  const applied = { state: 'applied', applied: 2, changedSince: 0, keepCells: false }
  expect(await eventsOf('stock-take.apply')).toEqual([
    { ...ofStockTake(id), before: { state: 'open' }, after: applied },
  ])
  expect(await eventsOf('custody.count')).toEqual([
    {
      ...ofSample(missing),
      before: { custody: 'AVAILABLE' },
      after: { custody: 'MISSING', stockTakeId: id },
    },
  ])

  await post('/stock-takes/undo', { id })
  expect(await eventsOf('stock-take.undo')).toEqual([
    { ...ofStockTake(id), before: { state: 'applied', applied: 2 }, after: { state: 'open' } },
  ])
  expect(await eventsOf('custody.undo-count')).toEqual([
    {
      ...ofSample(missing),
      before: { custody: 'MISSING' },
      after: { custody: 'AVAILABLE', stockTakeId: id },
    },
  ])

  await post('/stock-takes/cancel', { id })
  expect(await eventsOf('stock-take.cancel')).toEqual([
    { ...ofStockTake(id), before: { state: 'open' }, after: { state: 'cancelled' } },
  ])
})

test('an empty box leaves its event, and one in which tubes were counted says how many', async () => {
  const { freezer, box1, box2, samples } = await build(2)
  const { id } = await start(freezer)
  await post('/stock-takes/mark-empty', { stockTakeId: id, storageId: box2 })
  expect(await eventsOf('stock-take.finish-box')).toMatchObject([{ after: { isEmpty: true, missing: 0 } }])
  for (const { alias } of samples) await scan(id, box1, alias)
  expect(await refusalOf('/stock-takes/mark-empty', { stockTakeId: id, storageId: box1 })).toEqual({
    code: 'stock-take-box-not-empty',
    message: '2 tubes were counted in Box 1, so it is not empty. Finish the box instead.',
  })
})

test('a storage without a box is not counted', async () => {
  const freezer = await addStorage('Freezer 1', 'FREEZER')
  expect(await refusalOf('/stock-takes/start', { storageId: freezer })).toEqual({
    code: 'request-invalid',
    message: 'There is no box in Freezer 1 to count.',
    field: 'storageId',
  })
})

test('a stock-take that is open or cancelled has nothing to undo, and says so', async () => {
  const { freezer } = await build(0)
  const { id } = await start(freezer)
  expect(await refusalOf('/stock-takes/undo', { id })).toEqual({
    code: 'stock-take-changed-since',
    message: 'This stock-take is open: there is nothing to undo.',
  })
  await post('/stock-takes/cancel', { id })
  const cancelled = {
    code: 'stock-take-closed',
    message: 'The stock-take of Freezer 1 was cancelled by Ada Lindqvist (2026-11-20 09:00 UTC).',
  }
  expect(await refusalOf('/stock-takes/undo', { id })).toEqual(cancelled)
  expect(await refusalOf('/stock-takes/cancel', { id })).toEqual(cancelled)
  expect(await refusalOf('/stock-takes/apply', { id, accept: { results: ['missing'] } })).toEqual(cancelled)
})

test('a stock-take is not opened again while one of its boxes is counted in another', async () => {
  const { freezer, rack, box2, samples } = await build(1)
  const { id } = await start(freezer)
  await scan(id, box2, samples[0]?.alias ?? '')
  await apply(id, { results: ['other-place'] })
  await start(rack)
  expect(await refusalOf('/stock-takes/undo', { id })).toEqual({
    code: 'stock-take-overlaps',
    message:
      'Box 1 is being counted in the stock-take of Freezer 1 › Rack A that Ada Lindqvist has started. Finish or cancel that one first.',
  })
  expect(await stateOf(samples[0]?.id ?? '')).toBe('Box 2 A1 AVAILABLE')
})

test('a stock-take whose boxes another one counted until just now is refused without a name', async () => {
  const { freezer, box1 } = await build(1)
  const { id } = await start(freezer)
  const { code, message } = await unaudited(lab.db, (trx) => overlapError(trx, [box1], id))
  expect([code, message]).toEqual([
    'stock-take-overlaps',
    'One of these boxes was being counted in another stock-take. Please try again.',
  ])
})

test('undo names the tube that was moved, or whose custody changed, since', async () => {
  for (const change of ['row', 'column', 'box', 'custody']) {
    const { freezer, box1, box2, samples } = await build(1, `Freezer ${change}`)
    const [tube] = samples
    const { id } = await start(freezer)
    await scan(id, box2, tube?.alias ?? '', { row: 2, column: 2 })
    await apply(id, { results: ['other-place'] })
    if (change === 'row') await place(tube?.id ?? '', box2, 'B3')
    if (change === 'column') await place(tube?.id ?? '', box2, 'C2')
    if (change === 'box') await place(tube?.id ?? '', box1, 'B2')
    if (change === 'custody') {
      await changeCustody(lab, tube?.id ?? '', { from: 'AVAILABLE', to: 'QUARANTINED', via: 'set' })
    }
    expect(await refusalOf('/stock-takes/undo', { id }), change).toEqual({
      code: 'stock-take-changed-since',
      message: `${tube?.alias} was moved, or its custody changed, after the differences were accepted. Nothing was undone.`,
    })
  }
})

test('a difference is left out if the tube was moved within its box after it was judged', async () => {
  for (const cell of ['A2', 'B1']) {
    const { freezer, box1, box2, samples } = await build(1, `Freezer ${cell}`)
    const { id } = await start(freezer)
    await scan(id, box2, samples[0]?.alias ?? '')
    await place(samples[0]?.id ?? '', box1, cell)
    expect(await apply(id, { results: ['other-place'] }), cell).toMatchObject({ applied: 0, changedSince: 1 })
    expect(await stateOf(samples[0]?.id ?? '')).toBe(`Box 1 ${cell} AVAILABLE`)
  }
})

test('a difference is left out if the tube was moved to the same cell of another box after it was judged', async () => {
  const { freezer, rack, box2, samples } = await build(1)
  const other = await addStorage('Box 3', 'BOX', { parentID: rack })
  const { id } = await start(freezer)
  await scan(id, box2, samples[0]?.alias ?? '')
  await place(samples[0]?.id ?? '', other, 'A1')
  expect(await apply(id, { results: ['other-place'] })).toMatchObject({ applied: 0, changedSince: 1 })
  expect(await stateOf(samples[0]?.id ?? '')).toBe('Box 3 A1 AVAILABLE')
})

test.each([
  ['frees the cell of a missing tube', false, ['AVAILABLE false', 'MISSING true']],
  ['leaves a missing tube its cell', true, ['AVAILABLE false', 'MISSING false']],
])('the custody event %s, and of no other tube', async (_, keepCells, expected) => {
  const { freezer, box1, box2 } = await build(1)
  const found = await addTube('NB-found')
  await changeCustody(lab, found.id, { from: 'AVAILABLE', to: 'MISSING', via: 'set' })
  const { id } = await start(freezer)
  await finish(id, box1)
  await scan(id, box2, found.alias)
  await apply(id, { results: ['missing', 'not-recorded'] }, { keepCells })
  const { rows } = await sql<{ event: string }>`
    select to_custody || ' ' || frees_cell as event from custody_event where via = 'count' order by 1
  `.execute(lab.db)
  expect(rows.map(({ event }) => event)).toEqual(expected)
})

test('tubes found in taken cells, or outside of the grid, go into the next free ones', async () => {
  const { freezer, box2, samples } = await build(3)
  const occupant = await addTube('NB-in')
  await place(occupant.id, box2, 'A1')
  const { id } = await start(freezer)
  const [one, two, three] = samples
  await scan(id, box2, one?.alias ?? '', { row: 1, column: 1 })
  await scan(id, box2, two?.alias ?? '', { row: 1, column: 2 })
  await scan(id, box2, three?.alias ?? '', { row: 4, column: 4 })
  await apply(id, { results: ['other-place'] })
  const states = await Promise.all(samples.map((tube) => stateOf(tube.id)))
  expect(states).toEqual(['Box 2 C1 AVAILABLE', 'Box 2 B1 AVAILABLE', 'Box 2 D4 AVAILABLE'])
  expect(await stateOf(occupant.id)).toBe('Box 2 A1 AVAILABLE')
})

test('a scan in a cell that the box does not have is refused', async () => {
  const { freezer, box1, samples } = await build(1)
  const { id } = await start(freezer)
  const scanned = { stockTakeId: id, storageId: box1, code: samples[0]?.alias, row: 5, column: 1 }
  expect((await refusalOf('/stock-takes/scan', scanned)).code).toBe('cell-outside-grid')
})

test('a tube in quarantine that is found without a place is placed, and stays in quarantine', async () => {
  const { freezer, box1 } = await build(0)
  const tube = await addTube('NB-loose')
  await changeCustody(lab, tube.id, { from: 'AVAILABLE', to: 'QUARANTINED', via: 'set' })
  const { id } = await start(freezer)
  await scan(id, box1, tube.id)
  await apply(id, { results: ['not-recorded'] })
  expect(await stateOf(tube.id)).toBe('Box 1 A1 QUARANTINED')
  expect(await eventsOf('custody.count')).toEqual([])
  await post('/stock-takes/undo', { id })
  expect(await stateOf(tube.id)).toBe('nowhere QUARANTINED')
})

test('a missing tube names the cell where it is recorded', async () => {
  const { freezer, box1, samples } = await build(1)
  const { id } = await start(freezer)
  await finish(id, box1)
  expect(await differences(id)).toMatchObject([
    { code: samples[0]?.alias, result: 'missing', recordedPlace: 'Freezer 1 › Rack A › Box 1 › A1' },
  ])
})

test('a scan shows the sample, where it is recorded, and the box where it was counted before', async () => {
  const { freezer, box1, box2, samples } = await build(1)
  const [tube] = samples
  const { id } = await start(freezer)
  const found = {
    code: tube?.alias,
    recordedPlace: 'Freezer 1 › Rack A › Box 1 › A1',
    isRepeat: false,
    countedBefore: null,
    countedLater: null,
    sample: { id: tube?.id, name: 'NB-1', alias: tube?.alias, custody: 'AVAILABLE' },
  }
  expect(await scan(id, box2, tube?.id ?? '')).toEqual({ ...found, result: 'other-place', position: null })
  expect(await scan(id, box1, tube?.id ?? '')).toEqual({
    ...found,
    result: 'in-place',
    position: 'A1',
    countedBefore: 'Freezer 1 › Rack A › Box 2',
  })
  expect(await scan(id, box1, 'T9999999')).toEqual({
    ...found,
    code: 'T9999999',
    result: 'unknown-code',
    sample: null,
    recordedPlace: null,
    position: null,
  })
  expect(await differences(id)).toMatchObject([{ code: 'T9999999', isChangedSince: false }])
  const label = { stockTakeId: id, storageId: box1, code: storageCode(box1) }
  expect(await refusalOf('/stock-takes/scan', label)).toMatchObject({
    code: 'request-invalid',
    field: 'code',
  })
})

test('an unknown code is no difference any more once a sample with it was scanned', async () => {
  const { freezer, box1 } = await build(0)
  const { id } = await start(freezer)
  for (const code of ['T0099001', 'T0099002']) await scan(id, box1, code)
  const { id: tube } = await lab.addSample({ alias: 'T0099001' })
  await scan(id, box1, tube)
  expect((await differences(id)).map(({ code, result }) => [code, result]).sort()).toEqual([
    ['T0099001', 'not-recorded'],
    ['T0099002', 'unknown-code'],
  ])
})

test('a scan from before the start counts as one at the start', async () => {
  const { freezer, box2, box1, samples } = await build(1)
  lab.setNow(minutesLater(7))
  await place(samples[0]?.id ?? '', box1, 'D4')
  lab.setNow(minutesLater(10))
  const { id } = await start(freezer)
  await scan(id, box2, samples[0]?.alias ?? '', { scannedAt: minutesLater(5).toISOString() })
  expect(await differences(id)).toMatchObject([{ result: 'other-place', isChangedSince: false }])
})

test('a tube that is no longer recorded in a box is not missing when the box is finished once more', async () => {
  const { freezer, box1, samples } = await build(1)
  const { id } = await start(freezer)
  expect(await finish(id, box1)).toBe(1)
  await takeOut(samples[0]?.id ?? '')
  expect(await finish(id, box1)).toBe(0)
  expect(await differences(id)).toEqual([])
})

test('a checked-out tube that is found in its box keeps its cell, or takes the one where it was found', async () => {
  for (const cell of [undefined, { row: 1, column: 2 }, { row: 3, column: 3 }]) {
    const { freezer, box1, samples } = await build(2, `Freezer ${cell?.row}`)
    const [first, out] = samples
    await takeOut(first?.id ?? '')
    await changeCustody(lab, out?.id ?? '', { from: 'AVAILABLE', to: 'CHECKED_OUT', via: 'check-out' })
    const { id } = await start(freezer)
    await scan(id, box1, out?.alias ?? '', cell)
    const arranged = (await eventsOf('sample.arrange')).length
    await apply(id, { results: ['not-recorded'] })
    expect((await eventsOf('sample.arrange')).length - arranged).toBe(cell?.row === 3 ? 1 : 0)
    expect(await stateOf(out?.id ?? '')).toBe(`Box 1 ${cell?.row === 3 ? 'C3' : 'B1'} AVAILABLE`)
    await post('/stock-takes/undo', { id })
    expect(await stateOf(out?.id ?? '')).toBe('Box 1 B1 CHECKED_OUT')
  }
})

test('a missing tube that keeps its cell has it before and after the undo', async () => {
  const { freezer, box1, samples } = await build(1)
  const { id } = await start(freezer)
  await finish(id, box1)
  const arranged = await eventsOf('sample.arrange')
  await apply(id, { results: ['missing'] }, { keepCells: true })
  expect(await eventsOf('stock-take.apply')).toMatchObject([{ after: { keepCells: true } }])
  await post('/stock-takes/undo', { id })
  expect(await stateOf(samples[0]?.id ?? '')).toBe('Box 1 A1 AVAILABLE')
  expect(await eventsOf('sample.arrange')).toEqual(arranged)
})

test('a reserved tube that is found without a place stays reserved', async () => {
  const { freezer, box1, samples } = await build(1)
  const [tube] = samples
  await post('/picks/create', { name: 'Assay', sampleIds: [tube?.id] })
  await takeOut(tube?.id ?? '')
  const { id } = await start(freezer)
  await scan(id, box1, tube?.alias ?? '')
  await apply(id, { results: ['not-recorded'] })
  expect(await stateOf(tube?.id ?? '')).toBe('Box 1 A1 RESERVED')
})

test('the last cell of a box is free too, and a cell that a smaller box has no more is not', async () => {
  const { freezer, rack, samples } = await build(4)
  const box = await addStorage('Box 5', 'BOX', { parentID: rack, numberRows: 3, numberColumns: 3 })
  const { id } = await start(freezer)
  const [low, right, last] = samples
  await scan(id, box, low?.alias ?? '', { row: 3, column: 1 })
  await scan(id, box, right?.alias ?? '', { row: 1, column: 3 })
  await scan(id, box, last?.alias ?? '')
  const occupant = await addTube('NB-in')
  await place(occupant.id, box, 'A1')
  await post('/storage/update', { id: box, numberRows: 2, numberColumns: 2 })
  await apply(id, { results: ['other-place'] })
  const states = await Promise.all([low, right, last].map((tube) => stateOf(tube?.id ?? '')))
  expect(states.sort()).toEqual(['Box 5 A2 AVAILABLE', 'Box 5 B1 AVAILABLE', 'Box 5 B2 AVAILABLE'])
})

test('a tube that was found in another row of its column goes back by the undo', async () => {
  const { freezer, box1, samples } = await build(2)
  const { id } = await start(freezer)
  await scan(id, box1, samples[1]?.alias ?? '', { row: 2, column: 2 })
  await apply(id, { results: ['other-place'] })
  expect(await stateOf(samples[1]?.id ?? '')).toBe('Box 1 B2 AVAILABLE')
  await post('/stock-takes/undo', { id })
  expect(await stateOf(samples[1]?.id ?? '')).toBe('Box 1 B1 AVAILABLE')
})
