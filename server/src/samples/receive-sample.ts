import type { ReceivedSample, ReceiveSampleBody } from '@lims/contract/samples.ts'
import type { FastifyInstance } from 'fastify'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import type { Claim } from '../http/idempotency-queries.ts'
import { findMissing } from './find-missing.ts'
import { insertLifecycleEvent, setRequestTime } from './lifecycle-queries.ts'
import type { ReceiptGroups } from './receipt-groups.ts'
import { assertReceivable, statusChange } from './sample-lifecycle.ts'
import { lockSampleByIdentifier } from './sample-queries.ts'
import { findScanTime, type ScanningActor, scannedBefore, scanTime } from './scan-time.ts'

/** Receives a sample by id or tube ID. Throws `sample-not-found`, or what `assertReceivable` throws. */
export async function receiveSample(
  trx: Transaction,
  { identifier, notes, ...sent }: ReceiveSampleBody,
  actor: ScanningActor,
): Promise<ReceivedSample> {
  const sample = await lockSampleByIdentifier(trx, identifier)

  assertReceivable(sample)
  const receivedAt = scanTime(sent, actor)
  await findMissing(trx, [sample], actor, receivedAt)
  const change = { sampleId: sample.id, from: sample.status, to: 'RECEIVED', via: 'receive', notes } as const
  const { before, after } = statusChange({ ...change, version: sample.version + 1 })
  const auditEvent = {
    action: 'sample.receive',
    entityId: sample.id,
    before,
    after: { ...after, ...scannedBefore(receivedAt, actor) },
  } as const
  if (receivedAt < actor.at) await setRequestTime(trx, actor.at)
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
 * Receives a sample in the usual case, together with others that are received at the same time. Returns undefined if it
 * has to be left to `receiveSample`, which also words the refusals; then nothing was written.
 */
export async function receiveAtOnce(
  { notifier }: Pick<FastifyInstance, 'notifier'>,
  receipts: ReceiptGroups,
  { identifier, notes, ...sent }: ReceiveSampleBody,
  { actor, claim }: { actor: ScanningActor; claim: Claim | undefined },
): Promise<ReceivedSample | undefined> {
  // A time that is refused must not keep a repeated request from its saved reply.
  const receivedAt = findScanTime(sent, actor)
  if (!receivedAt) return undefined
  const receipt = await receipts.write({ identifier, receivedAt, notes, claim, actor })
  if (!receipt) return undefined
  const { sample, storageId } = receipt
  notifier.notify({ samples: true, ...(storageId === null ? {} : { storages: [storageId] }) })
  return sample
}
