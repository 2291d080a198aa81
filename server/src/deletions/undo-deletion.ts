import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { By } from '../audit/by.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { lockDeletion, markUndone, restoredTables, restoreRows } from './deletion-queries.ts'

/** Why the database takes a row no more, by its code: standard ones, and those of its own guards. */
const reasons: Record<string, string> = {
  23505: 'its name or place has been taken meanwhile.',
  23503: 'what it belonged to has been deleted meanwhile.',
  LIM08: 'the storage that it stood in has been deleted meanwhile. Bring that back first.',
  LIM03: 'the storage that it stood in has become smaller, and its cell is gone.',
  LIM04: 'the storage that it stood in is of another type now.',
  LIM05: 'the storage that it stood in stands inside it now.',
  LIM06: 'storages would be nested more than 10 levels deep.',
}

const restored = {
  sample: { action: 'sample.restore', entityType: 'sample' },
  batch: { action: 'batch.restore', entityType: 'batch' },
  storage: { action: 'storage.restore', entityType: 'storage' },
} as const

/** Brings back what a deletion took; answers how many samples. */
export async function undoDeletion(
  trx: Transaction,
  { deletionId }: { deletionId: string },
  by: By,
): Promise<number> {
  const deletion = await lockDeletion(trx, deletionId)
  if (!deletion) throw new DomainError('deletion-not-found', 'There is no such deletion to undo')
  if (deletion.undone_at) throw new DomainError('deletion-undone', 'This deletion was undone already')

  const counts = new Map<string, number>()
  for (const table of restoredTables) counts.set(table, await restore(trx, deletionId, table))
  await markUndone(trx, deletionId, by)
  const event = { ...restored[deletion.entity_type], entityId: deletion.entity_id, after: { deletionId } }
  await saveAuditEvent(trx, event, by)
  return counts.get('sample') ?? 0
}

async function restore(trx: Transaction, deletionId: string, table: (typeof restoredTables)[number]) {
  try {
    return await restoreRows(trx, deletionId, table)
  } catch (error) {
    const reason = reasons[(error as { code?: string }).code ?? '']
    if (reason) throw new DomainError('restore-impossible', `It cannot come back: ${reason}`)
    throw error
  }
}
