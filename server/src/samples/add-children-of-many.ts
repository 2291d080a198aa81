import type { AddChildrenBody, AddChildrenReply, UndoAddChildrenBody } from '@lims/contract/sample-bulk.ts'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { addChildren } from './add-children.ts'
import { lockExistingSamples, lockSamples } from './lock-samples-queries.ts'
import { selectSamplesById } from './sample-queries.ts'
import { afterChangesOf } from './sample-write-queries.ts'
import { undoAddChildren } from './undo-add-children.ts'

/**
 * Gives each of many parents the same children, all or none. Locks the parents first, and then the names of one batch
 * after the other, always in the order of their ids, so that requests that share parents or batches wait for each other
 * instead of deadlocking. Throws what `addChildren` throws, for the first parent that is refused.
 */
export async function addChildrenOfMany(
  trx: Transaction,
  { parentSampleIds, ...share }: AddChildrenBody,
  requested: Actor,
): Promise<Omit<AddChildrenReply, 'success'>> {
  await lockSamples(trx, parentSampleIds, { consequence: 'No child was created.', field: 'parentSampleIds' })
  // All events of a request have one time.
  const actor = await afterChangesOf(trx, parentSampleIds, requested)
  const childrenOf = new Map<string, AddChildrenReply['samples']>()
  const parents = await selectSamplesById(trx, parentSampleIds)
  for (const { id: parentSampleId } of parents.sort((a, b) => a.batch_id.localeCompare(b.batch_id))) {
    const children = await addChildren(trx, { ...share, parentSampleId }, actor)
    childrenOf.set(
      parentSampleId,
      children.map(({ id, name, alias, status }) => ({ id, name, alias, status })),
    )
  }
  const creations = parentSampleIds.map((id) => ({ parentSampleId: id, children: childrenOf.get(id) ?? [] }))
  const samples = creations.flatMap(({ children }) => children)
  return {
    count: samples.length,
    samples,
    undo: {
      creations: creations.map(({ parentSampleId, children }) => ({
        parentSampleId,
        childIds: children.map(({ id }) => id),
      })),
    },
  }
}

/** Undoes creations of children, all or none. Locks all of them first. Throws what `undoAddChildren` throws. */
export async function undoAddChildrenOfMany(
  trx: Transaction,
  { creations }: UndoAddChildrenBody,
  actor: Actor,
  may: { mayDelete: boolean },
): Promise<number> {
  await lockExistingSamples(
    trx,
    creations.flatMap(({ parentSampleId, childIds }) => [parentSampleId, ...childIds]),
  )
  let count = 0
  for (const creation of creations) count += (await undoAddChildren(trx, creation, actor, may)).count
  return count
}
