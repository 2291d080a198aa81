import { type BatchListQuery, batchesApi } from '@lims/contract/batches.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import { read, write } from '../http/endpoints.ts'
import { withReason } from '../sessions/with-reason.ts'
import { asBatch, countBatches, getBatch, listBatches } from './batch-queries.ts'
import { createBatch } from './create-batch.ts'
import { createPatientBatch } from './create-patient-batch.ts'
import { deleteBatch } from './delete-batch.ts'
import { updateBatch } from './update-batch.ts'

export function batchRoutes(app: FastifyInstance) {
  write(app, batchesApi.add, async (trx, { body, actor }) => ({
    success: true as const,
    batch: await createBatch(trx, body, actor),
  }))

  write(app, batchesApi.addPatient, async (trx, { body, actor }) => {
    const batch = await createPatientBatch(trx, body, actor)
    return { success: true as const, batch, totalSamples: batch.numSamples, numPatients: body.numPatients }
  })

  write(app, batchesApi.update, async (trx, { body, actor }) => ({
    success: true as const,
    batch: await updateBatch(trx, body, actor),
  }))

  write(app, batchesApi.delete, async (trx, { query, body, actor }) => ({
    success: true as const,
    ...(await deleteBatch(trx, query.id, withReason(actor, body?.reason))),
  }))

  read(app, batchesApi.get, async (db, { query }) => ({ batch: asBatch(await getBatch(db, query.id)) }))

  read(app, batchesApi.list, (db, { query }) => pageOfBatches(db, query))
  read(app, batchesApi.search, (db, { query }) => pageOfBatches(db, query))
}

async function pageOfBatches(db: Db, query: BatchListQuery) {
  const [batches, totalBatches] = await Promise.all([listBatches(db, query), countBatches(db, query.query)])
  return { batches: batches.map(asBatch), totalBatches }
}
