import { type AddPatientBatchBody, type Batch, kitSize } from '@lims/contract/batches.ts'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { insertKits } from './batch-sample-queries.ts'
import { registerBatch } from './register-batch.ts'
import { digitsFor, prefixOf } from './sample-naming.ts'

/** Creates a batch with a kit of tubes for each patient. */
export function createPatientBatch(
  trx: Transaction,
  { name, description, numPatients, tubeTypes, samplePrefix, siteId }: AddPatientBatchBody,
  actor: Actor,
): Promise<Batch> {
  const kit = tubeTypes.filter(({ count }) => count > 0)
  const prefix = samplePrefix ?? prefixOf(name)
  const metadata = { numPatients, tubeTypes: kit, samplePrefix: prefix, ...(siteId ? { siteId } : {}) }
  const numSamples = numPatients * kitSize(kit)
  return registerBatch(trx, { name, description, metadata, numSamples }, actor, (batchId) =>
    insertKits(trx, { batchId, prefix, digits: digitsFor(numPatients, 3), numPatients, siteId, kit }, actor),
  )
}
