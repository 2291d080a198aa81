import type { UpdateLifecycleBody } from '@lims/contract/sample-changes.ts'
import type { Sample } from '@lims/contract/samples.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { insertLifecycleEvent } from './lifecycle-queries.ts'
import { assertReasonToGoBack, assertTransition, statusChange } from './sample-lifecycle.ts'
import { asSample, getSample, lockSample } from './sample-queries.ts'

/**
 * Changes the status of a sample and returns it with the event. Throws `status-transition-invalid` if the lifecycle
 * table does not allow it.
 */
export async function updateLifecycle(
  trx: Transaction,
  { sampleId, newStatus: to, notes }: UpdateLifecycleBody,
  actor: Actor,
): Promise<{ sample: Sample; eventId: number }> {
  const sample = await lockSample(trx, sampleId)

  assertTransition(sample, to)
  assertReasonToGoBack(actor, [{ from: sample.status, to }])
  const change = { sampleId: sample.id, from: sample.status, to, via: 'table', notes } as const
  const eventId = await insertLifecycleEvent(trx, change, actor)
  await saveAuditEvent(
    trx,
    {
      action: 'sample.update-lifecycle',
      entityId: sample.id,
      ...statusChange({ ...change, version: sample.version + 1 }),
    },
    actor,
  )
  return { sample: asSample(await getSample(trx, sample.id)), eventId }
}
