import type { Batch } from '@lims/contract/batches.ts'
import { errorTexts } from '@lims/contract/errors.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { writeManySamples } from '../samples/many-samples-queries.ts'
import { asBatch, insertBatch } from './batch-queries.ts'

type NewBatch = { name: string; description: string; metadata: Record<string, unknown>; numSamples: number }

/** Inserts a batch, creates its samples with `makeSamples` and saves one audit event. Throws `batch-name-taken`. */
export async function registerBatch(
  trx: Transaction,
  { numSamples, ...named }: NewBatch,
  actor: Actor,
  makeSamples: (batchId: string) => Promise<unknown>,
): Promise<Batch> {
  const inserted = await insertBatch(trx, named, actor)
  if (!inserted) throw new DomainError('batch-name-taken', errorTexts.batchNameTaken(named.name), 'name')

  await writeManySamples(trx, numSamples, () => makeSamples(inserted.id))
  const batch = asBatch({ ...inserted, by_status: { UNKNOWN: numSamples } })
  const { id: entityId, ...after } = batch
  await saveAuditEvent(trx, { action: 'batch.create', entityId, after }, actor)
  return batch
}
