import { deletionsApi } from '@lims/contract/deletions.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import { read, write } from '../http/endpoints.ts'
import { findDeletedSample } from './deleted-sample-queries.ts'
import { countRecentDeletions, listRecentDeletions } from './recent-deletion-queries.ts'
import { undoDeletion } from './undo-deletion.ts'

export function deletionRoutes(app: FastifyInstance) {
  read(app, deletionsApi.list, async (db, { query, actor }) => {
    const [deletions, totalDeletions] = await Promise.all([
      listRecentDeletions(db, query, actor.at),
      countRecentDeletions(db, query, actor.at),
    ])
    return { deletions, totalDeletions }
  })

  read(app, deletionsApi.find, async (db, { query }) => ({
    deletion: (await findDeletedSample(db, query.code)) ?? null,
  }))

  write(app, deletionsApi.undo, async (trx, { body, actor }) => ({
    ...succeeded,
    numSamples: await undoDeletion(trx, body, actor),
  }))
}
