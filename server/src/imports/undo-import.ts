import type { Actor } from '../audit/actor.ts'
import { lockBatchWithSamples } from '../batches/batch-queries.ts'
import { deleteLockedBatch } from '../batches/delete-batch.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { assertOwnCreation } from '../sessions/refusals.ts'
import { findChangeSinceImport, findCreatingImport, type SinceImport } from './undo-import-queries.ts'

/**
 * Undoes an import into a new batch: deletes the batch with its samples. Returns the id of the deletion. Throws
 * `import-not-found` if no import has created the batch; `import-changed-since` if anything has happened to it or to
 * one of its samples; `permission-denied` for another person's import without `mayDelete`, as it deletes a batch.
 */
export async function undoImport(
  trx: Transaction,
  batchId: string,
  actor: Actor,
  { mayDelete }: { mayDelete: boolean },
): Promise<{ deletionId: string; numSamples: number }> {
  const batch = await lockBatchWithSamples(trx, batchId, 'batchId')
  const creation = await findCreatingImport(trx, batch.id)
  if (!creation) throw new DomainError('import-not-found', `No import has created ${batch.name}.`)
  assertOwnCreation(creation, actor, { mayDelete, what: 'imported this batch', records: 'batches' })
  const change = await findChangeSinceImport(trx, batch.id, creation)
  if (change) throw changedSince(describe(change))
  // What was moved to another batch or deleted has no event in this one.
  if (batch.numSamples !== creation.numSamples) {
    throw changedSince(`samples of ${batch.name} were deleted or moved to another batch since`)
  }
  return deleteLockedBatch(trx, batch, actor, { isImportUndone: true })
}

const changedSince = (what: string) => new DomainError('import-changed-since', `Nothing was undone: ${what}.`)

function describe({ name, what, personName }: SinceImport): string {
  switch (what) {
    case 'batch':
    case 'changed':
      return `${personName} has changed ${name} since`
    case 'added':
      return `${personName} has added ${name} since`
    case 'moved':
      return `${name} was moved since`
    case 'label':
      return `a label of ${name} was printed`
  }
}
