import type { Batch, UpdateBatchBody } from '@lims/contract/batches.ts'
import { errorTexts } from '@lims/contract/errors.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import { staleVersion } from '../audit/stale-version.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { errorCode } from '../errors/error-code.ts'
import { uniqueViolation } from '../errors/sql-states.ts'
import { asBatch, getBatch, lockBatch, updateBatchColumns } from './batch-queries.ts'

/** Updates name and description of a batch. Throws `batch-name-taken`, or `version-stale` after a concurrent change. */
export async function updateBatch(
  trx: Transaction,
  { id, version, ...fields }: UpdateBatchBody,
  actor: Actor,
): Promise<Batch> {
  const row = await lockBatch(trx, id)
  if (version !== undefined && version !== row.version) {
    throw await staleVersion(trx, { entityType: 'batch', entityId: id, name: row.name, version })
  }

  const before = { name: row.name, description: row.description }
  const after = { name: fields.name ?? row.name, description: fields.description ?? row.description }
  if (after.name !== before.name || after.description !== before.description) {
    await save(trx, id, after, actor.at)
    const event = { action: 'batch.update', entityId: id, before } as const
    await saveAuditEvent(trx, { ...event, after: { ...after, version: row.version + 1 } }, actor)
  }
  return asBatch(await getBatch(trx, id))
}

/** Relies on the unique index, because a concurrent transaction may use the same name. */
async function save(trx: Transaction, id: string, columns: { name: string; description: string }, at: Date) {
  try {
    await updateBatchColumns(trx, id, columns, at)
  } catch (error) {
    if (errorCode(error) !== uniqueViolation) throw error
    throw new DomainError('batch-name-taken', errorTexts.batchNameTaken(columns.name), 'name')
  }
}
