import { type AddPatientBatchBody, type Batch, kitSize } from '@lims/contract/batches.ts'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import {
  hasKnownSubject,
  insertKits,
  type Kits,
  listSubjectDigits,
  lockPrefix,
} from './batch-sample-queries.ts'
import { registerBatch } from './register-batch.ts'
import { digitsFor, prefixOf } from './sample-naming.ts'

/**
 * Creates a batch with a kit of tubes for each patient. Without a prefix that of the batch name is used; throws
 * `request-invalid` if the subjects would then be those of another batch, or of one that can be restored.
 */
export function createPatientBatch(
  trx: Transaction,
  { name, description, numPatients, tubeTypes, samplePrefix, siteId }: AddPatientBatchBody,
  actor: Actor,
): Promise<Batch> {
  const kit = tubeTypes.filter(({ count }) => count > 0)
  const prefix = samplePrefix ?? prefixOf(name)
  const metadata = { numPatients, tubeTypes: kit, samplePrefix: prefix, ...(siteId ? { siteId } : {}) }
  const numSamples = numPatients * kitSize(kit)
  return registerBatch(trx, { name, description, metadata, numSamples }, actor, async (batchId) => {
    const kits = { batchId, prefix, numPatients, siteId, kit }
    await lockPrefix(trx, prefix)
    if (samplePrefix === undefined) await assertSubjectsAreNew(trx, kits)
    const [known, another] = samplePrefix === undefined ? [] : await listSubjectDigits(trx, kits)
    // Digits of two kinds decide nothing.
    const digits = another === undefined ? known : undefined
    await insertKits(trx, { ...kits, digits: digits ?? digitsFor(numPatients, 3) }, actor)
  })
}

/** Whoever enters a prefix may mean the same patients again, such as for another visit. */
async function assertSubjectsAreNew(trx: Transaction, kits: Omit<Kits, 'digits'>) {
  if (!(await hasKnownSubject(trx, kits))) return
  throw new DomainError(
    'request-invalid',
    'Without a Sample Prefix these patients would get subject IDs that another batch uses, or one that was deleted. Please enter a prefix.',
    'samplePrefix',
  )
}
