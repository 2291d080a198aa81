import { errorTexts } from '@lims/contract/errors.ts'
import type { AddChildBody } from '@lims/contract/sample-changes.ts'
import type { Sample } from '@lims/contract/samples.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { childNames } from './child-names.ts'
import { asSample, listChildren, lockSample, type SampleRow } from './sample-queries.ts'
import { insertChildren, listTakenNames, saveChildCounts } from './sample-write-queries.ts'

/** Creates child samples. Locks the parent, so that concurrent requests never produce the same name. */
export async function addChildren(
  trx: Transaction,
  { parentSampleId, count, type }: AddChildBody,
  actor: Actor,
): Promise<Sample[]> {
  const parent = await lockSample(trx, parentSampleId)
  if (!parent) throw new DomainError('sample-not-found', errorTexts.sampleNotFound, 'parentSampleId')
  if (parent.parent_sample_id) {
    throw new DomainError(
      'parent-is-child',
      `${parent.name} is itself a child sample and cannot have children.`,
    )
  }

  const lastNumber = parent.child_counts[type] ?? 0
  const { names, last } = await nextFreeNames(trx, parent, { type, count, lastNumber })
  const ids = new Set(await insertChildren(trx, parent, { names, type }, actor))
  await saveChildCounts(trx, parent.id, { ...parent.child_counts, [type]: last })
  await saveAuditEvent(
    trx,
    {
      action: 'sample.add-child',
      entityType: 'sample',
      entityId: parent.id,
      after: { type, ids: [...ids], names },
    },
    actor,
  )
  const children = await listChildren(trx, parent.id)
  return children.filter(({ id }) => ids.has(id)).map(asSample)
}

/** Returns the next names that are not used in the batch. Concurrent requests for names in the same batch wait. */
async function nextFreeNames(
  trx: Transaction,
  parent: SampleRow,
  { type, count, lastNumber }: { type: string; count: number; lastNumber: number },
): Promise<{ names: string[]; last: number }> {
  const names: string[] = []
  let last = lastNumber
  while (names.length < count) {
    const next = childNames(parent.name, type, { from: last + 1, count: count - names.length })
    const taken = await listTakenNames(trx, parent.batch_id, next)
    names.push(...next.filter((name) => !taken.has(name.toUpperCase())))
    last += next.length
  }
  return { names, last }
}
