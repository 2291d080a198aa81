import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { overlap, waitsForLock } from '../../test/overlap.ts'
import { pickLab } from '../../test/picks.ts'
import { unaudited } from '../../test/unaudited.ts'
import { insertPlacement, lockStorageCells } from '../storage/placement-queries.ts'

const lab = await openLab()
const { addBox, addTube, custodyOf } = pickLab(lab)

const setTo = (sampleId: string, custody: string) =>
  lab.post('/custody/set', { sampleIds: [sampleId], custody, reason: 'spilled' })
const undo = (eventId: number) => lab.post('/custody/undo', { eventIds: [eventId], freesCells: true })

// Two that change the cells of a box in a different order would deadlock otherwise.
test('whatever frees or takes the cell of a tube waits while somebody changes the cells of its box', async () => {
  const box = await addBox('Box 3')
  const [out, used, back] = [await addTube(box, 'A1'), await addTube(box, 'B1'), await addTube(box, 'C1')]
  const waits = async (send: () => ReturnType<typeof lab.post>) => {
    const sent = await lab.db.transaction().execute(async (trx) => {
      await lockStorageCells(trx, [box])
      const reply = send()
      expect(await waitsForLock(lab.db, reply)).toBe(true)
      return { reply }
    })
    return ok(sent.reply)
  }
  const checkOut = { identifiers: [out.alias], purpose: 'PCR', keepPlace: false }
  const { tubes } = await waits(() => lab.post('/custody/check-out', checkOut))
  await waits(() => undo(tubes[0].eventId))
  const { eventIds } = await waits(() => setTo(used.id, 'DEPLETED'))
  await waits(() => undo(eventIds[0]))

  await ok(setTo(back.id, 'DEPLETED'))
  const available = await ok(setTo(back.id, 'AVAILABLE'))
  await ok(lab.post('/samples/associate', { sampleId: back.id, storageId: box, location: 'C1' }))
  await waits(() => undo(available.eventIds[0]))
})

test('an undo that waits for somebody who deletes the sample says that it does not exist any more', async () => {
  const tube = await addTube()
  const { eventIds } = await ok(setTo(tube.id, 'MISSING'))
  const [deleted, undone] = await overlap(lab.db, [
    () => lab.post(`/samples/delete?id=${tube.id}`, {}),
    () => undo(eventIds[0]),
  ])
  expect(deleted?.statusCode).toBe(200)
  expect(undone?.json()).toEqual({
    code: 'sample-not-found',
    message: 'Sample not found: 1 of the samples does not exist any more. Nothing was undone.',
    field: 'sampleIds',
  })
})

test('the confirmation of a box waits for somebody who takes a tube out of it, and leaves that tube to be put away', async () => {
  const box = await addBox('Box 3')
  const [taken, left] = [await addTube(box, 'A1'), await addTube(box, 'B1')]
  const identifiers = [taken.alias, left.alias]
  await ok(lab.post('/custody/check-out', { identifiers, purpose: 'PCR' }))
  await ok(lab.post('/custody/return', { identifiers }))
  const [, confirmed] = await overlap(lab.db, [
    () => lab.post('/samples/delete-location', { sampleId: taken.id }),
    () => lab.post('/custody/put-away', { storageId: box }),
  ])
  expect(confirmed?.json()).toEqual({ success: true, count: 1, sampleIds: [left.id] })
  const { samples } = await ok(lab.get('/custody/list', { show: 'to-put-away' }))
  expect(samples).toMatchObject([{ id: taken.id }])
})

test('a check-out that waits for somebody who deletes the tube says that it does not exist any more', async () => {
  const tube = await addTube()
  const [, refused] = await overlap(lab.db, [
    () => lab.post(`/samples/delete?id=${tube.id}`, {}),
    () => lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR' }),
  ])
  expect(refused?.json()).toEqual({
    code: 'sample-not-found',
    message: 'Sample not found: 1 of the samples does not exist any more. Nothing was changed.',
    field: 'sampleIds',
  })
})

test('a tube that has a place again keeps it when the check-out that freed its cell is undone', async () => {
  const box = await addBox('Box 3')
  const tube = await addTube(box, 'A1')
  const { tubes } = await ok(
    lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR', keepPlace: false }),
  )
  await unaudited(lab.db, (trx) =>
    insertPlacement(
      trx,
      { sampleId: tube.id },
      { storageId: box, row: 2, column: 2 },
      {
        userId: 'ada',
        at: testNow,
      },
    ),
  )
  await ok(undo(tubes[0].eventId))
  expect((await lab.get('/samples/location', { sampleId: tube.id })).json()).toMatchObject({ location: 'B2' })
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
})
