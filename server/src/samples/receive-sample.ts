import { errorTexts } from '@lims/contract/errors.ts'
import type { ReceivedSample, ReceiveSampleBody } from '@lims/contract/samples.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { findSessionStart, insertLifecycleEvent } from './lifecycle-queries.ts'
import { assertReceivable, statusChange } from './sample-lifecycle.ts'
import { lockSampleByIdentifier } from './sample-queries.ts'

/** Receives a sample by id or tube ID. Throws `sample-not-found`, or `sample-not-receivable` for other statuses than UNKNOWN and COLLECTED. */
export async function receiveSample(
  trx: Transaction,
  { identifier, notes, scannedAt }: ReceiveSampleBody,
  actor: Actor & { sessionId?: string },
): Promise<ReceivedSample> {
  const sample = await lockSampleByIdentifier(trx, identifier)
  if (!sample) throw new DomainError('sample-not-found', errorTexts.sampleNotFound)

  assertReceivable(sample)
  const receivedAt = scannedAt === undefined ? actor.at : await scanTime(trx, new Date(scannedAt), actor)
  const change = { sampleId: sample.id, from: sample.status, to: 'RECEIVED', via: 'receive', notes } as const
  const auditEvent = {
    action: 'sample.receive',
    entityType: 'sample',
    entityId: sample.id,
    ...statusChange({ ...change, version: sample.version + 1 }),
  } as const
  // Sent together: the lock of the counts, which other receipts wait for, is held for one round trip less.
  const [eventId] = await Promise.all([
    insertLifecycleEvent(trx, change, { ...actor, at: receivedAt }),
    saveAuditEvent(trx, auditEvent, actor),
  ])
  return {
    id: sample.id,
    name: sample.name,
    alias: sample.alias,
    status: 'RECEIVED',
    subjectId: sample.subject_id,
    batchId: sample.batch_id,
    batchName: sample.batch_name,
    receivedTimestamp: receivedAt.toISOString(),
    eventId,
  }
}

/** Tolerated clock difference between browser and server. */
const clockToleranceMs = 60_000

/** Returns the received time of a scan that was sent later. Throws `request-invalid` if it lies in the future or before the sign-in. */
async function scanTime(
  trx: Transaction,
  scannedAt: Date,
  actor: Actor & { sessionId?: string },
): Promise<Date> {
  if (scannedAt.getTime() > actor.at.getTime() + clockToleranceMs) {
    throw new DomainError('request-invalid', 'scannedAt must not be in the future', 'scannedAt')
  }
  const startedAt = actor.sessionId && (await findSessionStart(trx, actor.sessionId))
  if (!startedAt || scannedAt < startedAt) {
    throw new DomainError('request-invalid', 'scannedAt must not be before the sign-in', 'scannedAt')
  }
  return scannedAt < actor.at ? scannedAt : actor.at
}
