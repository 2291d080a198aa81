import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { insertSyncRun, type SyncRun } from './sync-run-queries.ts'

/** Starts a scan for a person. Throws `scan-running` while one runs, on whichever server, and `sync-not-configured`. */
export async function beginScan(
  trx: Transaction,
  folder: string | undefined,
  actor: Actor,
): Promise<SyncRun> {
  if (!folder) {
    throw new DomainError('sync-not-configured', 'No data repository is set up here (DVC_REPO_DIR).')
  }
  const run = await insertSyncRun(trx, { actor: actor.userId, at: actor.at })
  if (!run) throw new DomainError('scan-running', 'A scan is already running.')
  await saveAuditEvent(trx, { action: 'scan.begin', entityId: String(run.id) }, actor)
  return { ...run, tokenId: actor.tokenId }
}
