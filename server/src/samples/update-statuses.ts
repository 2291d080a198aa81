import { errorTexts } from '@lims/contract/errors.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import type { UpdateStatusesBody } from '@lims/contract/sample-changes.ts'
import { displayName, nextStatuses, type SampleStatus } from '@lims/contract/sample-status.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { insertLifecycleEvents } from './lifecycle-queries.ts'
import { type LockedSample, lockExistingSamples } from './lock-samples-queries.ts'
import { assertReasonToGoBack, statusChange } from './sample-lifecycle.ts'
import { samplesNotFound } from './samples-not-found.ts'

/**
 * Changes the status of many samples, all or none. Returns the ids of the events in the order of `sampleIds`, one for
 * each sample. Throws `status-transition-invalid`.
 */
export async function updateStatuses(
  trx: Transaction,
  { sampleIds, newStatus: to, notes }: UpdateStatusesBody,
  actor: Actor,
): Promise<number[]> {
  const ids = [...new Set(sampleIds)]
  const samples = await lockExistingSamples(trx, ids)
  assertAllFound(ids, samples)
  assertAllTransitionsAllowed(samples, to)
  assertReasonToGoBack(
    actor,
    samples.map(({ status: from }) => ({ from, to })),
  )

  const events = await insertLifecycleEvents(trx, samples, { to, notes }, actor)
  await saveAuditEvents(
    trx,
    samples.map(({ id, status, version }) => ({
      action: 'sample.update-statuses',
      entityId: id,
      ...statusChange({ from: status, to, notes, version: version + 1 }),
    })),
    actor,
  )
  return ids.flatMap((id) => events.get(id) ?? [])
}

function assertAllFound(ids: string[], samples: LockedSample[]) {
  const known = new Set(samples.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  throw samplesNotFound(
    unknown.length,
    `Nothing was changed. Not found: ${joinTexts(unknown, { max: maxListed })}`,
  )
}

function assertAllTransitionsAllowed(samples: LockedSample[], to: SampleStatus) {
  const invalid = samples.filter(({ status }) => !nextStatuses[status].includes(to))
  if (invalid.length === 0) return
  const each = invalid.map(({ name, status }) => `${name} is ${displayName(status)}`)
  throw new DomainError(
    'status-transition-invalid',
    `${errorTexts.transitionPrefix}: ${joinTexts(each, { max: maxListed })}; no sample was changed to ${displayName(to)}`,
  )
}

const maxListed = 200
