import { formatCount } from '@lims/contract/format-count.ts'
import type { Actor } from '../audit/actor.ts'
import { assertReason } from '../audit/assert-reason.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { insertDeletion, saveDeletedSamples } from '../deletions/deletion-queries.ts'
import { DomainError } from '../errors/domain-error.ts'
import { lockSamples } from './lock-samples-queries.ts'
import { listSamplePlacesOf } from './sample-place-queries.ts'
import { asSample, selectSamplesById } from './sample-queries.ts'
import { countChildrenOutside, deleteSamplesWithPlaces } from './sample-write-queries.ts'

/**
 * Deletes many samples, all or none. Children are deleted only if they are chosen too: otherwise throws
 * `sample-has-children`. Returns the id of the deletion, which restores all of them.
 */
export async function deleteSamples(
  trx: Transaction,
  sampleIds: readonly string[],
  actor: Actor,
): Promise<{ deletionId: string; numSamples: number }> {
  const ids = [...new Set(sampleIds)]
  const [first = ''] = ids
  await lockSamples(trx, ids, { consequence: 'Nothing was deleted.' })
  assertReason(actor, 'the samples are deleted')
  await assertNoChildrenOutside(trx, ids)

  const rows = await selectSamplesById(trx, ids)
  const places = await listSamplePlacesOf(trx, ids)
  const deletionId = await insertDeletion(trx, { entityType: 'sample', entityId: first }, actor)
  await saveDeletedSamples(trx, deletionId, ids)
  await deleteSamplesWithPlaces(trx, ids)
  await saveAuditEvents(
    trx,
    rows.map((row) => {
      const { metadata, ...before } = asSample(row)
      const place = places.get(row.id)
      return {
        action: 'sample.delete',
        entityId: row.id,
        before: { ...before, ...(place ? { location: place.path } : {}) },
        after: { deletionId },
      }
    }),
    actor,
  )
  return { deletionId, numSamples: ids.length }
}

async function assertNoChildrenOutside(trx: Transaction, ids: readonly string[]) {
  const [first, ...others] = await countChildrenOutside(trx, ids)
  if (!first) return
  const children = formatCount(first.children, 'child sample that is', 'child samples that are')
  const other = formatCount(others.length, 'other sample')
  const more = others.length > 0 ? `, and so ${others.length === 1 ? 'has' : 'have'} ${other}` : ''
  throw new DomainError(
    'sample-has-children',
    `${first.name} has ${children} not chosen${more}. Nothing was deleted; choose the children too.`,
  )
}
