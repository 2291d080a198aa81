import type { AddBatchBody, Batch } from '@lims/contract/batches.ts'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { insertTubes } from './batch-sample-queries.ts'
import { registerBatch } from './register-batch.ts'
import { digitsFor, prefixOf } from './sample-naming.ts'

/** Creates a batch of tubes of one type. */
export function createBatch(
  trx: Transaction,
  { name, description, numSamples, tubeType, samplePrefix }: AddBatchBody,
  actor: Actor,
): Promise<Batch> {
  const prefix = samplePrefix ?? prefixOf(name)
  const metadata = { tubeType, samplePrefix: prefix }
  return registerBatch(trx, { name, description, metadata, numSamples }, actor, (batchId) =>
    insertTubes(
      trx,
      { batchId, prefix, digits: digitsFor(numSamples, 4), count: numSamples, tubeType },
      actor,
    ),
  )
}
