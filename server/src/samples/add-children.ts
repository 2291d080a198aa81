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

/** Derives children from a sample. The parent is held meanwhile, so two people never get one name. */
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

  const madeBefore = parent.child_counts[type] ?? 0
  const { names, last } = await freeNames(trx, parent, { type, count, madeBefore })
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

/** The next names that no sample of the batch has; whoever else makes names in it waits. */
async function freeNames(
  trx: Transaction,
  parent: SampleRow,
  { type, count, madeBefore }: { type: string; count: number; madeBefore: number },
): Promise<{ names: string[]; last: number }> {
  const names: string[] = []
  let last = madeBefore
  while (names.length < count) {
    const next = childNames(parent.name, type, { from: last + 1, count: count - names.length })
    const taken = await listTakenNames(trx, parent.batch_id, next)
    names.push(...next.filter((name) => !taken.has(name.toUpperCase())))
    last += next.length
  }
  return { names, last }
}
