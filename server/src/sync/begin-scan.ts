import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { By } from '../audit/by.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { insertRun, type Run } from './sync-run-queries.ts'

/** Claims the next scan for the person who asks; refused while one runs, on whichever server. */
export async function beginScan(trx: Transaction, folder: string | undefined, by: By): Promise<Run> {
  if (!folder) {
    throw new DomainError('sync-not-configured', 'No data repository is set up here (DVC_REPO_DIR).')
  }
  const run = await insertRun(trx, { by: by.userId, at: by.at })
  if (!run) throw new DomainError('scan-running', 'A scan is already running.')
  await saveAuditEvent(trx, { action: 'scan.begin', entityType: 'scan', entityId: String(run.id) }, by)
  return run
}
