import { deletionsApi } from '@lims/contract/deletions.ts'
import type { FastifyInstance } from 'fastify'
import { change } from '../http/answer.ts'
import { undoDeletion } from './undo-deletion.ts'

export function deletionRoutes(app: FastifyInstance) {
  change(app, deletionsApi.undo, async (trx, { body, by }) => ({
    success: true as const,
    numSamples: await undoDeletion(trx, body, by),
  }))
}
