import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { getSample } from '../samples/sample-queries.ts'

/** Returns the subject and the site of a sample, and records who wanted to know them and why, without the values. */
export async function revealSubject(
  trx: Transaction,
  { sampleId, reason }: { sampleId: string; reason: string },
  actor: Actor,
): Promise<{ subjectId: string | null; siteId: string | null }> {
  const { id, subject_id, site_id } = await getSample(trx, sampleId)
  const event = { action: 'subject.reveal', entityId: id } as const
  await saveAuditEvent(trx, event, { ...actor, reason })
  return { subjectId: subject_id, siteId: site_id }
}
