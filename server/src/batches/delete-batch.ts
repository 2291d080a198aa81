import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { Actor } from '../audit/actor.ts'
import { assertReason } from '../audit/assert-reason.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { insertDeletion, saveDeletedBatch } from '../deletions/deletion-queries.ts'
import { DomainError } from '../errors/domain-error.ts'
import { deleteBatchRows, lockBatchWithSamples } from './batch-queries.ts'

/**
 * Deletes a batch and all its samples. Returns the id of the deletion, for undo. Throws `batch-not-found`,
 * `reason-required`, and `version-stale` if it has not as many samples as the person saw.
 */
export async function deleteBatch(
  trx: Transaction,
  { id, expectedNumSamples }: { id: string; expectedNumSamples?: number | undefined },
  actor: Actor,
): Promise<{ deletionId: string; numSamples: number }> {
  const batch = await lockBatchWithSamples(trx, id)
  assertReason(actor, 'the batch is deleted')
  if (expectedNumSamples !== undefined && batch.numSamples !== expectedNumSamples) {
    const samples = formatCount(batch.numSamples, 'sample')
    throw new DomainError(
      'version-stale',
      `${batch.name} has ${samples} by now, and not ${formatNumber(expectedNumSamples)}. Nothing was deleted; please look again.`,
    )
  }
  return deleteLockedBatch(trx, batch, actor)
}

/**
 * Deletes a batch that `lockBatchWithSamples` has returned, with all its samples. `more` is added to what the audit
 * event says. Returns the id of the deletion, for undo.
 */
export async function deleteLockedBatch(
  trx: Transaction,
  batch: { id: string; name: string; description: string },
  actor: Actor,
  more: { isImportUndone?: true } = {},
): Promise<{ deletionId: string; numSamples: number }> {
  const deletionId = await insertDeletion(trx, { entityType: 'batch', entityId: batch.id }, actor)
  await saveDeletedBatch(trx, deletionId, batch.id)
  const numSamples = await deleteBatchRows(trx, batch.id)
  await saveAuditEvent(
    trx,
    {
      action: 'batch.delete',
      entityId: batch.id,
      before: { name: batch.name, description: batch.description, numSamples },
      after: { deletionId, ...more },
    },
    actor,
  )
  return { deletionId, numSamples }
}
