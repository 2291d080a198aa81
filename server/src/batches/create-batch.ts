import type { AddBatchBody, Batch } from '@lims/contract/batches.ts'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { insertTubes, isNameTaken, lockPrefix, type Series } from './batch-sample-queries.ts'
import { registerBatch } from './register-batch.ts'
import { digitsFor, prefixOf } from './sample-naming.ts'

/** Creates a batch of tubes of one type. Throws `request-invalid` if names of the default prefix are taken. */
export function createBatch(
  trx: Transaction,
  { name, description, numSamples, tubeType, samplePrefix }: AddBatchBody,
  actor: Actor,
): Promise<Batch> {
  const prefix = samplePrefix ?? prefixOf(name)
  const metadata = { tubeType, samplePrefix: prefix }
  const series = { prefix, digits: digitsFor(numSamples, 4), count: numSamples }
  return registerBatch(trx, { name, description, metadata, numSamples }, actor, async (batchId) => {
    // Also with a prefix that was entered: a batch that may not share its names waits for these.
    await lockPrefix(trx, prefix)
    if (samplePrefix === undefined) await assertNamesAreNew(trx, series)
    await insertTubes(trx, { ...series, batchId, tubeType }, actor)
  })
}

/** Whoever enters a prefix may want names that other samples have. */
async function assertNamesAreNew(trx: Transaction, series: Series) {
  if (!(await isNameTaken(trx, series))) return
  throw new DomainError(
    'request-invalid',
    'Without a Sample Prefix these samples would get names that other samples have. Please enter a prefix.',
    'samplePrefix',
  )
}
