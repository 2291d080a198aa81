import type { MoveDetails, MoveStep } from '@lims/contract/moves.ts'
import { storageCode } from '@lims/contract/storage-code.ts'
import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { addFreezer } from '../../test/freezers.ts'
import { minutesLater, openLab } from '../../test/lab.ts'
import { evacuation, moving } from '../../test/moving.ts'
import { ok, refusal } from '../../test/ok.ts'

const lab = await openLab()
const { confirm, get, start, confirmStep, undoStep, undoMove, rackOfBoxes } = moving(lab)

test('the tubes of a box go into the box that the plan names, and nothing is merged where all boxes are full', async () => {
  const freezer = await rackOfBoxes(3)
  const { move } = await ok<{ move: MoveDetails }>(
    lab.post('/moves/start', { goal: 'consolidate', storageIds: [freezer.id] }),
  )
  const [step] = move.steps as [MoveStep]
  const wrong = freezer.boxIds.find((id) => id !== step.boxId && id !== step.to?.storageId) ?? 0
  const { message, code } = await refusal(confirm(move.id, step.boxCode, storageCode(wrong)))
  expect(code).toBe('move-target-wrong')
  expect(message).toMatch(
    new RegExp(
      `^That is Freezer 1 › Rack A › Box \\d\\. The tubes of ${step.boxAlias} go into Freezer 1 › Rack A › ${step.to?.alias}`,
    ),
  )

  const single = await addFreezer(lab, { name: 'Freezer 9', racks: 1, rackSize: [1, 1], boxesPerRack: 0 })
  expect(await refusal(lab.post('/moves/start', { goal: 'consolidate', storageIds: [single.id] }))).toEqual({
    code: 'move-empty',
    message: 'There are no boxes to merge here.',
  })
  expect(await refusal(lab.post('/moves/start', evacuation(single)))).toEqual({
    code: 'move-empty',
    message: 'There are no boxes to move here.',
  })
})

test.each([undoStep, undoMove])(
  'tubes that were merged go back, beside others that are still to go into the same box',
  async (undo) => {
    const freezer = await rackOfBoxes(3)
    const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
    const [step] = move.steps as [MoveStep, MoveStep]
    const archived = () => lab.db.selectFrom('sample').select(['id', 'archived_at']).orderBy('id').execute()
    const archivedBefore = await archived()
    lab.setNow(minutesLater(1))
    await confirmStep(move, step)
    await ok(undo(move.id))
    expect(await archived()).toEqual(archivedBefore)
    const occupied = async (id: number) =>
      (await lab.get('/storage/get', { id: String(id) })).json().storage.occupied as number
    expect(await Promise.all(freezer.boxIds.map(occupied))).toEqual([5, 5, 5])
  },
)

test('a single box has none to be merged with', async () => {
  const { id } = await addFreezer(lab, {
    name: 'Freezer 1',
    racks: 1,
    rackSize: [1, 1],
    boxesPerRack: 1,
    boxSize: [5, 5],
    tubesPerBox: 1,
  })
  expect(await refusal(lab.post('/moves/start', { goal: 'consolidate', storageIds: [id] }))).toEqual({
    code: 'move-empty',
    message: 'There are no boxes to merge here.',
  })
})

/** Moves the five tubes of one box into the other box of a rack. */
async function mergeTwoBoxes() {
  const freezer = await rackOfBoxes(2)
  const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
  const [step] = move.steps as [MoveStep]
  const { tubes } = (await lab.get('/moves/tubes', { id: move.id, boxId: String(step.boxId) })).json()
  await confirmStep(move, step)
  return { move, step, tubes }
}

test('a merge is not undone once tubes of it were moved; the refusal names one and its place', async () => {
  const { move, step, tubes } = await mergeTwoBoxes()
  const [{ sampleId, name, tubeId }, other] = tubes
  const target = { storageId: step.to?.storageId, rowCoordinate: 5, columnCoordinate: 5 }
  await ok(lab.post('/samples/arrange', { moves: [{ sampleId, ...target }] }))
  const impossible = (sentences: string) => ({
    code: 'move-undo-impossible',
    message: `${name} (${tubeId}) was moved since: ${sentences} Nothing was undone.`,
  })
  const path = `Freezer 1 › Rack A › ${step.to?.alias} › E5`
  for (const undo of [undoStep, undoMove]) {
    expect(await refusal(undo(move.id))).toEqual(impossible(`it is in ${path} now.`))
  }
  for (const moved of [sampleId, other.sampleId]) {
    await ok(lab.post('/samples/arrange', { moves: [{ sampleId: moved, storageId: 0 }] }))
  }
  expect(await refusal(undoMove(move.id))).toEqual(impossible('it has no place now. So was 1 other tube.'))
  expect((await lab.get('/storage/get', { id: String(step.boxId) })).json().storage.occupied).toBe(0)
})

test('a merge is not undone once a tube of it was moved into the same cell of another box', async () => {
  const { move, step, tubes } = await mergeTwoBoxes()
  const [{ sampleId, name, tubeId, toPosition: location }] = tubes
  await ok(
    lab.post('/samples/update-location', { sampleLocation: { sampleId, storageId: step.boxId, location } }),
  )
  const path = `Freezer 1 › Rack A › ${step.boxAlias} › ${location}`
  for (const undo of [undoStep, undoMove]) {
    expect((await refusal(undo(move.id))).message).toBe(
      `${name} (${tubeId}) was moved since: it is in ${path} now. Nothing was undone.`,
    )
  }
})

test.each([
  // As if it had never been in the other box, or after its time there.
  ['the last step', undoStep, 0],
  ['the whole move', undoMove, 1],
] as const)(
  'a merge is undone without a tube that was deleted since, which is restored to its former box: %s',
  async (_what, undo, numExcursions) => {
    const freezer = await rackOfBoxes(2)
    const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
    const [step] = move.steps as [MoveStep]
    const { tubes } = (await lab.get('/moves/tubes', { id: move.id, boxId: String(step.boxId) })).json()
    const [{ sampleId }] = tubes
    const remove = async () =>
      (await ok<{ deletionId: string }>(lab.post(`/samples/delete?id=${sampleId}`, {}))).deletionId
    const restore = (deletionId: string) => ok(lab.post('/deletions/undo', { deletionId }))
    const placeOf = async () => (await lab.get('/samples/location', { sampleId })).json()
    const before = await placeOf()
    expect(before).toMatchObject({ storageId: step.boxId })
    lab.setNow(minutesLater(10))
    await confirmStep(move, step)
    lab.setNow(minutesLater(15))
    await restore(await remove())
    expect(await placeOf()).toMatchObject({ storageId: step.to?.storageId })
    lab.setNow(minutesLater(20))
    const deletionId = await remove()

    lab.setNow(minutesLater(30))
    await ok(undo(move.id))
    const occupied = async () =>
      (await lab.get('/storage/get', { id: String(step.boxId) })).json().storage.occupied
    expect(await occupied()).toBe(4)
    await restore(deletionId)
    expect(await placeOf()).toEqual(before)
    expect(await occupied()).toBe(5)

    lab.setNow(minutesLater(200))
    const readings = [0, 5, 25, 60].map((minute) => ({
      at: minutesLater(minute).toISOString(),
      celsius: minute % 60 === 0 ? -80 : -50,
    }))
    await ok(lab.post('/temperatures/post', { storageId: step.to?.storageId, readings }))
    const { excursions } = (await lab.get('/temperatures/sample', { sampleId })).json()
    expect(excursions).toHaveLength(numExcursions)
  },
)

test('a tube that was moved within its new box before it was deleted is restored there after the undo of the merge', async () => {
  const { move, step, tubes } = await mergeTwoBoxes()
  const [{ sampleId }] = tubes
  const target = { storageId: step.to?.storageId, rowCoordinate: 5, columnCoordinate: 5 }
  await ok(lab.post('/samples/arrange', { moves: [{ sampleId, ...target }] }))
  const { deletionId } = await ok<{ deletionId: string }>(lab.post(`/samples/delete?id=${sampleId}`, {}))
  await ok(undoMove(move.id))
  await ok(lab.post('/deletions/undo', { deletionId }))
  expect((await lab.get('/samples/location', { sampleId })).json()).toMatchObject(target)
})

test.each([undoStep, undoMove])(
  'a tube that waits to be put away still waits after a merge and its undo',
  async (undo) => {
    const freezer = await rackOfBoxes(2)
    const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
    const [step] = move.steps as [MoveStep]
    const { tubes } = (await lab.get('/moves/tubes', { id: move.id, boxId: String(step.boxId) })).json()
    const { sampleId } = tubes[0]
    await ok(lab.post('/custody/check-out', { identifiers: [sampleId], purpose: 'ELISA' }))
    await ok(lab.post('/custody/return', { identifiers: [sampleId] }))
    const toPutAway = async () => {
      const { samples } = (await lab.get('/custody/list', { show: 'to-put-away' })).json()
      return samples.map(({ id }: { id: string }) => id)
    }
    await confirmStep(move, step)
    expect(await toPutAway()).toEqual([sampleId])
    await ok(undo(move.id))
    expect(await toPutAway()).toEqual([sampleId])
  },
)

test('tubes whose merge is undone as the last step were in their box all the time', async () => {
  const size = { racks: 2, rackSize: [1, 1] as [number, number], boxSize: [5, 5] as [number, number] }
  const freezer = await addFreezer(lab, { name: 'Freezer 1', ...size, boxesPerRack: 1, tubesPerBox: 5 })
  const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
  const [step] = move.steps as [MoveStep]
  const { tubes } = (await lab.get('/moves/tubes', { id: move.id, boxId: String(step.boxId) })).json()
  lab.setNow(minutesLater(90))
  const late = { boxCode: step.boxCode, targetCode: step.to?.code, scannedAt: minutesLater(70).toISOString() }
  await ok(lab.post('/moves/confirm', { moveId: move.id, ...late }))
  lab.setNow(minutesLater(95))
  await ok(undoStep(move.id))

  lab.setNow(minutesLater(200))
  const readings = [0, 60, 90, 120].map((minute) => ({
    at: minutesLater(minute).toISOString(),
    celsius: minute % 120 === 0 ? -80 : -50,
  }))
  await ok(lab.post('/temperatures/post', { storageId: step.from?.storageId, readings }))
  const { excursions } = (await lab.get('/temperatures/sample', { sampleId: tubes[0].sampleId })).json()
  expect(excursions).toMatchObject([{ seconds: 60 * 60 }])
  const undone = (await auditEventsOf(lab, 'sample.arrange')).filter(({ after }) => after?.isUndo)
  expect(undone).toHaveLength(5)
  for (const event of undone) expect(event.after).not.toHaveProperty('scannedAt')
})

test('tubes whose new box has become a rack are planned again', async () => {
  const freezer = await addFreezer(lab, {
    name: 'Freezer 1',
    racks: 1,
    rackSize: [1, 2],
    boxesPerRack: 1,
    boxSize: [5, 5],
    tubesPerBox: 5,
  })
  const other = await addFreezer(lab, { name: 'Freezer 2', racks: 1, rackSize: [1, 1], boxesPerRack: 1 })
  const move = await start(evacuation(freezer, { merge: true }))
  expect(move.steps).toMatchObject([{ kind: 'tubes', to: { storageId: other.boxIds[0] } }])
  await ok(lab.post('/storage/update', { id: other.boxIds[0], type: 'RACK' }))
  expect((await get(move.id)).steps).toMatchObject([{ kind: 'box', to: { storageId: other.boxIds[0] } }])
})
