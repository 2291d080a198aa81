import { expect, test } from 'vitest'
import { changeCustody } from '../../test/change-custody.ts'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
const { build, start, scan, finish, apply, stateOf, post, place, takeOut } = countedFreezer(lab)

test('after undo a missing tube is in its cell, and one that was checked out is checked out', async () => {
  const { freezer: id, box1, box2, samples } = await build(2)
  const [missing, out] = samples.map((sample) => sample.id)
  await changeCustody(lab, out ?? '', { from: 'AVAILABLE', to: 'CHECKED_OUT', via: 'check-out' })
  const stockTake = await start(id)
  await scan(stockTake.id, box2, out ?? '')
  await finish(stockTake.id, box1)
  await apply(stockTake.id, { results: ['missing', 'not-recorded'] })
  expect(await Promise.all([missing, out].map((tube) => stateOf(tube ?? '')))).toEqual([
    'nowhere MISSING',
    'Box 2 A1 AVAILABLE',
  ])
  await post('/stock-takes/undo', { id: stockTake.id })
  expect(await Promise.all([missing, out].map((tube) => stateOf(tube ?? '')))).toEqual([
    'Box 1 A1 AVAILABLE',
    'Box 1 B1 CHECKED_OUT',
  ])
})

test('the undo of an acceptance that was undone already leaves a later one of another person alone', async () => {
  const { freezer: id, box1, samples } = await build(2)
  const [first, second] = samples.map((sample) => sample.id)
  const stockTake = await start(id)
  await finish(stockTake.id, box1)
  const { differences } = (await lab.get('/stock-takes/differences', { id: stockTake.id })).json()
  const idOf = (sampleId?: string) =>
    differences.find((one: { sampleId: string }) => one.sampleId === sampleId)?.id
  const { closedAt } = await apply(stockTake.id, { differenceIds: [idOf(first)] })
  expect(closedAt).toBe(testNow.toISOString())
  await post('/stock-takes/undo', { id: stockTake.id, closedAt })

  lab.setNow(minutesLater(10))
  const bo = await lab.signIn('bo', 'Bo Chen')
  const accept = { differenceIds: [idOf(second)] }
  await post('/stock-takes/apply', { id: stockTake.id, accept, keepCells: false }, bo)
  const undo = (accepted: object) => lab.post('/stock-takes/undo', { id: stockTake.id, ...accepted })
  const refused = await undo({ closedAt })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'stock-take-changed-since',
      message: expect.stringMatching(
        /^Bo Chen has finished this stock-take since \(.*\)\. Nothing was undone\.$/,
      ),
    },
  ])
  expect(await stateOf(second ?? '')).toBe('nowhere MISSING')
  expect((await undo({ closedAt: minutesLater(10).toISOString() })).statusCode).toBe(200)
  expect(await stateOf(second ?? '')).toBe('Box 1 B1 AVAILABLE')
})

test('undo is refused with a sentence if the box of a tube was deleted since', async () => {
  const { freezer: id, box1, box2, samples } = await build(1)
  const stockTake = await start(id)
  await scan(stockTake.id, box2, samples[0]?.alias ?? '')
  await apply(stockTake.id, { results: ['other-place'] })
  await post(`/storage/delete?id=${box1}`, {})
  const refused = await lab.post('/stock-takes/undo', { id: stockTake.id })
  expect(refused.json()).toEqual({
    code: 'stock-take-changed-since',
    message: `The box where ${samples[0]?.alias} was recorded (Freezer 1 › Rack A › Box 1 › A1) was deleted after the differences were accepted. Nothing was undone.`,
  })
})

test('undo is refused with a sentence if the box of a tube has become a rack since', async () => {
  const { freezer: id, box1, box2, samples } = await build(1)
  const stockTake = await start(id)
  await scan(stockTake.id, box2, samples[0]?.alias ?? '')
  await apply(stockTake.id, { results: ['other-place'] })
  await post('/storage/update', { id: box1, type: 'RACK' })
  const refused = await lab.post('/stock-takes/undo', { id: stockTake.id })
  expect(refused.json()).toEqual({
    code: 'stock-take-changed-since',
    message: `The box where ${samples[0]?.alias} was recorded (Freezer 1 › Rack A › Box 1 › A1) is no longer a box. Nothing was undone.`,
  })
})

test('undo is refused with a sentence if a tube was deleted since', async () => {
  const { freezer: id, box2, samples } = await build(1)
  const stockTake = await start(id)
  await scan(stockTake.id, box2, samples[0]?.alias ?? '')
  await apply(stockTake.id, { results: ['other-place'] })
  await post(`/samples/delete?id=${samples[0]?.id}`, {})
  const refused = await lab.post('/stock-takes/undo', { id: stockTake.id })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'stock-take-changed-since',
      message: `${samples[0]?.alias} was deleted after the differences were accepted. Nothing was undone.`,
    },
  ])
})

test('undo is refused for a tube that was reserved for a list that is closed by now', async () => {
  const { freezer: id, box1, samples } = await build(1)
  const [tube] = samples
  const { pickList } = await post<{ pickList: { id: string } }>('/picks/create', {
    name: 'Assay',
    sampleIds: [tube?.id],
  })
  const stockTake = await start(id)
  await finish(stockTake.id, box1)
  await apply(stockTake.id, { results: ['missing'] })
  await post('/picks/close', { pickListId: pickList.id })
  const refused = await lab.post('/stock-takes/undo', { id: stockTake.id })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'custody-changed-since'])
  expect(await stateOf(tube?.id ?? '')).toBe('nowhere MISSING')
})

const reserve = (sampleId: string | undefined) =>
  post<{ pickList: { id: string } }>('/picks/create', { name: 'Assay', sampleIds: [sampleId] })

test.each([true, false])(
  'undo moves a tube back although a pick list has reserved it since (and released it: %s)',
  async (isReleased) => {
    const { freezer: id, box2, samples } = await build(1)
    const tube = samples[0]?.id ?? ''
    const stockTake = await start(id)
    await scan(stockTake.id, box2, tube)
    await apply(stockTake.id, { results: ['other-place'] })
    const { pickList } = await reserve(tube)
    if (isReleased) await post('/picks/close', { pickListId: pickList.id })
    await post('/stock-takes/undo', { id: stockTake.id })
    expect(await stateOf(tube)).toBe(`Box 1 A1 ${isReleased ? 'AVAILABLE' : 'RESERVED'}`)
  },
)

test('undo is refused with a sentence for a tube that the stock-take found and a pick list has reserved since', async () => {
  const { freezer: id, box1, box2, samples } = await build(2)
  const tube = samples[0]
  const first = await start(id)
  await finish(first.id, box1)
  await apply(first.id, { results: ['missing'] })
  const second = await start(id)
  await scan(second.id, box2, tube?.id ?? '')
  await apply(second.id, { results: ['not-recorded'] })
  await reserve(tube?.id)
  const refused = await lab.post('/stock-takes/undo', { id: second.id })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'stock-take-changed-since',
      message: `${tube?.alias} was reserved after the differences were accepted. Nothing was undone.`,
    },
  ])
})

test('a scan cannot be dated before the sign-in or into the future', async () => {
  const { freezer: id, box1, samples } = await build(1)
  const stockTake = await start(id)
  const tube = samples[0]?.alias ?? ''
  for (const minutes of [-60, 5]) {
    const body = { stockTakeId: stockTake.id, storageId: box1, code: tube }
    const refused = await lab.post('/stock-takes/scan', {
      ...body,
      scannedAt: minutesLater(minutes).toISOString(),
    })
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'request-invalid'])
  }
})

test('the undo of the count of one tube puts it back into its cell', async () => {
  const { freezer: id, box1, samples } = await build(1)
  const tube = samples[0]?.id ?? ''
  const stockTake = await start(id)
  await finish(stockTake.id, box1)
  await apply(stockTake.id, { results: ['missing'] })
  const { events } = (await lab.get('/custody/history', { sampleId: tube })).json()
  await post('/custody/undo', { eventIds: [events[0].id] })
  expect(await stateOf(tube)).toBe('Box 1 A1 AVAILABLE')
})

test('undo is refused if a tube was taken out of the accepted cell and put into it again, unless that was undone', async () => {
  const { freezer: id, box2, samples } = await build(1)
  const tube = samples[0]?.id ?? ''
  const stockTake = await start(id)
  await scan(stockTake.id, box2, tube)
  await apply(stockTake.id, { results: ['other-place'] })
  lab.setNow(minutesLater(1))
  const moves = [{ sampleId: tube, storageId: 0 }]
  const { before } = await post('/samples/arrange', { moves })
  await post('/samples/arrange', { moves: before, undo: { custodyEventIds: [] } })
  await post('/stock-takes/undo', { id: stockTake.id })
  expect(await stateOf(tube)).toBe('Box 1 A1 AVAILABLE')

  await apply(stockTake.id, { results: ['other-place'] })
  lab.setNow(minutesLater(2))
  await takeOut(tube)
  await place(tube, box2, 'A1')
  const refused = await lab.post('/stock-takes/undo', { id: stockTake.id })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'stock-take-changed-since'])
  expect(await stateOf(tube)).toBe('Box 2 A1 AVAILABLE')
})
