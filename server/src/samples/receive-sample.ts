import { errorTexts } from '@lims/contract/errors.ts'
import { timeInMessage } from '@lims/contract/message-times.ts'
import { displayName, receivableStatuses } from '@lims/contract/sample-status.ts'
import type { ReceivedSample, ReceiveSampleBody } from '@lims/contract/samples.ts'
import type { FastifyInstance } from 'fastify'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { Claim } from '../http/idempotency-queries.ts'
import { describeName } from './describe-name.ts'
import { findMissing } from './find-missing.ts'
import { insertLifecycleEvent, listEffectiveChanges, setRequestTime } from './lifecycle-queries.ts'
import type { ReceiptGroups } from './receipt-groups.ts'
import { mayBeWritten } from './receipt-queries.ts'
import { assertReceivable, statusChange } from './sample-lifecycle.ts'
import { findAndLockSampleByIdentifier, type SampleRow } from './sample-queries.ts'
import { findScanTime, type ScanningActor, scannedBefore, scanTime } from './scan-time.ts'

/** Receives a sample by id or tube ID. Throws `sample-not-found`, or what `assertReceivable` throws. */
export async function receiveSample(
  trx: Transaction,
  { identifier, notes, ...sent }: ReceiveSampleBody,
  actor: ScanningActor,
): Promise<ReceivedSample> {
  const sample = await findAndLockSampleByIdentifier(trx, identifier)
  if (!sample) {
    const message = (await describeName(trx, identifier)) ?? errorTexts.sampleNotFound
    throw new DomainError('sample-not-found', message)
  }
  assertReceivable(sample, await describeStatus(trx, sample))
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
 * Returns who set the status of a sample that can no longer be received, and when: the person at the scanner then knows
 * whether the tube was scanned twice, or is another one. Empty if there is no record of it.
 */
async function describeStatus(trx: Transaction, { id, status }: SampleRow): Promise<string> {
  if (receivableStatuses.includes(status)) return ''
  const change = (await listEffectiveChanges(trx, [id])).get(id)
  if (change?.to !== status) return ''
  const doing =
    change.from === null ? `registered as ${displayName(status)}` : `set to ${displayName(status)}`
  return `It was ${status === 'RECEIVED' && change.from !== null ? 'received' : doing} by ${change.personName} (${timeInMessage(change.at)}).`
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
  const receipt = await receipts.write({ identifier, receivedAt, notes, claim, actor }).catch((error) => {
    if (mayBeWritten(error)) notifier.notify({ samples: true, storages: 'all' })
    throw error
  })
  if (!receipt) return undefined
  const { sample, storageId } = receipt
  notifier.notify({ samples: true, ...(storageId === null ? {} : { storages: [storageId] }) })
  return sample
}
