import { errorTexts } from '@lims/contract/errors.ts'
import type { ReceivedSample, ReceiveSampleBody } from '@lims/contract/samples.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { findSessionStart, insertLifecycleEvent } from './lifecycle-queries.ts'
import { assertReceivable, statusChange } from './sample-lifecycle.ts'
import { lockSampleByIdentifier } from './sample-queries.ts'

/** With the session that bounds the age of a scan, unless an API token acts. */
export type ReceivingActor = Actor & { sessionId?: string | undefined }

/** Receives a sample by id or tube ID. Throws `sample-not-found`, or `sample-not-receivable` for other statuses than UNKNOWN and COLLECTED. */
export async function receiveSample(
  trx: Transaction,
  { identifier, notes, scannedAt }: ReceiveSampleBody,
  actor: ReceivingActor,
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

/** An API token has no sign-in that would bound the age of a scan. */
const maxTokenScanAgeMs = 24 * 3_600_000

/**
 * Returns the received time of a scan that was sent later. Throws `request-invalid` if it lies in the future, before
 * the sign-in, or with an API token more than a day ago.
 */
export async function scanTime(trx: Transaction, scannedAt: Date, actor: ReceivingActor): Promise<Date> {
  if (scannedAt.getTime() > actor.at.getTime() + clockToleranceMs) {
    throw new DomainError('request-invalid', 'scannedAt must not be in the future', 'scannedAt')
  }
  if (actor.tokenId && actor.at.getTime() - scannedAt.getTime() > maxTokenScanAgeMs) {
    throw new DomainError('request-invalid', 'scannedAt must not be more than a day ago', 'scannedAt')
  }
  if (!actor.tokenId && !(await isSinceSignIn(trx, scannedAt, actor))) {
    throw new DomainError('request-invalid', 'scannedAt must not be before the sign-in', 'scannedAt')
  }
  return scannedAt < actor.at ? scannedAt : actor.at
}

async function isSinceSignIn(trx: Transaction, scannedAt: Date, { sessionId }: ReceivingActor) {
  const startedAt = sessionId && (await findSessionStart(trx, sessionId))
  return startedAt ? scannedAt >= startedAt : false
}
