import { errorTexts } from '@lims/contract/errors.ts'
import type { ReceivedSample, ReceiveSampleBody } from '@lims/contract/samples.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Db, Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { Claim } from '../http/idempotency-queries.ts'
import { findSessionStart, insertLifecycleEvent } from './lifecycle-queries.ts'
import { insertReceipt } from './receipt-queries.ts'
import { assertReceivable, statusChange } from './sample-lifecycle.ts'
import { lockSampleByIdentifier } from './sample-queries.ts'

/** With the session that bounds the age of a scan, unless an API token acts. */
type ReceivingActor = Actor & { sessionId?: string | undefined }

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

/**
 * Receives a sample in one statement in the usual case. Returns undefined if it has to be left to `receiveSample`,
 * which also words the refusals; then nothing was written.
 */
export async function receiveAtOnce(
  { db, notifier }: Pick<FastifyInstance, 'db' | 'notifier'>,
  { identifier, notes, scannedAt }: ReceiveSampleBody,
  actor: ReceivingActor,
  claim: Claim | undefined,
): Promise<ReceivedSample | undefined> {
  const scan = scannedAt === undefined ? undefined : new Date(scannedAt)
  if (scan && (await problemOfScanTime(db, scan, actor))) return undefined
  const receivedAt = scan && scan < actor.at ? scan : actor.at
  const receipt = await insertReceipt(db, { identifier, receivedAt, notes, claim }, actor)
  if (!receipt) return undefined
  const { sample, storageId } = receipt
  notifier.notify({ samples: true, ...(storageId === null ? {} : { storages: [storageId] }) })
  return sample
}

/** Tolerated clock difference between browser and server. */
const clockToleranceMs = 60_000

/** An API token has no sign-in that would bound the age of a scan. */
const maxTokenScanAgeMs = 24 * 3_600_000

/**
 * Returns the received time of a scan that was sent later. Throws `request-invalid` if it lies in the future, before
 * the sign-in, or with an API token more than a day ago.
 */
async function scanTime(trx: Transaction, scannedAt: Date, actor: ReceivingActor): Promise<Date> {
  const problem = await problemOfScanTime(trx, scannedAt, actor)
  if (problem) throw new DomainError('request-invalid', problem, 'scannedAt')
  return scannedAt < actor.at ? scannedAt : actor.at
}

async function problemOfScanTime(
  db: Db,
  scannedAt: Date,
  actor: ReceivingActor,
): Promise<string | undefined> {
  if (scannedAt.getTime() > actor.at.getTime() + clockToleranceMs) {
    return 'scannedAt must not be in the future'
  }
  if (actor.tokenId && actor.at.getTime() - scannedAt.getTime() > maxTokenScanAgeMs) {
    return 'scannedAt must not be more than a day ago'
  }
  if (!actor.tokenId && !(await isSinceSignIn(db, scannedAt, actor))) {
    return 'scannedAt must not be before the sign-in'
  }
  return undefined
}

async function isSinceSignIn(db: Db, scannedAt: Date, { sessionId }: ReceivingActor) {
  const startedAt = sessionId && (await findSessionStart(db, sessionId))
  return startedAt ? scannedAt >= startedAt : false
}
