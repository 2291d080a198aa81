import type { Custody } from '@lims/contract/custody.ts'
import { storageCode } from '@lims/contract/storage-code.ts'
import { maxTextLength } from '@lims/contract/text.ts'
import { expect, test } from 'vitest'
import { changeCustody } from '../../test/change-custody.ts'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { minutesLater, openLab } from '../../test/lab.ts'

const lab = await openLab()
const freezer = countedFreezer(lab)
const { build, start, scan, finish, read, differences, apply, stateOf, post } = freezer

const setCustody = (
  sampleId: string,
  from: Custody,
  to: Custody,
  via: 'set' | 'check-out' | 'return' = 'set',
) => changeCustody(lab, sampleId, { from, to, via })

test('a tube that is recorded where it is scanned is where it should be', async () => {
  const { freezer: id, box1, samples } = await build(1)
  const stockTake = await start(id)
  const found = await scan(stockTake.id, box1, samples[0]?.alias ?? '')
  expect(found).toMatchObject({
    result: 'in-place',
    recordedPlace: 'Freezer 1 › Rack A › Box 1 › A1',
    position: 'A1',
    isRepeat: false,
  })
  expect((await read(stockTake.id)).stockTake.counts).toMatchObject({ 'in-place': 1, missing: 0 })
})

test('a tube that is recorded in another box, or in another cell of the box, is in another place', async () => {
  const { freezer: id, box1, box2, samples } = await build(2)
  const stockTake = await start(id)
  expect((await scan(stockTake.id, box2, samples[0]?.alias ?? '')).result).toBe('other-place')
  expect(await scan(stockTake.id, box1, samples[1]?.id ?? '', { row: 3, column: 2 })).toMatchObject({
    result: 'other-place',
    position: 'B1',
  })
  expect(
    (await differences(stockTake.id)).map(({ recordedPlace, foundPlace }) => [recordedPlace, foundPlace]),
  ).toEqual([
    ['Freezer 1 › Rack A › Box 1 › B1', 'Rack A › Box 1 › B3'],
    ['Freezer 1 › Rack A › Box 1 › A1', 'Rack A › Box 2'],
  ])
})

test('what is recorded in a box and was scanned nowhere is missing once the box is finished', async () => {
  const { freezer: id, box1, box2, samples } = await build(3)
  const stockTake = await start(id)
  await scan(stockTake.id, box1, samples[0]?.alias ?? '')
  await scan(stockTake.id, box2, samples[1]?.alias ?? '')
  expect((await read(stockTake.id)).stockTake.counts.missing).toBe(0)
  expect(await finish(stockTake.id, box1)).toBe(1)
  const { stockTake: counted, boxes } = await read(stockTake.id)
  expect(counted).toMatchObject({ numBoxes: 2, numFinishedBoxes: 1, counterNames: ['Ada Lindqvist'] })
  expect(counted.counts).toEqual({
    'in-place': 1,
    'other-place': 1,
    missing: 1,
    'not-recorded': 0,
    'unknown-code': 0,
  })
  expect(boxes.map(({ alias, state, expected }) => [alias, state, expected])).toEqual([
    ['Box 1', 'finished', 3],
    ['Box 2', 'counting', 0],
  ])
})

test.each(['CHECKED_OUT', 'MISSING', 'DEPLETED', 'DISPOSED'] as const)(
  'a tube that is %s and is found is present but not recorded, and becomes available where it was found',
  async (custody) => {
    const { freezer: id, box1, box2, samples } = await build(1)
    const [tube] = samples
    await setCustody(tube?.id ?? '', 'AVAILABLE', custody, custody === 'CHECKED_OUT' ? 'check-out' : 'set')
    const stockTake = await start(id)
    expect((await scan(stockTake.id, box2, tube?.alias ?? '')).result).toBe('not-recorded')
    expect(await finish(stockTake.id, box1)).toBe(0)
    expect(await apply(stockTake.id, { results: ['not-recorded'] })).toMatchObject({ applied: 1 })
    expect(await stateOf(tube?.id ?? '')).toBe('Box 2 A1 AVAILABLE')

    await post('/stock-takes/undo', { id: stockTake.id })
    const isOut = custody === 'DEPLETED' || custody === 'DISPOSED'
    expect(await stateOf(tube?.id ?? '')).toBe(`${isOut ? 'nowhere' : 'Box 1 A1'} ${custody}`)
  },
)

test('a tube without a place on record is placed in the next free cell of the box where it was found', async () => {
  const { freezer: id, box1 } = await build(1)
  const loose = await freezer.addTube('NB-loose')
  const stockTake = await start(id)
  expect(await scan(stockTake.id, box1, loose.alias)).toMatchObject({
    result: 'not-recorded',
    recordedPlace: null,
  })
  await apply(stockTake.id, { results: ['not-recorded'] })
  expect(await stateOf(loose.id)).toBe('Box 1 B1 AVAILABLE')
})

test('an unknown code is reported, and cannot be accepted', async () => {
  const { freezer: id, box1 } = await build(1)
  const stockTake = await start(id)
  const address = `https://supplier.example/${'a'.repeat(maxTextLength.code - 25)}`
  for (const code of [address, 'T99999'])
    expect(await scan(stockTake.id, box1, code)).toMatchObject({ result: 'unknown-code', sample: null })
  const found = await differences(stockTake.id)
  expect(found.map(({ code }) => code).toSorted()).toEqual(['T99999', address])
  const difference = found.find(({ code }) => code === 'T99999')
  expect(difference).toMatchObject({ foundPlace: 'Rack A › Box 1' })
  expect(await apply(stockTake.id, { differenceIds: [difference?.id] })).toMatchObject({ applied: 0 })
})

test('the same tube counts once, and the last box where it was scanned wins and is shown', async () => {
  const { freezer: id, box1, box2, samples } = await build(1)
  const code = samples[0]?.alias ?? ''
  const stockTake = await start(id)
  await scan(stockTake.id, box1, code)
  expect(await scan(stockTake.id, box1, code.toLowerCase())).toMatchObject({ isRepeat: true })
  expect(await scan(stockTake.id, box2, code)).toMatchObject({
    result: 'other-place',
    countedBefore: 'Freezer 1 › Rack A › Box 1',
  })
  expect((await read(stockTake.id)).stockTake.counts).toMatchObject({ 'in-place': 0, 'other-place': 1 })
})

test('a scan that arrives late does not replace one that was made later', async () => {
  const { freezer: id, box1, box2, samples } = await build(1)
  const code = samples[0]?.alias ?? ''
  const stockTake = await start(id)
  lab.setNow(minutesLater(10))
  await scan(stockTake.id, box1, code, { scannedAt: minutesLater(9).toISOString() })
  const late = await scan(stockTake.id, box2, code, { scannedAt: minutesLater(5).toISOString() })
  expect(late).toMatchObject({ countedLater: 'Freezer 1 › Rack A › Box 1', countedBefore: null })
  expect((await read(stockTake.id)).stockTake.counts).toMatchObject({ 'in-place': 1, 'other-place': 0 })
})

test('a scan from before the sign-in keeps its place in the order of scans', async () => {
  const { freezer: id, box1, box2, samples } = await build(1)
  const code = samples[0]?.alias ?? ''
  const stockTake = await start(id)
  lab.setNow(minutesLater(10))
  const token = await lab.signIn('bo', 'Bo Chen')
  await scan(stockTake.id, box1, code, { scannedAt: minutesLater(10).toISOString() })
  lab.setNow(minutesLater(12))
  const body = { stockTakeId: stockTake.id, storageId: box2, code, scannedAt: minutesLater(5).toISOString() }
  const late = (await lab.post('/stock-takes/scan', { ...body, nowIfRefused: true }, token)).json().scan
  expect(late).toMatchObject({ countedLater: 'Freezer 1 › Rack A › Box 1', countedBefore: null })
})

test('the label of a storage is refused where a tube is expected, and a box outside the stock-take is named', async () => {
  const { freezer: id, rack, box1, samples } = await build(1)
  const other = await freezer.addStorage('Box 9', 'BOX')
  const stockTake = await start(id)
  const refusal = async (storageId: number, code: string) =>
    (await lab.post('/stock-takes/scan', { stockTakeId: stockTake.id, storageId, code })).json()
  expect(await refusal(box1, storageCode(box1))).toMatchObject({
    code: 'request-invalid',
    message: `${storageCode(box1)} is the label of a storage. Please scan a tube.`,
  })
  expect(await refusal(other, samples[0]?.alias ?? '')).toMatchObject({
    code: 'stock-take-box-unknown',
    message: 'Box 9 is not part of this stock-take of Freezer 1.',
  })
  expect((await refusal(rack, samples[0]?.alias ?? '')).message).toBe(
    'Rack A is not a box. Tubes are counted in boxes: scan the label of a box.',
  )
})

test('what others do after the start is not a difference: the record at the time of the scan counts', async () => {
  const { freezer: id, box1, box2, samples } = await build(5)
  const [moved, out, taken, kept] = samples.map((sample) => sample.id)
  const stockTake = await start(id)
  lab.setNow(minutesLater(60))
  await freezer.place(moved ?? '', box2, 'C3')
  await setCustody(out ?? '', 'AVAILABLE', 'CHECKED_OUT', 'check-out')
  await freezer.takeOut(taken ?? '')
  lab.setNow(minutesLater(120))
  expect((await scan(stockTake.id, box2, moved ?? '')).result).toBe('in-place')
  expect((await scan(stockTake.id, box1, kept ?? '')).result).toBe('in-place')
  await scan(stockTake.id, box1, samples[4]?.id ?? '')
  lab.setNow(minutesLater(180))
  const fresh = await freezer.addTube('NB-new')
  await freezer.place(fresh.id, box1, 'D4')
  expect(await finish(stockTake.id, box1)).toBe(0)
  expect(await differences(stockTake.id)).toEqual([])
})

test('a difference whose tube has changed since it was judged is shown so, and not applied', async () => {
  const { freezer: id, box1, box2, samples } = await build(3)
  const [one, two, three] = samples.map((sample) => sample.id)
  const stockTake = await start(id)
  await scan(stockTake.id, box2, one ?? '')
  await scan(stockTake.id, box2, two ?? '')
  await finish(stockTake.id, box1)
  lab.setNow(minutesLater(60))
  await freezer.place(one ?? '', box1, 'D4')
  await setCustody(three ?? '', 'AVAILABLE', 'CHECKED_OUT', 'check-out')
  expect((await differences(stockTake.id)).map((row) => [row.result, row.isChangedSince]).sort()).toEqual([
    ['missing', true],
    ['other-place', false],
    ['other-place', true],
  ])
  expect(await apply(stockTake.id, { results: ['other-place', 'missing'] })).toMatchObject({
    applied: 1,
    changedSince: 2,
  })
  expect(await Promise.all([one, two, three].map((tube) => stateOf(tube ?? '')))).toEqual([
    'Box 1 D4 AVAILABLE',
    'Box 2 A1 AVAILABLE',
    'Box 1 C1 CHECKED_OUT',
  ])
})

test('a scan from a phone without network whose tube others have moved in between is changed since', async () => {
  const { freezer: id, box1, box2, samples } = await build(2)
  const stockTake = await start(id)
  lab.setNow(minutesLater(10))
  await freezer.place(samples[0]?.id ?? '', box2, 'B2')
  await freezer.takeOut(samples[1]?.id ?? '')
  lab.setNow(minutesLater(20))
  for (const { alias } of samples) {
    await scan(stockTake.id, box1, alias, { scannedAt: minutesLater(5).toISOString() })
  }
  expect((await differences(stockTake.id)).map((row) => row.isChangedSince)).toEqual([true, true])
})

test('a stock-take is named with the storages around what is counted: each rack has a Box 1', async () => {
  const { freezer, box1 } = await build(1)
  const { id, storageName } = await start(box1)
  expect(storageName).toBe('Freezer 1 › Rack A › Box 1')
  await post('/stock-takes/cancel', { id })
  expect(await start(freezer)).toMatchObject({ storageName: 'Freezer 1' })
})

test('a box is in one open stock-take: a second one is refused and names the first', async () => {
  const { freezer: id, rack, box1 } = await build(1)
  const stockTake = await start(rack)
  const bo = await lab.signIn('bo', 'Bo Chen')
  for (const storageId of [id, box1]) {
    const refused = await lab.post('/stock-takes/start', { storageId }, bo)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Box 1 is being counted in the stock-take of Freezer 1 › Rack A that Ada Lindqvist has started. Finish or cancel that one first.',
    ])
  }
  await post('/stock-takes/cancel', { id: stockTake.id })
  expect((await start(id, bo)).state).toBe('open')
})

test('when fifty people start a stock-take at once, one of them does', async () => {
  const { freezer: id, rack } = await build(0)
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      lab.post('/stock-takes/start', { storageId: index % 2 ? id : rack }),
    ),
  )
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
})

test('when two people apply the differences at once, one of them does, and nothing is applied twice', async () => {
  const { freezer: id, box1, box2, samples } = await build(4)
  const stockTake = await start(id)
  for (const { alias } of samples.slice(0, 2)) await scan(stockTake.id, box2, alias)
  await finish(stockTake.id, box1)
  const body = { id: stockTake.id, accept: { results: ['other-place', 'missing'] } }
  const replies = await Promise.all(Array.from({ length: 6 }, () => lab.post('/stock-takes/apply', body)))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409])
  const events = await lab.db.selectFrom('custody_event').select('sample_id').execute()
  expect(events).toHaveLength(2)
})

test('an empty box is finished in one step, but not while tubes were counted in it', async () => {
  const { freezer: id, box1, box2, samples } = await build(1)
  const stockTake = await start(id)
  await post('/stock-takes/mark-empty', { stockTakeId: stockTake.id, storageId: box2 })
  await scan(stockTake.id, box1, samples[0]?.alias ?? '')
  const refused = await lab.post('/stock-takes/mark-empty', { stockTakeId: stockTake.id, storageId: box1 })
  expect(refused.json()).toEqual({
    code: 'stock-take-box-not-empty',
    message: '1 tube was counted in Box 1, so it is not empty. Finish the box instead.',
  })
  const { boxes } = await read(stockTake.id)
  expect(boxes.map(({ state, isEmpty }) => [state, isEmpty])).toEqual([
    ['counting', false],
    ['finished', true],
  ])
})

test('a missing tube that is scanned later is found', async () => {
  const { freezer: id, box1, box2, samples } = await build(2)
  const stockTake = await start(id)
  expect(await finish(stockTake.id, box1)).toBe(2)
  await scan(stockTake.id, box2, samples[0]?.alias ?? '')
  expect((await read(stockTake.id)).stockTake.counts).toMatchObject({ missing: 1, 'other-place': 1 })
})

test('the box lists its tubes with and without a result', async () => {
  const { freezer: id, box1, samples } = await build(2)
  const stockTake = await start(id)
  await scan(stockTake.id, box1, samples[1]?.alias ?? '')
  await scan(stockTake.id, box1, 'T99')
  const { tubes } = (
    await lab.get('/stock-takes/box', { stockTakeId: stockTake.id, storageId: `${box1}` })
  ).json()
  expect(tubes.map((tube: Record<string, unknown>) => [tube.position, tube.code, tube.result])).toEqual([
    ['A1', samples[0]?.alias, null],
    ['B1', samples[1]?.alias, 'in-place'],
    [null, 'T99', 'unknown-code'],
  ])
})

test('stock-takes are listed with the open ones first', async () => {
  const { box1, box2 } = await build(1)
  const first = await start(box1)
  const second = await start(box2)
  await post('/stock-takes/cancel', { id: second.id })
  const { stockTakes, totalStockTakes } = (await lab.get('/stock-takes/list', {})).json()
  expect(stockTakes.map((one: { id: string; state: string }) => [one.id, one.state])).toEqual([
    [first.id, 'open'],
    [second.id, 'cancelled'],
  ])
  expect(totalStockTakes).toBe(2)
})

test('each call refuses a stock-take that does not exist', async () => {
  const { box1 } = await build(0)
  for (const id of ['nothing', '00000000-0000-4000-8000-000000000000']) {
    const box = { stockTakeId: id, storageId: box1 }
    const replies = await Promise.all([
      lab.post('/stock-takes/scan', { ...box, code: 'T1' }),
      lab.post('/stock-takes/scan-rack', { ...box, content: 'A1,T1' }),
      lab.post('/stock-takes/finish-box', box),
      lab.post('/stock-takes/mark-empty', box),
      lab.post('/stock-takes/apply', { id, accept: {} }),
      lab.post('/stock-takes/undo', { id }),
      lab.post('/stock-takes/cancel', { id }),
      lab.get('/stock-takes/get', { id }),
      lab.get('/stock-takes/differences', { id }),
      lab.get('/stock-takes/report', { id }),
      lab.get('/stock-takes/box', { stockTakeId: id, storageId: `${box1}` }),
    ])
    expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual(
      replies.map(() => [404, 'stock-take-not-found']),
    )
  }
})
