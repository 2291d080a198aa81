import { expect, test } from 'vitest'
import { minutesLater, openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'

const lab = await openLab()
const { addBox, addTube } = pickLab(lab)
const post = (path: string, body: object) => ok(lab.post(path, body))
/** From minute 60 to 120. */
async function warmUp(storageId: number) {
  const readings = [0, 60, 119, 120].map((minute) => ({
    at: minutesLater(minute).toISOString(),
    celsius: minute === 60 || minute === 119 ? -50 : -80,
  }))
  await post('/storage/update', { id: storageId, nominalTemperatureC: -80 })
  await post('/temperatures/post', { storageId, readings })
}

test('what was undone of custody changes nothing about the time that samples were inside an excursion', async () => {
  lab.setNow(minutesLater(0))
  const box = await addBox('Box 1')
  const tubes = []
  for (const cell of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']) tubes.push((await addTube(box, cell)).id)
  const [kept, freed, picked, usedUp, returned, found] = tubes
  const checkOut = (id?: string, keepPlace = true) =>
    post('/custody/check-out', { identifiers: [id], purpose: 'PCR', keepPlace })
  const set = (id: string | undefined, custody: string) =>
    post('/custody/set', { sampleIds: [id], custody, reason: 'as seen' })

  lab.setNow(minutesLater(70))
  const byMistake = [await checkOut(kept), await checkOut(freed, false)]
  const { pickList } = await post('/picks/create', { name: 'Ten', sampleIds: [picked] })
  await post('/picks/pick', { pickListId: pickList.id, code: picked })
  const emptied = await set(usedUp, 'DEPLETED')
  await checkOut(returned)
  await checkOut(found)
  await set(found, 'MISSING')
  // Cells are freed at the time of the database.
  await lab.db
    .updateTable('placement_stay')
    .set({ to_at: minutesLater(70) })
    .where('to_at', 'is not', null)
    .execute()
  lab.setNow(minutesLater(80))
  byMistake.push(await post('/custody/return', { identifiers: [returned] }))
  const inCell = await set(found, 'AVAILABLE')
  lab.setNow(minutesLater(110))
  const eventIds = byMistake.map((reply) => reply.tubes[0].eventId)
  await post('/custody/undo', { eventIds: [...eventIds, ...emptied.eventIds, ...inCell.eventIds] })
  await post('/picks/undo-pick', { pickListId: pickList.id, sampleId: picked })
  lab.setNow(minutesLater(200))
  await warmUp(box)

  const query = { storageId: `${box}`, beganAt: minutesLater(60).toISOString() }
  const { samples } = await ok(lab.get('/temperatures/samples', query))
  const minutesOf = new Map<string, number>(
    samples.map(({ id, seconds }: { id: string; seconds: number }) => [id, seconds / 60]),
  )
  expect(tubes.map((id) => minutesOf.get(id))).toEqual([60, 60, 60, 60, 10, 10])
  for (const [sampleId, minutes] of minutesOf) {
    const { excursions } = await ok(lab.get('/temperatures/sample', { sampleId }))
    expect(excursions).toMatchObject([{ seconds: minutes * 60 }])
  }
})

test('a sample that was taken out and put back by an undo was inside all the time, in another box it was not', async () => {
  lab.setNow(minutesLater(0))
  const [box, other] = [await addBox('Box 1'), await addBox('Box 2')]
  const [back, elsewhere] = [(await addTube(box, 'A1')).id, (await addTube(other, 'A1')).id]
  const inCell = (sampleId: string, storageId: number, columnCoordinate = 1) => ({
    sampleId,
    storageId,
    rowCoordinate: 1,
    columnCoordinate,
  })
  lab.setNow(minutesLater(30))
  await post('/samples/arrange', { moves: [inCell(elsewhere, box, 2)] })
  lab.setNow(minutesLater(80))
  const outside = [back, elsewhere].map((sampleId) => ({ sampleId, storageId: 0 }))
  await post('/samples/arrange', { moves: outside })
  // Cells are freed at the time of the database.
  await lab.db
    .updateTable('placement_stay')
    .set({ to_at: minutesLater(80) })
    .where('storage_id', '=', box)
    .where('to_at', 'is not', null)
    .execute()
  lab.setNow(minutesLater(100))
  const moves = [inCell(back, box), inCell(elsewhere, other)]
  await post('/samples/arrange', { moves, undo: { custodyEventIds: [] } })
  lab.setNow(minutesLater(200))
  await warmUp(box)

  const minutesOf = async (sampleId: string) => {
    const { excursions } = await ok(lab.get('/temperatures/sample', { sampleId }))
    return excursions.map(({ seconds }: { seconds: number }) => seconds / 60)
  }
  expect([await minutesOf(back), await minutesOf(elsewhere)]).toEqual([[60], [20]])
})
