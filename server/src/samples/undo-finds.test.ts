import type { Custody } from '@lims/contract/custody.ts'
import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { custodyCalls } from '../../test/custody-calls.ts'
import { minutesLater, openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

/** An undo takes back what its request has recorded of custody, and records nothing of its own. */
const lab = await openLab()
const { addBox, addPlaced, checkOut, setTo, undo } = custodyCalls(lab)

const custodyOf = async (id: string) => {
  const { sample } = await ok<{ sample: { custody: Custody } }>(lab.get('/samples/get', { id }))
  return sample.custody
}
const viasOf = async (sampleId: string) => {
  const { events } = await ok<{ events: { id: number; via: string }[] }>(
    lab.get('/custody/history', { sampleId }),
  )
  return events.map(({ via }) => via).join()
}

type Arranged = { before: object[]; custodyEventIds: number[] }
const arrange = (body: object) => ok<Arranged>(lab.post('/samples/arrange', body))
const out = (sampleId: string) => ({ sampleId, storageId: 0 })
const cell = (sampleId: string, storageId: number, column: number) => ({
  sampleId,
  storageId,
  rowCoordinate: 1,
  columnCoordinate: column,
})

test.each([
  ['CHECKED_OUT', 'check-out'],
  ['MISSING', 'set'],
] as const)('a %s tube that is taken out of its cell is so too after the undo', async (custody, via) => {
  const box = await addBox()
  const tube = await addPlaced(box)
  if (custody === 'CHECKED_OUT') await checkOut([tube.alias])
  else await setTo([tube.id], custody)

  const { before, custodyEventIds } = await arrange({ moves: [out(tube.id)] })
  await arrange({ moves: before, expected: [out(tube.id)], undo: { custodyEventIds } })

  expect(await custodyOf(tube.id)).toBe(custody)
  expect(await viasOf(tube.id)).toBe(via)
  const { location } = (await lab.get('/samples/location', { sampleId: tube.id })).json()
  expect(location).toBe('A1')
  expect(await auditEventsOf(lab, 'custody.return')).toEqual([])
  expect(await auditEventsOf(lab, 'custody.find')).toEqual([])
})

test('the undo of a move undoes the returns and finds of the move', async () => {
  const box = await addBox()
  const [taken, missing] = [await addPlaced(box, 'A1', 'taken'), await addPlaced(box, 'A2', 'missing')]
  await checkOut([taken.alias])
  await setTo([missing.id], 'MISSING')
  const moves = [cell(taken.id, box, 2), cell(missing.id, box, 3)]
  const { before, custodyEventIds } = await arrange({ moves })
  expect(custodyEventIds).toHaveLength(2)
  expect([await custodyOf(taken.id), await custodyOf(missing.id)]).toEqual(['AVAILABLE', 'AVAILABLE'])

  await arrange({ moves: before, expected: moves, undo: { custodyEventIds } })
  expect([await custodyOf(taken.id), await custodyOf(missing.id)]).toEqual(['CHECKED_OUT', 'MISSING'])
  const undone = await auditEventsOf(lab, 'custody.undo')
  const available = { custody: 'AVAILABLE' }
  expect(undone.map(({ entity_id, before, after }) => [entity_id, before, after]).sort()).toEqual(
    [
      [taken.id, available, { custody: 'CHECKED_OUT', undoneEventId: expect.any(Number) }],
      [missing.id, available, { custody: 'MISSING', undoneEventId: expect.any(Number) }],
    ].sort(),
  )
})

test('nothing of a move is undone once the custody of one of its tubes has changed', async () => {
  const box = await addBox()
  const tube = await addPlaced(box)
  await setTo([tube.id], 'MISSING')
  const moves = [cell(tube.id, box, 2)]
  const { before, custodyEventIds } = await arrange({ moves })
  await checkOut([tube.alias])
  const refused = await lab.post('/samples/arrange', {
    moves: before,
    expected: moves,
    undo: { custodyEventIds },
  })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'custody-changed-since'])
  expect((await lab.get('/samples/location', { sampleId: tube.id })).json()).toMatchObject({
    columnCoordinate: 2,
  })
})

test('an undo of moves undoes no other change of custody, nor one of another tube or person', async () => {
  const box = await addBox()
  const [tube, other] = [await addPlaced(box, 'A1', 'tube'), await addPlaced(box, 'A2', 'other')]
  const [checkedOut] = await checkOut([tube.alias])
  await setTo([other.id], 'MISSING')
  const { custodyEventIds } = await arrange({ moves: [cell(other.id, box, 3)] })
  const bo = await lab.signIn('bo', 'Bo Chen')
  const attempt = (moves: object[], ids: number[], token?: string) =>
    lab.post('/samples/arrange', { moves, undo: { custodyEventIds: ids } }, token)
  for (const refused of [
    await attempt([cell(tube.id, box, 2)], [checkedOut.eventId]),
    await attempt([cell(tube.id, box, 2)], custodyEventIds),
    await attempt([cell(other.id, box, 2)], custodyEventIds, bo),
    await attempt([cell(other.id, box, 2)], [999_999]),
  ]) {
    expect(refused.json()).toMatchObject({ code: 'custody-event-not-found', field: 'undo' })
  }
  expect([await custodyOf(tube.id), await custodyOf(other.id)]).toEqual(['CHECKED_OUT', 'AVAILABLE'])
})

test('a location that is changed by hand names the changes of custody that its undo takes back', async () => {
  const box = await addBox()
  const tube = await addPlaced(box)
  await checkOut([tube.alias])
  const { custodyEventIds } = await ok<Arranged>(
    lab.post('/samples/update-location', {
      sampleLocation: { sampleId: tube.id, storageId: box, location: 'B2' },
    }),
  )
  expect(custodyEventIds).toHaveLength(1)
  await arrange({ moves: [cell(tube.id, box, 1)], undo: { custodyEventIds } })
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')
})

test('a missing sample that was received by mistake is missing again after the undo', async () => {
  const tube = await lab.addSample({ status: 'UNKNOWN' })
  await setTo([tube.id], 'MISSING')
  const { sample } = await ok<{ sample: { eventId: number } }>(
    lab.post('/samples/receive', { identifier: tube.alias }),
  )
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
  await ok(lab.post('/samples/undo-status', { eventIds: [sample.eventId] }))
  expect(await custodyOf(tube.id)).toBe('MISSING')
})

test('a missing sample that was received, and put into a cell since, stays found after the undo of the receipt', async () => {
  const box = await addBox()
  const tube = await lab.addSample({ status: 'UNKNOWN' })
  await setTo([tube.id], 'MISSING')
  const { sample } = await ok<{ sample: { eventId: number } }>(
    lab.post('/samples/receive', { identifier: tube.alias }),
  )
  lab.setNow(minutesLater(5))
  const moves = [cell(tube.id, box, 2)]
  const { before, custodyEventIds } = await arrange({ moves })
  await ok(lab.post('/samples/undo-status', { eventIds: [sample.eventId] }))
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
  expect((await lab.get('/samples/get', { id: tube.id })).json().sample.status).toBe('UNKNOWN')
  await arrange({ moves: before, expected: moves, undo: { custodyEventIds } })
})

test('a missing sample that was received, placed, and taken out by the undo of that, is missing after the undo', async () => {
  const box = await addBox()
  const tube = await addPlaced(box)
  await setTo([tube.id], 'MISSING')
  const { sample } = await ok<{ sample: { eventId: number } }>(
    lab.post('/samples/receive', { identifier: tube.alias }),
  )
  lab.setNow(minutesLater(5))
  const moves = [cell(tube.id, box, 2)]
  const { before, custodyEventIds } = await arrange({ moves })
  await arrange({ moves: before, expected: moves, undo: { custodyEventIds } })
  await ok(lab.post('/samples/undo-status', { eventIds: [sample.eventId] }))
  expect(await custodyOf(tube.id)).toBe('MISSING')
})

test('a sample that was found before it was received stays found after the undo of the receipt', async () => {
  const tube = await lab.addSample({ status: 'UNKNOWN' })
  await setTo([tube.id], 'MISSING')
  await ok(lab.post('/custody/return', { identifiers: [tube.alias] }))
  lab.setNow(new Date('2026-11-20T09:05:00.000Z'))
  const { sample } = await ok<{ sample: { eventId: number } }>(
    lab.post('/samples/receive', { identifier: tube.alias }),
  )
  await ok(lab.post('/samples/undo-status', { eventIds: [sample.eventId] }))
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
})

test('a sample that was missing and found after it was received stays found after the undo of the receipt', async () => {
  const tube = await lab.addSample({ status: 'UNKNOWN' })
  lab.setNow(minutesLater(10))
  const { sample } = await ok<{ sample: { eventId: number } }>(
    lab.post('/samples/receive', { identifier: tube.alias }),
  )
  lab.setNow(minutesLater(11))
  await setTo([tube.id], 'MISSING')
  lab.setNow(minutesLater(12))
  await ok(lab.post('/custody/return', { identifiers: [tube.alias] }))
  expect(await viasOf(tube.id)).toBe('find,set')
  await ok(lab.post('/samples/undo-status', { eventIds: [sample.eventId] }))
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
})

test('a missing tube that was checked out by mistake is missing again after the undo', async () => {
  const tube = await lab.addSample()
  await setTo([tube.id], 'MISSING')
  const [checkedOut] = await checkOut([tube.alias])
  await ok(undo([checkedOut.eventId]))
  expect(await custodyOf(tube.id)).toBe('MISSING')
})

test('a missing tube that was checked out by mistake from a computer with a slow clock is missing again after the undo', async () => {
  const tube = await lab.addSample()
  await setTo([tube.id], 'MISSING')
  lab.setNow(minutesLater(7))
  const [checkedOut] = await checkOut([tube.alias], { scannedAt: minutesLater(2).toISOString() })
  await ok(undo([checkedOut.eventId]))
  expect(await custodyOf(tube.id)).toBe('MISSING')
})

test('a missing tube that was placed stays found after the undo of a check-out from a computer with a slow clock', async () => {
  const box = await addBox()
  const tube = await addPlaced(box)
  await setTo([tube.id], 'MISSING')
  lab.setNow(minutesLater(5))
  await arrange({ moves: [cell(tube.id, box, 2)] })
  lab.setNow(minutesLater(7))
  const [checkedOut] = await checkOut([tube.alias], { scannedAt: minutesLater(4.5).toISOString() })
  await ok(undo([checkedOut.eventId]))
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
  expect(await viasOf(tube.id)).toBe('undo,check-out,find,set')
})
