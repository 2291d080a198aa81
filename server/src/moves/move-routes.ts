import { movesApi } from '@lims/contract/moves.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { read, write } from '../http/endpoints.ts'
import { confirmBox, pickUpBox } from './move-box.ts'
import { countMoves, endMove, listMoves, lockOpenMove } from './move-queries.ts'
import { asSummary, readMove } from './read-move.ts'
import { readMovingTubes } from './read-moving-tubes.ts'
import { refreshAndSave } from './refresh-and-save.ts'
import { eventsOf, previewMove, startMove } from './start-move.ts'
import { undoLastStep, undoMove } from './undo-move.ts'

export function moveRoutes(app: FastifyInstance) {
  moveReads(app)

  write(app, movesApi.start, async (trx, { body, actor }) => {
    const id = await startMove(trx, body, actor)
    return { ...succeeded, move: await readMove(trx, id, actor.at) }
  })
  write(app, movesApi.pickUp, (trx, { body, actor }) => pickUpBox(trx, body, actor))
  write(app, movesApi.confirm, (trx, { body, actor }) => confirmBox(trx, body, actor))
  write(app, movesApi.undoStep, (trx, { body, actor }) => undoLastStep(trx, body.moveId, actor))
  write(app, movesApi.replan, async (trx, { body, actor }) => {
    await replanMove(trx, body.moveId, actor)
    return { ...succeeded, move: await readMove(trx, body.moveId, actor.at) }
  })
  write(app, movesApi.undo, async (trx, { body, actor }) => {
    await undoMove(trx, body.moveId, actor)
    return { ...succeeded, move: await readMove(trx, body.moveId, actor.at) }
  })
  write(app, movesApi.close, async (trx, { body, actor }) => {
    await closeMove(trx, body.moveId, actor)
    return { ...succeeded, move: await readMove(trx, body.moveId, actor.at) }
  })
}

function moveReads(app: FastifyInstance) {
  read(app, movesApi.plan, async (db, { body }) => ({ plan: await previewMove(db, body) }))
  read(app, movesApi.list, async (db, { query }) => {
    const [moves, totalMoves] = await Promise.all([listMoves(db, query), countMoves(db)])
    return { moves: moves.map(asSummary), totalMoves }
  })
  read(app, movesApi.get, async (db, { query, actor }) => ({ move: await readMove(db, query.id, actor.at) }))
  read(app, movesApi.tubes, async (db, { query }) => ({
    tubes: await readMovingTubes(db, query.id, query.boxId),
  }))
}

/** Plans again everything that is not moved yet, and looks for places for boxes that had none. */
async function replanMove(trx: Transaction, id: string, actor: Actor): Promise<void> {
  const move = await lockOpenMove(trx, id)
  await refreshAndSave(trx, move, { unfitToo: true }, actor)
}

async function closeMove(trx: Transaction, id: string, actor: Actor): Promise<void> {
  const move = await lockOpenMove(trx, id)
  await endMove(trx, id, 'closed', actor)
  await saveAuditEvents(trx, eventsOf('move.close', move.source_ids, { moveId: id, name: move.name }), actor)
}
