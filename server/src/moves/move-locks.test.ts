import type { MoveStep } from '@lims/contract/moves.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { evacuation, moving } from '../../test/moving.ts'
import { waitsForLock } from '../../test/overlap.ts'

const lab = await openLab()
const { start, confirmStep, twoFreezers } = moving(lab)

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

test('an undo of a step waits for a plan that is being made, which may need the box', async () => {
  const { dead } = await twoFreezers()
  const move = await start(evacuation(dead))
  await confirmStep(move, (move.steps as [MoveStep])[0])
  const undone = await lab.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('box moves'))`.execute(trx)
    const sent = lab.post('/moves/undo-step', { moveId: move.id })
    expect(await waitsForLock(lab.db, sent)).toBe(true)
    return { reply: sent }
  })
  expect((await undone.reply).statusCode).toBe(200)
})
