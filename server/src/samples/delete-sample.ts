import { formatCount } from '@lims/contract/format-count.ts'
import type { Actor } from '../audit/actor.ts'
import { assertReason } from '../audit/assert-reason.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { insertDeletion, saveDeletedSample } from '../deletions/deletion-queries.ts'
import { DomainError } from '../errors/domain-error.ts'
import { listSamplePlacesOf } from './sample-place-queries.ts'
import { asSample, lockSample } from './sample-queries.ts'
import { countChildren, deleteSamplesWithPlaces } from './sample-write-queries.ts'

/** Deletes a sample. Throws `sample-has-children`. Returns the id of the deletion, for undo. */
export async function deleteSample(trx: Transaction, id: string, actor: Actor): Promise<string> {
  const sample = await lockSample(trx, id)
  assertReason(actor, 'the sample is deleted')
  const children = await countChildren(trx, sample.id)
  if (children > 0) {
    const what = formatCount(children, 'child sample')
    throw new DomainError('sample-has-children', `${sample.name} has ${what}. Delete the children first.`)
  }

  const place = (await listSamplePlacesOf(trx, [sample.id])).get(sample.id)
  const deletionId = await insertDeletion(trx, { entityType: 'sample', entityId: sample.id }, actor)
  await saveDeletedSample(trx, deletionId, sample.id)
  await deleteSamplesWithPlaces(trx, [sample.id])
  const { metadata, ...before } = asSample(sample)
  const event = {
    action: 'sample.delete',
    entityId: sample.id,
    before: { ...before, ...(place ? { location: place.path } : {}) },
    after: { deletionId },
  } as const
  await saveAuditEvent(trx, event, actor)
  return deletionId
}
