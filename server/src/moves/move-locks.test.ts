import type { MoveStep } from '@lims/contract/moves.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addFreezer } from '../../test/freezers.ts'
import { openLab } from '../../test/lab.ts'
import { evacuation, moving } from '../../test/moving.ts'
import { overlap, waitsForLock } from '../../test/overlap.ts'

const lab = await openLab()
const { start, confirm, confirmStep, parentOf, twoFreezers } = moving(lab)

test.each(['the box', 'its former rack', 'its new rack'])(
  'an undo of a move waits for whoever changes %s',
  async (changed) => {
    const { dead } = await twoFreezers()
    const move = await start(evacuation(dead))
    const [step] = move.steps as [MoveStep]
    await confirmStep(move, step)
    const ids = {
      'the box': step.boxId,
      'its former rack': dead.rackIds[0],
      'its new rack': step.to?.storageId,
    }
    const undone = await lab.db.transaction().execute(async (trx) => {
      await sql`select from storage where id = ${ids[changed as keyof typeof ids]} for share`.execute(trx)
      const sent = lab.post('/moves/undo', { moveId: move.id })
      expect(await waitsForLock(lab.db, sent)).toBe(true)
      return { reply: sent }
    })
    expect((await undone.reply).statusCode).toBe(200)
  },
)

test.each(['/moves/undo-step', '/moves/undo'])(
  '%s waits for a plan that is being made, which may need the box',
  async (undo) => {
    const { dead } = await twoFreezers()
    const move = await start(evacuation(dead))
    await confirmStep(move, (move.steps as [MoveStep])[0])
    const undone = await lab.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('box moves'))`.execute(trx)
      const sent = lab.post(undo, { moveId: move.id })
      expect(await waitsForLock(lab.db, sent)).toBe(true)
      return { reply: sent }
    })
    expect((await undone.reply).statusCode).toBe(200)
  },
)

test('a confirmation waits for another placing of the box, and overrides it', async () => {
  const { dead } = await twoFreezers()
  const { id, steps } = await start(evacuation(dead))
  const [{ boxId, boxCode, to }] = steps as [MoveStep]
  await lab.post('/storage/update', { id: boxId, parentID: 0 })
  await lab.post('/moves/replan', { moveId: id })
  const replies = await overlap(lab.db, [
    () => lab.post('/storage/update', { id: boxId, parentID: dead.rackIds[0] }),
    () => confirm(id, boxCode, to?.code ?? ''),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await parentOf(boxId)).toMatchObject({ parentID: to?.storageId })
})

test('a confirmation of a merge waits for somebody who moves one of the tubes, and moves none', async () => {
  const freezer = await addFreezer(lab, {
    name: 'Freezer 1',
    racks: 1,
    rackSize: [1, 2],
    boxesPerRack: 2,
    boxSize: [5, 5],
    tubesPerBox: 2,
  })
  const { id, steps } = await start({ goal: 'consolidate', storageIds: [freezer.id] })
  const [{ boxId, boxCode, to }] = steps as [MoveStep]
  const [tube] = (await lab.get('/moves/tubes', { id, boxId: String(boxId) })).json().tubes
  const moved = { sampleId: tube.sampleId, storageId: boxId, rowCoordinate: 5, columnCoordinate: 5 }
  const [arranged, confirmed] = await overlap(lab.db, [
    () => lab.post('/samples/arrange', { moves: [moved] }),
    () => confirm(id, boxCode, to?.code ?? ''),
  ])
  expect(arranged?.statusCode).toBe(200)
  expect(confirmed?.json()).toMatchObject({ code: 'moved-meanwhile' })
  expect((await lab.get('/storage/get', { id: String(boxId) })).json().storage.occupied).toBe(2)
})
