import type { MoveStep } from '@lims/contract/moves.ts'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { evacuation, moving, type StepReply } from '../../test/moving.ts'
import { ok } from '../../test/ok.ts'

/** Scans of boxes that were made without a connection, and sent after somebody had recorded something else. */
const lab = await openLab()
const { start, get, parentOf, rackOfBoxes, twoFreezers } = moving(lab)

const later = (time: string) => lab.setNow(new Date(`2026-11-20T${time}:00.000Z`))
const signInBo = () => lab.signIn('bo', 'Bo Chen')
/** Confirms a step by a scan of 09:10. */
const confirmLate = ({ id }: { id: string }, { boxCode, to }: MoveStep) =>
  lab.post('/moves/confirm', {
    moveId: id,
    boxCode,
    targetCode: to?.code ?? '',
    scannedAt: '2026-11-20T09:10:00.000Z',
  })

test.each([
  ['moved it inside the freezer', 1],
  ['took it out of storage', 0],
])('a box is not confirmed by a scan from before somebody %s', async (_, rack) => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [, , , step] = move.steps as [MoveStep, MoveStep, MoveStep, MoveStep]
  const bo = await signInBo()
  later('09:30')
  const parentID = rack === 0 ? 0 : dead.rackIds[0]
  await ok(lab.post('/storage/update', { id: step.boxId, parentID }, bo))
  const before = await parentOf(step.boxId)
  later('11:00')
  const late = { moveId: move.id, boxCode: step.boxCode, scannedAt: '2026-11-20T09:09:00.000Z' }
  for (const refused of [await lab.post('/moves/pick-up', late), await confirmLate(move, step)]) {
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: 'move-step-done',
        message: `${step.boxAlias} was moved since this scan, by Bo Chen (2026-11-20 09:30 UTC).`,
      },
    ])
  }
  expect(await parentOf(step.boxId)).toEqual(before)
})

test('a box that was moved before the scan, or whose move was undone, is confirmed by a late scan', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [one, two] = move.steps as [MoveStep, MoveStep]
  const bo = await signInBo()
  later('09:05')
  await ok(lab.post('/storage/update', { id: one.boxId, parentID: dead.rackIds[1] }, bo))
  later('09:20')
  await ok(
    lab.post('/moves/confirm', { moveId: move.id, boxCode: two.boxCode, targetCode: two.to?.code }, bo),
  )
  await ok(lab.post('/moves/undo-step', { moveId: move.id }, bo))
  later('11:00')
  for (const step of [one, two]) await ok<StepReply>(confirmLate(move, step))
  expect((await get(move.id)).moved).toBe(2)
})

test('a box is in its new place since a late scan, whatever was recorded of other boxes after it', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  const [step, other] = move.steps as [MoveStep, MoveStep]
  later('09:30')
  await ok(lab.post('/storage/update', { id: other.boxId, parentID: dead.rackIds[1] }))
  later('11:00')
  await ok<StepReply>(confirmLate(move, step))
  const placed = await lab.db
    .selectFrom('placement')
    .select('placed_at')
    .where('child_storage_id', '=', step.boxId)
    .executeTakeFirst()
  expect(placed?.placed_at).toEqual(new Date('2026-11-20T09:10:00.000Z'))
})

test.each([true, false])(
  'a tube that was put into a box after a late scan stays there when the others are merged (undone: %s)',
  async (isUndone) => {
    const freezer = await rackOfBoxes(2)
    const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
    const [step] = move.steps as [MoveStep]
    const bo = await signInBo()
    const added = await lab.addSample({ name: 'NB-001' })
    later('09:30')
    const place = { sampleId: added.id, storageId: step.boxId, location: 'E5' }
    await ok(lab.post('/samples/associate', place, bo))
    later('11:00')
    const confirmed = await ok<StepReply>(confirmLate(move, step))
    expect(confirmed.step).toMatchObject({
      state: 'confirmed',
      tubes: 5,
      isChanged: true,
      note: `${added.alias} was put into ${step.boxAlias} since the scan and stays there.`,
    })
    const boxOf = async (sampleId: string) => (await lab.get('/samples/location', { sampleId })).json()
    const occupied = async (id: number) =>
      (await lab.get('/storage/get', { id: String(id) })).json().storage.occupied as number
    expect(await boxOf(added.id)).toMatchObject({ storageId: step.boxId, location: 'E5' })
    expect(await occupied(step.to?.storageId ?? 0)).toBe(10)
    if (!isUndone) return
    await ok(lab.post('/moves/undo-step', { moveId: move.id }))
    expect(await occupied(step.boxId)).toBe(6)
  },
)

test('a merge of a box into which a tube was put before the scan moves it with the others', async () => {
  const freezer = await rackOfBoxes(2)
  const move = await start({ goal: 'consolidate', storageIds: [freezer.id] })
  const [step] = move.steps as [MoveStep]
  const { id } = await lab.addSample()
  later('09:05')
  await ok(lab.post('/samples/associate', { sampleId: id, storageId: step.boxId, location: 'E5' }))
  later('11:00')
  await ok<StepReply>(confirmLate(move, step))
  expect((await lab.get('/samples/location', { sampleId: id })).json()).toMatchObject({
    storageId: step.to?.storageId,
  })
})
