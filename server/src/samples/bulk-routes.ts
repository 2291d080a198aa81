import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import { read, write } from '../http/endpoints.ts'
import { withReason } from '../sessions/with-reason.ts'
import { addChildrenOfMany, undoAddChildrenOfMany } from './add-children-of-many.ts'
import { listChosenDetails } from './bulk-queries.ts'
import { deleteSamples } from './delete-samples.ts'
import { editField } from './edit-field.ts'
import { listMatchingSamples } from './list-matching-samples.ts'
import { resolveCodes } from './resolve-codes.ts'

export function bulkRoutes(app: FastifyInstance) {
  read(app, sampleBulkApi.matching, (db, { query }) => listMatchingSamples(db, query))

  read(app, sampleBulkApi.resolveCodes, (db, { body }) => resolveCodes(db, body))

  read(app, sampleBulkApi.chosen, async (db, { body }) => ({
    samples: await listChosenDetails(db, body.sampleIds),
  }))

  write(app, sampleBulkApi.delete, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await deleteSamples(trx, body.sampleIds, withReason(actor, body.reason))),
  }))

  write(app, sampleBulkApi.addChildren, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await addChildrenOfMany(trx, body, actor)),
  }))

  write(app, sampleBulkApi.undoAddChildren, async (trx, { body, actor }) => ({
    ...succeeded,
    count: await undoAddChildrenOfMany(trx, body, actor, {
      mayDelete: actor.access.permissions.has('sample.delete'),
    }),
  }))

  write(app, sampleBulkApi.editField, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await editField(trx, body, actor)),
  }))
}
