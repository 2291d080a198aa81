import { beforeEach, expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

/** Tubes that were scanned into a box without a connection. */
const lab = await openLab()
beforeEach(() => lab.setNow(testNow))

const post = (path: string, body: object) => ok(lab.post(path, body))
const add = async (alias: string, type: string, more: object = {}): Promise<number> =>
  (await post('/storage/add', { alias, type, numberRows: 4, numberColumns: 4, ...more })).storage.id

async function freezerWithBoxes() {
  const freezer = await add('Freezer 1', 'FREEZER', { nominalTemperatureC: -80 })
  const [box1, box2] = [
    await add('Box 1', 'BOX', { parentID: freezer }),
    await add('Box 2', 'BOX', { parentID: freezer }),
  ]
  return { freezer, box1, box2 }
}

/** Warm from minute 60 to 120. */
const warmUp = (storageId: number) =>
  post('/temperatures/post', {
    storageId,
    readings: Array.from({ length: 41 }, (_, index) => ({
      at: minutesLater(index * 5).toISOString(),
      celsius: index >= 12 && index < 24 ? -50 : -80,
    })),
  })
const excursionsOf = async (sampleId: string) =>
  (await lab.get('/temperatures/sample', { sampleId })).json().excursions
const archivedAt = async (id: string) => {
  const sample = await lab.db
    .selectFrom('sample')
    .select('archived_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return sample?.archived_at?.toISOString()
}
const historyOf = async (sampleId: string) => (await lab.get('/custody/history', { sampleId })).json().events

const placings: [string, (sampleId: string, storageId: number) => [string, object]][] = [
  [
    'scanned into a cell',
    (sampleId, storageId) => ['/samples/associate', { sampleId, storageId, location: 'A1' }],
  ],
  [
    'moved to a cell by a scan',
    (sampleId, storageId) => [
      '/samples/arrange',
      { moves: [{ sampleId, storageId, rowCoordinate: 1, columnCoordinate: 1 }] },
    ],
  ],
]

test.each(placings)('a tube that was %s without a connection is there from the scan on', async (_, of) => {
  const { freezer, box1 } = await freezerWithBoxes()
  const { id } = await lab.addSample()
  lab.setNow(minutesLater(200))
  await warmUp(freezer)
  const [path, body] = of(id, box1)
  await post(path, { ...body, scannedAt: minutesLater(30).toISOString() })
  expect(await archivedAt(id)).toBe(minutesLater(30).toISOString())
  expect(await excursionsOf(id)).toMatchObject([{ from: minutesLater(60).toISOString(), seconds: 3600 }])
  const action = path === '/samples/associate' ? 'sample.place' : 'sample.arrange'
  expect(await auditEventsOf(lab, action)).toMatchObject([
    { at: minutesLater(200), after: { scannedAt: minutesLater(30).toISOString() } },
  ])
})

test.each(placings)(
  'a tube in use that was %s without a connection has returned at the scan',
  async (_, of) => {
    const { box1 } = await freezerWithBoxes()
    const { id } = await lab.addSample()
    await post('/custody/check-out', { identifiers: [id], purpose: 'PCR' })
    lab.setNow(minutesLater(200))
    const [path, body] = of(id, box1)
    await post(path, { ...body, scannedAt: minutesLater(30).toISOString() })
    expect(await historyOf(id)).toMatchObject([
      { via: 'return', at: minutesLater(30).toISOString() },
      { via: 'check-out' },
    ])
    expect(await auditEventsOf(lab, 'custody.return')).toMatchObject([
      { at: minutesLater(200), after: { scannedAt: minutesLater(30).toISOString() } },
    ])
  },
)

test('a missing tube that was scanned into a cell without a connection was found at the scan', async () => {
  const { box1 } = await freezerWithBoxes()
  const { id } = await lab.addSample()
  await post('/custody/set', { sampleIds: [id], custody: 'MISSING', reason: 'empty' })
  lab.setNow(minutesLater(200))
  const scannedAt = minutesLater(30).toISOString()
  await post('/samples/associate', { sampleId: id, storageId: box1, location: 'A1', scannedAt })
  expect(await historyOf(id)).toMatchObject([{ via: 'find', at: scannedAt }, { via: 'set' }])
})

test('a place that was recorded after the scan stays until the request', async () => {
  const { freezer, box1, box2 } = await freezerWithBoxes()
  const { id } = await lab.addSample()
  const cell = (storageId: number) => ({ sampleId: id, storageId, rowCoordinate: 1, columnCoordinate: 1 })
  lab.setNow(minutesLater(90))
  await post('/samples/arrange', { moves: [cell(box1)] })
  lab.setNow(minutesLater(200))
  await warmUp(freezer)
  const move = { moves: [cell(box2)], expected: [cell(box1)], scannedAt: minutesLater(30).toISOString() }
  await post('/samples/arrange', move)
  expect(await archivedAt(id)).toBe(minutesLater(200).toISOString())
  expect(await excursionsOf(id)).toMatchObject([{ from: minutesLater(90).toISOString(), seconds: 1800 }])
})

test('a scan with a time that is not accepted counts as made at the request', async () => {
  const { box1 } = await freezerWithBoxes()
  const { id } = await lab.addSample()
  const scannedAt = '2026-11-01T08:00:00.000Z'
  await post('/samples/associate', { sampleId: id, storageId: box1, location: 'A1', scannedAt })
  expect(await archivedAt(id)).toBe(testNow.toISOString())
})

test('taking a tube out is undone also by a server whose clock is behind that of the one that placed it', async () => {
  const { box1 } = await freezerWithBoxes()
  const { id: sampleId } = await lab.addSample()
  const cell = { sampleId, storageId: box1, rowCoordinate: 1, columnCoordinate: 1 }
  const outside = { sampleId, storageId: 0 }
  lab.setNow(minutesLater(1))
  await post('/samples/arrange', { moves: [cell] })
  lab.setNow(minutesLater(0))
  const { before } = await post('/samples/arrange', { moves: [outside], expected: [cell] })
  await post('/samples/arrange', { moves: before, expected: [outside], undo: { custodyEventIds: [] } })
  expect((await lab.get('/samples/location', { sampleId })).json()).toMatchObject({ location: 'A1' })
})
