import { type BatchDetails, type BatchListQuery, batchesApi } from '@lims/contract/batches.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import { read, write } from '../http/endpoints.ts'
import { listChildCounts } from '../samples/sample-count-queries.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'
import { withReason } from '../sessions/with-reason.ts'
import { asBatch, countBatches, getBatch, listBatches } from './batch-queries.ts'
import { createBatch } from './create-batch.ts'
import { createPatientBatch, readPatientSubjects } from './create-patient-batch.ts'
import { deleteBatch } from './delete-batch.ts'
import { updateBatch } from './update-batch.ts'

export function batchRoutes(app: FastifyInstance) {
  write(app, batchesApi.add, async (trx, { body, actor }) => ({
    ...succeeded,
    batch: await createBatch(trx, body, actor),
  }))

  write(app, batchesApi.addPatient, async (trx, { body, actor }) => {
    const batch = await createPatientBatch(trx, body, actor)
    return { ...succeeded, batch, totalSamples: batch.numSamples, numPatients: body.numPatients }
  })

  read(app, batchesApi.patientSubjects, (db, { query, actor }) =>
    readPatientSubjects(db, query, { seesSubjects: seesSubjects(actor) }),
  )

  write(app, batchesApi.update, async (trx, { body, actor }) => ({
    ...succeeded,
    batch: await updateBatch(trx, body, actor),
  }))

  write(app, batchesApi.delete, async (trx, { query, body, actor }) => ({
    ...succeeded,
    ...(await deleteBatch(trx, { ...query, ...body }, withReason(actor, body?.reason))),
  }))

  read(app, batchesApi.get, async (db, { query }) => ({ batch: await readBatch(db, query.id) }))

  read(app, batchesApi.list, (db, { query }) => pageOfBatches(db, query))
  read(app, batchesApi.search, (db, { query }) => pageOfBatches(db, query))
}

async function readBatch(db: Db, id: string): Promise<BatchDetails> {
  const batch = asBatch(await getBatch(db, id))
  const children = (await listChildCounts(db, [batch.id])).get(batch.id)
  return { ...batch, ...(children && { children }) }
}

async function pageOfBatches(db: Db, query: BatchListQuery) {
  const totalBatches = await countBatches(db, query.query)
  const batches = await listBatches(db, query, totalBatches)
  return { batches: batches.map(asBatch), totalBatches }
}
