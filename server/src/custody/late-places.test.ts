import { expect, test } from 'vitest'
import { custodyCalls } from '../../test/custody-calls.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

/** Scans that were made without a connection, and sent after somebody had recorded another place for the tube. */
const lab = await openLab()
const { addBox, addPlaced, checkOut, post } = custodyCalls(lab)

const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`)
const later = (time: string) => lab.setNow(at(time))
const signInBo = () => lab.signIn('bo', 'Bo Chen')
const stateOf = async (sampleId: string) => {
  const { custody } = (await lab.get('/samples/get', { id: sampleId })).json().sample
  const { storageId, location } = (await lab.get('/samples/location', { sampleId })).json()
  return { custody, storageId, location }
}
const cellOf = (sampleId: string, storageId: number, column = 1) => ({
  sampleId,
  storageId,
  rowCoordinate: 1,
  columnCoordinate: column,
})
type Tube = { id: string; alias: string }

/** What was done with a tube that is available, and recorded late. */
const takings: [string, (tube: Tube) => Promise<(scannedAt: string) => [string, object]>][] = [
  [
    'check-out',
    async ({ alias }) =>
      (scannedAt) => [
        '/custody/check-out',
        { identifiers: [alias], purpose: 'ELISA', keepPlace: false, scannedAt },
      ],
  ],
  [
    'pick',
    async ({ id, alias }) => {
      const made = { name: 'Friday', sampleIds: [id] }
      const { pickList } = await ok<{ pickList: { id: string } }>(lab.post('/picks/create', made))
      return (scannedAt) => ['/picks/pick', { pickListId: pickList.id, code: alias, scannedAt }]
    },
  ],
]

const placers: [string, () => Promise<string>, string][] = [
  ['another person', signInBo, 'Bo Chen'],
  ['the same person', async () => lab.token(), 'Ada Lindqvist'],
]

for (const [taking, prepare] of takings) {
  test.each(placers)(
    `a ${taking} that was scanned before %s put the tube into a cell is refused`,
    async (_, signIn, name) => {
      const [former, box] = [await addBox({ alias: 'Box 1' }), await addBox({ alias: 'Box 2' })]
      const tube = await addPlaced(former)
      const taken = await prepare(tube)
      later('10:30')
      await post('/samples/update-location', { sampleLocation: cellOf(tube.id, box, 2) }, await signIn())
      const before = await stateOf(tube.id)
      later('11:00')
      const reply = await lab.post(...taken('2026-11-20T10:00:00Z'))
      expect([reply.statusCode, reply.json()]).toEqual([
        409,
        {
          code: 'custody-not-possible',
          message: `NB-001 (${tube.alias}) was put into a cell since this scan, by ${name} (2026-11-20 10:30 UTC).`,
        },
      ])
      expect(await stateOf(tube.id)).toEqual(before)

      await post(...taken('2026-11-20T10:45:00Z'))
      expect(await stateOf(tube.id)).toMatchObject({ custody: 'CHECKED_OUT' })
    },
  )
}

/** What moves only the record of a tube. */
const recordMoves: [string, (tube: Tube, box: number) => Promise<void>][] = [
  [
    'its box was merged into another',
    async (_, box) => {
      const target = await addBox({ alias: 'Box 3' })
      await addPlaced(target, 'A1', 'NB-002')
      await addPlaced(target, 'A2', 'NB-003')
      const { move } = await post('/moves/start', { goal: 'consolidate', storageIds: [box, target] })
      const [step] = move.steps
      expect(step).toMatchObject({ boxId: box, to: { storageId: target } })
      await post('/moves/confirm', { moveId: move.id, boxCode: step.boxCode, targetCode: step.to.code })
    },
  ],
  [
    'it was moved, which was undone',
    async ({ id }) => {
      const other = await addBox({ alias: 'Box 3' })
      const { before, custodyEventIds } = await post('/samples/arrange', { moves: [cellOf(id, other)] })
      await post('/samples/arrange', { moves: before, undo: { custodyEventIds } })
    },
  ],
  [
    'it was taken out, which was undone',
    async ({ id }) => {
      const { before, custodyEventIds } = await post('/samples/arrange', {
        moves: [{ sampleId: id, storageId: 0 }],
      })
      await post('/samples/arrange', { moves: before, undo: { custodyEventIds } })
    },
  ],
]

test.each(recordMoves)(
  'a check-out that was scanned before another person put the tube into a cell is refused, also after %s',
  async (_, moveRecord) => {
    const [former, box] = [await addBox({ alias: 'Box 1' }), await addBox({ alias: 'Box 2' })]
    const tube = await addPlaced(former)
    const bo = await signInBo()
    later('09:40')
    await post('/samples/update-location', { sampleLocation: cellOf(tube.id, box, 2) }, bo)
    later('10:00')
    await moveRecord(tube, box)
    const before = await stateOf(tube.id)
    later('11:00')
    const [path, body] = ['/custody/check-out', { identifiers: [tube.alias], purpose: 'ELISA' }]
    const refused = await lab.post(path, { ...body, scannedAt: at('09:10') })
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `NB-001 (${tube.alias}) was put into a cell since this scan, by Bo Chen (2026-11-20 09:40 UTC).`,
    ])
    expect(await stateOf(tube.id)).toEqual(before)
    await post(path, { ...body, scannedAt: at('09:50') })
  },
)

test('a check-out from before the sign-in goes on although its person placed the tube at a later time', async () => {
  const [former, box] = [await addBox({ alias: 'Box 1' }), await addBox({ alias: 'Box 2' })]
  const tube = await addPlaced(former)
  later('11:00')
  // Sent in the order of the scans, each with the time of its request.
  const scan = (time: string) => ({ scannedAt: at(time) })
  const move = { moves: [cellOf(tube.id, box)], expected: [cellOf(tube.id, former)], ...scan('08:00') }
  await post('/samples/arrange', move)
  later('11:02')
  await checkOut([tube.alias], { ...scan('08:05'), nowIfRefused: true })
  expect(await stateOf(tube.id)).toMatchObject({ custody: 'CHECKED_OUT', storageId: box })
})

test('a check-out goes on after the placing of another person was undone', async () => {
  const tube = await addPlaced(await addBox())
  const box = await addBox({ alias: 'Box 2' })
  const bo = await signInBo()
  later('10:30')
  const { before, custodyEventIds } = await post('/samples/arrange', { moves: [cellOf(tube.id, box)] }, bo)
  await post('/samples/arrange', { moves: before, undo: { custodyEventIds } }, bo)
  later('11:00')
  await checkOut([tube.alias], { scannedAt: '2026-11-20T10:00:00Z' })
})

const waysOut: [string, (sampleId: string) => [string, object]][] = [
  ['on its page', (sampleId) => ['/samples/delete-location', { sampleId }]],
  ['in the grid', (sampleId) => ['/samples/arrange', { moves: [{ sampleId, storageId: 0 }] }]],
]
const waysIn: [string, (sampleId: string, storageId: number) => [string, object]][] = [
  ['/samples/associate', (sampleId, storageId) => ['/samples/associate', cellOf(sampleId, storageId)]],
  [
    '/samples/arrange',
    (sampleId, storageId) => ['/samples/arrange', { moves: [cellOf(sampleId, storageId)] }],
  ],
]

for (const [who, signIn, name] of placers) {
  for (const [where, takeOut] of waysOut) {
    test.each(waysIn)(
      `a scan into a cell is refused if ${who} took the tube out of storage ${where} since: %s`,
      async (_, placeIn) => {
        const [former, box] = [await addBox({ alias: 'Box 1' }), await addBox({ alias: 'Box 2' })]
        const tube = await addPlaced(former)
        later('10:30')
        await post(...takeOut(tube.id), await signIn())
        later('11:00')
        const [path, body] = placeIn(tube.id, box)
        const refused = await lab.post(path, { ...body, scannedAt: '2026-11-20T10:00:00Z' })
        expect([refused.statusCode, refused.json()]).toEqual([
          409,
          {
            code: 'custody-not-possible',
            message: `NB-001 (${tube.alias}) was taken out of storage since this scan, by ${name} (2026-11-20 10:30 UTC).`,
          },
        ])
        expect(await stateOf(tube.id)).toMatchObject({ storageId: 0 })
        await post(path, { ...body, scannedAt: '2026-11-20T10:45:00Z' })
        expect(await stateOf(tube.id)).toMatchObject({ storageId: box })
      },
    )
  }
}

test('a scan into a cell is refused if a scan that was sent before it put the tube into another cell since', async () => {
  const [former, box] = [await addBox({ alias: 'Box 1' }), await addBox({ alias: 'Box 2' })]
  const tube = await lab.addSample({ name: 'NB-001' })
  later('11:00')
  const arrange = (storageId: number, time: string) =>
    lab.post('/samples/arrange', { moves: [cellOf(tube.id, storageId)], scannedAt: at(time) })
  await ok(arrange(box, '10:30'))
  expect((await arrange(former, '10:00')).json()).toMatchObject({ code: 'custody-not-possible' })
  expect(await stateOf(tube.id)).toMatchObject({ storageId: box })
})

test('a scan into a cell goes on if another person took the tube out before it, or as an undo', async () => {
  const [former, box] = [await addBox({ alias: 'Box 1' }), await addBox({ alias: 'Box 2' })]
  const [tube, placedByMistake] = [await addPlaced(former), await lab.addSample({ name: 'NB-002' })]
  const bo = await signInBo()
  later('09:30')
  await post('/samples/delete-location', { sampleId: tube.id }, bo)
  later('10:30')
  const moves = [cellOf(placedByMistake.id, former)]
  const { before, custodyEventIds } = await post('/samples/arrange', { moves }, bo)
  await post('/samples/arrange', { moves: before, undo: { custodyEventIds } }, bo)
  later('11:00')
  const scannedAt = '2026-11-20T10:00:00Z'
  await post('/samples/associate', { ...cellOf(tube.id, box), scannedAt })
  await post('/samples/associate', { ...cellOf(placedByMistake.id, box, 2), scannedAt })
  for (const { id } of [tube, placedByMistake]) expect(await stateOf(id)).toMatchObject({ storageId: box })
})

test('a scan into a cell goes on if a stock-take has missed the tube since, and finds it', async () => {
  const [former, box] = [await addBox({ alias: 'Box 1' }), await addBox({ alias: 'Box 2' })]
  const tube = await addPlaced(former)
  const bo = await signInBo()
  later('10:30')
  const { stockTake } = await post('/stock-takes/start', { storageId: former }, bo)
  await post('/stock-takes/mark-empty', { stockTakeId: stockTake.id, storageId: former }, bo)
  const accept = { results: ['missing'], expected: { missing: 1 }, differences: [], differenceIds: [] }
  await post('/stock-takes/apply', { id: stockTake.id, accept, keepCells: false }, bo)
  expect(await stateOf(tube.id)).toMatchObject({ custody: 'MISSING', storageId: 0 })
  later('11:00')
  await post('/samples/associate', { ...cellOf(tube.id, box), scannedAt: '2026-11-20T10:00:00Z' })
  expect(await stateOf(tube.id)).toMatchObject({ custody: 'AVAILABLE', storageId: box })
})

test('a check-out goes on although another person has taken the tube out of storage since', async () => {
  const tube = await addPlaced(await addBox())
  const bo = await signInBo()
  later('10:30')
  await post('/samples/delete-location', { sampleId: tube.id }, bo)
  later('11:00')
  await checkOut([tube.alias], { scannedAt: '2026-11-20T10:00:00Z' })
})
