import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { minutesLater, openLab } from '../../test/lab.ts'

const lab = await openLab()
const { build, start, scan, finish, read, differences, apply, stateOf, post, place, takeOut } =
  countedFreezer(lab)

type Sample = { id: string; alias: string; batch_id: string }
const remove = (sampleId: string) => post<{ deletionId: string }>(`/samples/delete?id=${sampleId}`, {})
const restore = (deletionId: string) => post('/deletions/undo', { deletionId })
const resultsOf = async (id: string) =>
  (await differences(id)).map(({ code, result }) => [code, result]).sort()

test.each(['tube ID', 'id'])(
  'a tube that was scanned by its %s while it was deleted is not missing once it is restored',
  async (label) => {
    const { freezer, box1, samples } = await build(3)
    const [kept, gone, lost] = samples as [Sample, Sample, Sample]
    const { deletionId } = await remove(gone.id)
    const { id } = await start(freezer)
    const code = label === 'id' ? gone.id : gone.alias
    await scan(id, box1, kept.alias)
    expect((await scan(id, box1, code.toLowerCase())).result).toBe('unknown-code')
    await restore(deletionId)

    expect(await finish(id, box1)).toBe(1)
    expect(await resultsOf(id)).toEqual(
      [
        [code.toLowerCase(), 'unknown-code'],
        [lost.alias, 'missing'],
      ].sort(),
    )
    expect((await read(id)).stockTake).toMatchObject({ expectedTubes: 3 })
    expect(await apply(id, { results: ['missing'] })).toMatchObject({ applied: 1 })
    expect(await stateOf(gone.id)).toBe('Box 1 B1 AVAILABLE')
  },
)

test('a missing tube is not missing any more once it was scanned while it was deleted', async () => {
  const { freezer, box1, box2, samples } = await build(2)
  const [gone, lost] = samples as [Sample, Sample]
  const { id } = await start(freezer)
  expect(await finish(id, box1)).toBe(2)
  const { deletionId } = await remove(gone.id)
  await scan(id, box2, gone.alias)
  await restore(deletionId)

  expect(await resultsOf(id)).toEqual(
    [
      [gone.alias, 'unknown-code'],
      [lost.alias, 'missing'],
    ].sort(),
  )
  await apply(id, { results: ['missing'] })
  expect(await stateOf(gone.id)).toBe('Box 1 A1 AVAILABLE')
})

test('a tube that was scanned by its id while it was deleted is no longer an unknown code once it is scanned again', async () => {
  const { freezer, box1, samples } = await build(1)
  const [tube] = samples as [Sample]
  const { deletionId } = await remove(tube.id)
  const { id } = await start(freezer)
  await scan(id, box1, tube.id)
  await restore(deletionId)
  expect(await scan(id, box1, tube.alias)).toMatchObject({ result: 'in-place' })
  expect(await differences(id)).toEqual([])
})

test.each(['/stock-takes/finish-box', '/stock-takes/mark-empty'])(
  'a missing tube whose record was moved to another box is missing there: %s',
  async (path) => {
    const { freezer, box1, box2, samples } = await build(2)
    const [moved, lost] = samples as [Sample, Sample]
    const { id } = await start(freezer)
    expect(await finish(id, box1)).toBe(2)
    lab.setNow(minutesLater(1))
    await place(moved.id, box2, 'B2')
    lab.setNow(minutesLater(2))

    expect(await post(path, { stockTakeId: id, storageId: box2 })).toMatchObject({ missing: 1 })
    expect((await read(id)).boxes).toMatchObject([
      { alias: 'Box 1', counts: { missing: 1 } },
      { alias: 'Box 2', counts: { missing: 1 }, expected: 1 },
    ])
    const events = await auditEventsOf(lab, 'stock-take.finish-box')
    expect(events).toContainEqual(
      expect.objectContaining({ after: expect.objectContaining({ storageId: box2, missing: 1 }) }),
    )
    expect((await differences(id)).map((one) => [one.code, one.recordedPlace, one.isChangedSince])).toEqual([
      [lost.alias, 'Freezer 1 › Rack A › Box 1 › B1', false],
      [moved.alias, 'Freezer 1 › Rack A › Box 2 › B2', false],
    ])

    expect(await finish(id, box1)).toBe(1)
    expect(await apply(id, { results: ['missing'] })).toMatchObject({ applied: 2, changedSince: 0 })
    expect(await stateOf(moved.id)).toBe('nowhere MISSING')
  },
)

const acceptAndUndo = (more: object) => async (id: string) => {
  await apply(id, { results: ['missing'] }, more)
  lab.setNow(minutesLater(2))
  await post('/stock-takes/undo', { id })
}

const checkOutAndUndo = (keepPlace: boolean) => async (_: string, lost: readonly Sample[]) => {
  const identifiers = lost.map(({ alias }) => alias)
  const { tubes } = await post<{ tubes: { eventId: number }[] }>('/custody/check-out', {
    identifiers,
    purpose: 'PCR',
    keepPlace,
  })
  lab.setNow(minutesLater(2))
  await post('/custody/undo', { eventIds: tubes.map(({ eventId }) => eventId) })
}

type Move = { sampleId: string; storageId: number; rowCoordinate?: number; columnCoordinate?: number }
const outOf = (samples: readonly Sample[]): Move[] =>
  samples.map(({ id }) => ({ sampleId: id, storageId: 0 }))
const intoRow4 = (samples: readonly Sample[], storageId: number): Move[] =>
  samples.map(({ id }, index) => ({
    sampleId: id,
    storageId,
    rowCoordinate: 4,
    columnCoordinate: index + 1,
  }))

async function arrangeAndUndo(moves: Move[]) {
  const { before } = await post<{ before: Move[] }>('/samples/arrange', { moves })
  lab.setNow(minutesLater(2))
  await post('/samples/arrange', { moves: before, expected: moves, undo: { custodyEventIds: [] } })
}

test.each([
  ['accepted as missing', acceptAndUndo({})],
  ['accepted as missing with their cells', acceptAndUndo({ keepCells: true })],
  ['checked out of their cells', checkOutAndUndo(false)],
  ['checked out and kept their cells', checkOutAndUndo(true)],
  ['taken out', (_: string, lost: readonly Sample[]) => arrangeAndUndo(outOf(lost))],
  ['moved', (_: string, lost: readonly Sample[], box1: number) => arrangeAndUndo(intoRow4(lost, box1))],
])(
  'missing tubes that were %s, which was undone, are missing when their box is finished again',
  async (_, change) => {
    const { freezer, box1, samples } = await build(5)
    const [kept, ...missing] = samples as [Sample, Sample, ...Sample[]]
    const { id } = await start(freezer)
    await scan(id, box1, kept.alias)
    expect(await finish(id, box1)).toBe(4)
    lab.setNow(minutesLater(1))
    await change(id, missing, box1)

    lab.setNow(minutesLater(3))
    const [found, ...lost] = missing as [Sample, ...Sample[]]
    expect(await scan(id, box1, found.alias)).toMatchObject({ result: 'in-place' })
    expect(await finish(id, box1)).toBe(3)
    expect(await differences(id)).toMatchObject(
      lost.map(({ alias }) => ({ code: alias, result: 'missing', isChangedSince: false })),
    )
    expect((await read(id)).boxes[0]).toMatchObject({ expected: 5, counts: { 'in-place': 2, missing: 3 } })
  },
)

test('a box that is finished weeks after its first scan says how many of its tubes were not judged', async () => {
  const { freezer, box1, samples } = await build(3)
  const [kept, returned, lost] = samples as [Sample, Sample, Sample]
  const { id } = await start(freezer)
  await scan(id, box1, kept.alias)
  lab.setNow(minutesLater(8 * 60))
  await post('/custody/check-out', { identifiers: [returned.alias], purpose: 'PCR', keepPlace: true })
  await post('/custody/return', { identifiers: [returned.alias] })

  const finished = await post('/stock-takes/finish-box', { stockTakeId: id, storageId: box1 })
  expect(finished).toEqual({ success: true, missing: 1, notJudged: 1 })
  expect(await resultsOf(id)).toEqual([[lost.alias, 'missing']])
  expect(await auditEventsOf(lab, 'stock-take.finish-box')).toMatchObject([
    { after: { missing: 1, notJudged: 1 } },
  ])
})

test('a missing tube that somebody has put into another cell, or returned, is not missing when its box is finished again', async () => {
  const { freezer, box1, samples } = await build(3)
  const [row, column, returned] = samples as [Sample, Sample, Sample]
  const { id } = await start(freezer)
  expect(await finish(id, box1)).toBe(3)
  lab.setNow(minutesLater(1))
  await place(row.id, box1, 'A2')
  await place(column.id, box1, 'D1')
  await post('/custody/check-out', { identifiers: [returned.alias], purpose: 'PCR' })
  await post('/custody/return', { identifiers: [returned.alias] })
  expect(await finish(id, box1)).toBe(0)
  expect(await differences(id)).toEqual([])
})

const byHand: [string, (sampleId: string, storageId: number) => Promise<unknown>][] = [
  [
    'taken out of storage and put into its cell again',
    async (sampleId, storageId) => {
      await takeOut(sampleId)
      await place(sampleId, storageId, 'B1')
    },
  ],
  [
    'moved away and back',
    async (sampleId, storageId) => {
      for (const location of ['D4', 'B1'])
        await post('/samples/update-location', { sampleLocation: { sampleId, storageId, location } })
    },
  ],
  [
    'put into its cell again, and then moved, which was undone',
    async (sampleId, storageId) => {
      await takeOut(sampleId)
      await place(sampleId, storageId, 'B1')
      const moves = [{ sampleId, storageId, rowCoordinate: 4, columnCoordinate: 4 }]
      const { before } = await post<{ before: object[] }>('/samples/arrange', { moves })
      await post('/samples/arrange', { moves: before, undo: { custodyEventIds: [] } })
    },
  ],
  [
    'removed and scanned in again',
    async (sampleId, storageId) => {
      await post('/samples/delete-location', { sampleId })
      await post('/samples/associate', { sampleId, storageId, location: 'B1' })
    },
  ],
]

test.each(byHand)(
  'a missing tube that was %s is not missing when its box is finished again',
  async (_, put) => {
    const { freezer, box1, samples } = await build(3)
    const [kept, found, lost] = samples as [Sample, Sample, Sample]
    const { id } = await start(freezer)
    await scan(id, box1, kept.alias)
    expect(await finish(id, box1)).toBe(2)
    lab.setNow(minutesLater(1))
    await put(found.id, box1)
    lab.setNow(minutesLater(2))
    expect(await finish(id, box1)).toBe(1)
    expect(await resultsOf(id)).toEqual([[lost.alias, 'missing']])
    await apply(id, { results: ['missing'] })
    expect(await stateOf(found.id)).toBe('Box 1 B1 AVAILABLE')
  },
)

test.each(byHand)('a tube that was %s after it was judged as missing has changed since', async (_, put) => {
  const { freezer, box1, samples } = await build(3)
  const [, found, lost] = samples as [Sample, Sample, Sample]
  const { id } = await start(freezer)
  await scan(id, box1, samples[0]?.alias ?? '')
  await finish(id, box1)
  lab.setNow(minutesLater(1))
  await put(found.id, box1)
  expect((await differences(id)).map(({ code, isChangedSince }) => [code, isChangedSince])).toEqual([
    [found.alias, true],
    [lost.alias, false],
  ])
  expect(await apply(id, { results: ['missing'] })).toMatchObject({ applied: 1, changedSince: 1 })
  expect(await stateOf(found.id)).toBe('Box 1 B1 AVAILABLE')
  expect(await stateOf(lost.id)).toBe('nowhere MISSING')
})

test.each(byHand)('a tube that was found elsewhere, and then %s, stays there', async (_, put) => {
  const { freezer, box1, box2, samples } = await build(2)
  const [, found] = samples as [Sample, Sample]
  const { id } = await start(freezer)
  expect(await scan(id, box2, found.alias)).toMatchObject({ result: 'other-place' })
  lab.setNow(minutesLater(1))
  await put(found.id, box1)
  expect(await apply(id, { results: ['other-place'] })).toMatchObject({ applied: 0, changedSince: 1 })
  expect(await stateOf(found.id)).toBe('Box 1 B1 AVAILABLE')
})
