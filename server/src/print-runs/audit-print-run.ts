import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { getFirstSampleId } from './print-label-queries.ts'

type Run = { id: string; batchId: string | null }
type After = { after: Record<string, unknown> }
type RunEvent =
  | ({ action: 'print-run.start' } & After)
  | ({ action: 'print-run.resume' | 'print-run.end'; before: Record<string, unknown> } & After)

/** Saves an event of a run under its batch, or under its first sample if it has none. */
export async function auditPrintRun(
  trx: Transaction,
  { id, batchId }: Run,
  { after, ...event }: RunEvent,
  actor: Actor,
) {
  const record = batchId
    ? { entityType: 'batch' as const, entityId: batchId }
    : { entityType: 'sample' as const, entityId: await getFirstSampleId(trx, id) }
  await saveAuditEvent(trx, { ...event, ...record, after: { runId: id, ...after } }, actor)
}
