import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { custodyCalls } from '../../test/custody-calls.ts'
import { openLab } from '../../test/lab.ts'
import { ok, refusal } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'

const lab = await openLab()
const { addBox, addPlaced, checkOut, giveBack, setTo, undo } = custodyCalls(lab)
const { build, start, scan, finish, apply, post } = countedFreezer(lab)

const custodyOf = async ({ id }: { id: string }): Promise<string> =>
  (await ok(lab.get('/samples/get', { id }))).sample.custody
const toPutAway = async (): Promise<number> =>
  (await ok(lab.get('/custody/list', { show: 'to-put-away' }))).total

/** A tube in A1 of a box that was in quarantine when it was reported missing. */
async function loseQuarantined() {
  const box = await addBox()
  const tube = await addPlaced(box)
  await setTo([tube.id], 'QUARANTINED', 'contaminated')
  const lost = await setTo([tube.id], 'MISSING', 'not in its cell')
  return { box, tube, lostId: lost.eventIds[0] ?? 0 }
}

test('a missing tube that was in quarantine is not checked out before somebody has released it', async () => {
  const { tube } = await loseQuarantined()
  expect(
    await refusal(lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR' })),
  ).toEqual({
    code: 'custody-not-possible',
    message: `NB-001 (${tube.alias}) is missing since 2026-11-20 09:00 UTC, set by Ada Lindqvist: 'not in its cell', and was in quarantine until then. Nothing was checked out: a tube in quarantine has to be released first.`,
  })
  expect(await custodyOf(tube)).toBe('MISSING')

  await giveBack([tube.alias])
  await setTo([tube.id], 'AVAILABLE', 'clean')
  expect(await checkOut([tube.alias])).toMatchObject([{ custody: 'CHECKED_OUT' }])
})

test('a missing tube that was in quarantine is in quarantine again when it is returned, and does not wait to be put away', async () => {
  const { tube, lostId } = await loseQuarantined()
  const [{ eventId, ...returned }] = await giveBack([tube.alias])
  expect(returned).toMatchObject({ custody: 'QUARANTINED', wasMissing: true })
  expect([await custodyOf(tube), await toPutAway()]).toEqual(['QUARANTINED', 0])
  expect(await auditEventsOf(lab, 'custody.find')).toMatchObject([
    { entity_id: tube.id, before: { custody: 'MISSING' }, after: { custody: 'QUARANTINED' } },
  ])
  const { events } = await ok(lab.get('/custody/history', { sampleId: tube.id }))
  expect(events[0]).toMatchObject({
    ...{ from: 'MISSING', to: 'QUARANTINED' },
    reason: 'It was in quarantine when it was reported missing',
  })

  expect((await undo([eventId])).statusCode).toBe(200)
  expect(await custodyOf(tube)).toBe('MISSING')
  expect((await undo([lostId])).statusCode).toBe(200)
  expect(await custodyOf(tube)).toBe('QUARANTINED')
})

test('a missing tube that was in quarantine is so again in another cell, and missing again by its undo', async () => {
  const { box, tube } = await loseQuarantined()
  const moved = { sampleId: tube.id, storageId: box, rowCoordinate: 2, columnCoordinate: 2 }
  const { before, custodyEventIds } = await ok(lab.post('/samples/arrange', { moves: [moved] }))
  expect(await custodyOf(tube)).toBe('QUARANTINED')
  const back = { moves: before, expected: [moved], undo: { custodyEventIds } }
  await ok(lab.post('/samples/arrange', back))
  expect(await custodyOf(tube)).toBe('MISSING')
})

test('a missing tube that was in quarantine is so again when it is received, and missing again by its undo', async () => {
  const { tube } = await loseQuarantined()
  const { sample } = await ok(lab.post('/samples/receive', { identifier: tube.alias }))
  expect(await custodyOf(tube)).toBe('QUARANTINED')
  await ok(lab.post('/samples/undo-status', { eventIds: [sample.eventId] }))
  expect(await custodyOf(tube)).toBe('MISSING')
})

test('a tube of a pick list that was lost from quarantine is not picked', async () => {
  const { create, notFound, pick } = pickLab(lab)
  const tube = await addPlaced(await addBox())
  const { pickList } = await ok(create([tube.id]))
  await ok(notFound(pickList.id, tube.id))
  await setTo([tube.id], 'QUARANTINED', 'contaminated')
  await setTo([tube.id], 'MISSING', 'lost')
  expect(await refusal(pick(pickList.id, tube.alias))).toEqual({
    code: 'not-reservable',
    message: `NB-001 (${tube.alias}) was in quarantine when it was reported missing: it has to be released first.`,
  })
})

test('a stock-take that finds a tube which another one has lost from quarantine keeps it there, also by its undo', async () => {
  const { freezer, box1, samples } = await build(1)
  const [tube] = samples
  if (!tube) throw new Error('one tube was built')
  await setTo([tube.id], 'QUARANTINED', 'contaminated')
  const first = await start(freezer)
  await finish(first.id, box1)
  await apply(first.id, { results: ['missing'] })
  expect(await custodyOf(tube)).toBe('MISSING')

  const second = await start(freezer)
  await scan(second.id, box1, tube.id)
  await apply(second.id, { results: ['not-recorded'] })
  expect(await custodyOf(tube)).toBe('QUARANTINED')
  expect((await auditEventsOf(lab, 'custody.count')).at(-1)).toMatchObject({
    before: { custody: 'MISSING' },
    after: { custody: 'QUARANTINED', stockTakeId: second.id },
  })
  await post('/stock-takes/undo', { id: second.id })
  expect(await custodyOf(tube)).toBe('MISSING')
  await post('/stock-takes/cancel', { id: second.id })
  await post('/stock-takes/undo', { id: first.id })
  expect(await custodyOf(tube)).toBe('QUARANTINED')
})
