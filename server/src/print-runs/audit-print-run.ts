import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { getFirstSampleId } from './print-label-queries.ts'

type Run = { id: string; batchId: string | null }
type After = { after: Record<string, unknown> }
type RunEvent =
  | ({ action: 'print-run.start' } & After)
  | ({ action: 'print-run.resume' | 'print-run.end'; before: Record<string, unknown> } & After)

/** A run has no history of its own: what happens to it stands in that of its batch, or of its sample. */
export async function auditPrintRun(
  trx: Transaction,
  { id, batchId }: Run,
  { after, ...event }: RunEvent,
  actor: Actor,
) {
  const of = batchId
    ? { entityType: 'batch' as const, entityId: batchId }
    : { entityType: 'sample' as const, entityId: await getFirstSampleId(trx, id) }
  await saveAuditEvent(trx, { ...event, ...of, after: { runId: id, ...after } }, actor)
}
