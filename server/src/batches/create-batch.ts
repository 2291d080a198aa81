import type { AddBatchBody, Batch } from '@lims/contract/batches.ts'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { insertTubes, isNameTaken, lockPrefix } from './batch-sample-queries.ts'
import { registerBatch } from './register-batch.ts'
import { digitsFor, prefixOf } from './sample-naming.ts'

/** Creates a batch of tubes of one type. Throws `request-invalid` if their names are taken and nobody chose the prefix. */
export function createBatch(
  trx: Transaction,
  { name, description, numSamples, tubeType, samplePrefix }: AddBatchBody,
  actor: Actor,
): Promise<Batch> {
  const prefix = samplePrefix ?? prefixOf(name)
  const metadata = { tubeType, samplePrefix: prefix }
  const series = { prefix, digits: digitsFor(numSamples, 4), count: numSamples }
  return registerBatch(trx, { name, description, metadata, numSamples }, actor, async (batchId) => {
    if (samplePrefix === undefined) await lockPrefix(trx, prefix)
    if (samplePrefix === undefined && (await isNameTaken(trx, series))) {
      throw new DomainError(
        'request-invalid',
        'Without a Sample Prefix these samples would get names that other samples have. Please enter a prefix.',
        'samplePrefix',
      )
    }
    await insertTubes(trx, { ...series, batchId, tubeType }, actor)
  })
}
