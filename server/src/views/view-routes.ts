import { succeeded } from '@lims/contract/success.ts'
import { viewsApi } from '@lims/contract/views.ts'
import type { FastifyInstance } from 'fastify'
import { read, write } from '../http/endpoints.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'
import { deleteView, restoreView, saveView } from './save-view.ts'
import { listViews } from './view-queries.ts'

export function viewRoutes(app: FastifyInstance) {
  read(app, viewsApi.list, async (db, { actor }) => ({
    views: await listViews(db, {
      userId: actor.userId,
      maySeeSubjects: seesSubjects(actor),
      isToken: actor.tokenId !== undefined,
    }),
  }))

  write(app, viewsApi.save, async (trx, { body, actor }) => ({
    ...succeeded,
    view: await saveView(trx, body, actor),
  }))

  write(app, viewsApi.delete, async (trx, { body, actor }) => {
    await deleteView(trx, body.id, actor)
    return succeeded
  })

  write(app, viewsApi.undoDelete, async (trx, { body, actor }) => {
    await restoreView(trx, body.id, actor)
    return succeeded
  })
}
