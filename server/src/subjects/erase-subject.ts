import { randomBytes, randomUUID } from 'node:crypto'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import { sealBeforeErasure } from '../audit/sealer.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { SignedInActor } from '../sessions/require-sign-in.ts'
import { countFilesLeft, listAddressesLeft, removeAddresses } from './address-queries.ts'
import { listNamesLeft, listRelatives } from './certificate-queries.ts'
import { erasureCertificate } from './erasure-certificate.ts'
import {
  countUnproved,
  type Erasure,
  findLastSealIfAny,
  getPersonName,
  hashOf,
  inCapitals,
  insertErasure,
} from './erasure-queries.ts'
import { containsId } from './mentions-id.ts'
import { removeTraces } from './remove-traces-queries.ts'
import { lockTraces, type Traces } from './trace-queries.ts'

type ErasureRequest = { subjectId: string; reason: string; samples: 'keep' | 'destroy' }

/**
 * Erases a subject: its ID in any case, and the visits and notes of its samples, wherever they are kept. The samples
 * stay as anonymous, or are listed for destruction. Throws `roles-off`, `subject-not-found`, and
 * `request-invalid` for a reason with the ID of the subject in it.
 */
export async function eraseSubject(
  trx: Transaction,
  { subjectId, reason, samples }: ErasureRequest,
  actor: SignedInActor,
) {
  if (!actor.access.rolesOn) {
    throw new DomainError(
      'roles-off',
      'A subject can be erased only while roles are on. Please turn them on first.',
    )
  }
  const wanted = await inCapitals(trx, subjectId)
  if (wanted === '') throw subjectNotFound()
  if (containsId(wanted, reason)) {
    throw new DomainError(
      'request-invalid',
      'The reason must not contain the ID of the subject, since it is kept.',
      'reason',
    )
  }
  const traces = await lockTraces(trx, wanted)
  if (traces.sampleIds.length === 0 && traces.eventIds.length === 0) {
    throw subjectNotFound()
  }
  const salt = randomBytes(32)
  const erasure: Erasure = {
    id: randomUUID(),
    erasedAt: actor.at,
    erasedBy: actor.userId,
    reason,
    samples,
    salt,
    subjectHash: await hashOf(trx, salt, wanted),
  }
  const lastSeal = await findLastSealIfAny(trx)
  const addressesRemoved = await eraseTraces(trx, { erasure, traces }, actor)
  const namesLeft = await listNamesLeft(trx, wanted)
  return {
    erasureId: erasure.id,
    numSamples: traces.samples.length,
    numEvents: countEvents(traces),
    numDeletedRows: traces.deletedRows.length,
    toDestroy: samples === 'destroy' ? traces.samples.map(({ alias }) => alias) : [],
    namesLeft: namesLeft.length,
    certificate: erasureCertificate({
      erasure,
      traces,
      addressesRemoved,
      namesLeft,
      addressesLeft: await listAddressesLeft(trx, wanted),
      filesLeft: await countFilesLeft(trx, wanted),
      relatives: await listRelatives(trx, traces),
      personName: await getPersonName(trx, actor.userId),
      lastSeal,
    }),
  }
}

const countEvents = ({ eventIds, onlyReasonIds }: Traces) => eventIds.length + onlyReasonIds.length

const subjectNotFound = () =>
  new DomainError('subject-not-found', 'No sample is or was of this subject.', 'subjectId')

/**
 * Records an erasure and its audit event, and removes what was found. Returns the number of samples from which the
 * address of their BAM file was removed.
 */
export async function eraseTraces(
  trx: Transaction,
  { erasure, traces }: { erasure: Erasure; traces: Traces },
  actor: Actor,
): Promise<number> {
  await sealBeforeErasure(trx, actor.at)
  await recordErasure(trx, { erasure, traces }, actor)
  await removeTraces(trx, erasure, traces)
  return removeAddresses(trx, erasure.erasedAt, traces)
}

/** Records an erasure and its audit event, which names who made it before if the actor makes it again. */
export async function recordErasure(
  trx: Transaction,
  { erasure, traces }: { erasure: Erasure; traces: Traces },
  actor: Actor,
): Promise<void> {
  await insertErasure(trx, erasure, traces)
  const { id, samples, erasedBy, erasedAt, reason } = erasure
  const after = {
    samples,
    numSamples: traces.samples.length,
    numEvents: countEvents(traces),
    numUnproved: await countUnproved(trx, traces),
    numDeletedRows: traces.deletedRows.length,
    ...(erasedBy === actor.userId ? {} : { erasedBy, erasedAt: erasedAt.toISOString() }),
  }
  await saveAuditEvent(trx, { action: 'subject.erase', entityId: id, after }, { ...actor, reason })
}
