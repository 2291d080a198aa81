import { errorTexts } from '@lims/contract/errors.ts'
import type { AddSampleBody } from '@lims/contract/sample-changes.ts'
import type { Sample } from '@lims/contract/samples.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { insertLifecycleEvent } from './lifecycle-queries.ts'
import { asSample, getSample } from './sample-queries.ts'
import { insertSample, shareLockBatch } from './sample-write-queries.ts'

/**
 * Creates a sample in a batch. If its status is not UNKNOWN, records a lifecycle event for it. Throws
 * `batch-not-found`.
 */
export async function addSample(trx: Transaction, body: AddSampleBody, actor: Actor): Promise<Sample> {
  if (!(await shareLockBatch(trx, body.batchId))) {
    throw new DomainError('batch-not-found', errorTexts.batchNotFound, 'batchId')
  }
  const id = await insertSample(trx, body, actor)
  if (body.status !== 'UNKNOWN') {
    await insertLifecycleEvent(
      trx,
      { sampleId: id, from: null, to: body.status, via: 'table', notes: undefined },
      actor,
    )
  }
  const sample = asSample(await getSample(trx, id))
  const { metadata, ...after } = sample
  await saveAuditEvent(trx, { action: 'sample.create', entityId: id, after }, actor)
  return sample
}
