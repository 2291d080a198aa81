import type { AddChildBody } from '@lims/contract/sample-changes.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { takeOff, toMillilitres, toNanolitres, tooLittleVolume } from '@lims/contract/volume.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent, saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { childNames } from './child-names.ts'
import { asSample, listChildren, lockSample, type SampleRow } from './sample-queries.ts'
import {
  afterChangesOf,
  insertChildren,
  listTakenNames,
  saveChildCounts,
  takeVolume,
} from './sample-write-queries.ts'

/**
 * Creates child samples. Locks the parent, so that concurrent requests never produce the same name and never take the
 * same volume. Throws `volume-too-small` if the parent holds less than what is taken off it, and `parent-is-child`.
 */
export async function addChildren(trx: Transaction, body: AddChildBody, requested: Actor): Promise<Sample[]> {
  const { count, type, volume } = body
  const parent = await lockSample(trx, body.parentSampleId, 'parentSampleId')
  const actor = await afterChangesOf(trx, [parent.id], requested)
  if (parent.parent_sample_id) {
    throw new DomainError(
      'parent-is-child',
      `${parent.name} is itself a child sample and cannot have children.`,
    )
  }

  const lastNumber = parent.child_counts[type] ?? 0
  const { names, last } = await nextFreeNames(trx, parent, { type, count, lastNumber })
  // An aliquot is material that was thawed with its parent. What is extracted from it was never frozen.
  const isAliquot = type === parent.type
  const thawCount = isAliquot ? parent.thaw_count : 0
  const inserted = await insertChildren(
    trx,
    parent,
    { names, type, volumeNl: toNanolitres(volume), thawCount, isAliquot },
    actor,
  )
  const ids = new Set(inserted)
  await saveChildCounts(trx, new Map([[parent.id, { ...parent.child_counts, [type]: last }]]))
  const children = (await listChildren(trx, parent.id)).filter(({ id }) => ids.has(id)).map(asSample)
  if (volume > 0) await auditVolumes(trx, children, actor)
  if (body.takeFromParent) await takeFromParent(trx, parent, body, actor)
  // The last event: whatever has a later one was changed after the creation, which cannot be undone then.
  await saveAuditEvent(
    trx,
    {
      action: 'sample.add-child',
      entityId: parent.id,
      after: { type, ids: inserted, names, ...(thawCount > 0 && { thawCount }), ...givenVolumes(body) },
    },
    actor,
  )
  return children
}

const givenVolumes = ({ volume, takeFromParent, loss }: AddChildBody) => ({
  ...(volume > 0 ? { volume } : {}),
  ...(takeFromParent ? { takeFromParent, loss } : {}),
})

/**
 * Saves an event of each child that starts with a volume, because the event of their creation belongs to the parent.
 */
function auditVolumes(trx: Transaction, children: readonly Sample[], actor: Actor) {
  return saveAuditEvents(
    trx,
    children.map(({ metadata, ...after }) => ({
      action: 'sample.create',
      entityId: after.id,
      after,
    })),
    actor,
  )
}

async function takeFromParent(trx: Transaction, parent: SampleRow, share: AddChildBody, actor: Actor) {
  const before = toMillilitres(parent.volume_nl)
  const { takenNl, leftNl } = takeOff(before, share)
  if (leftNl < 0) {
    throw new DomainError('volume-too-small', tooLittleVolume(parent.name, before, share), 'volume')
  }
  if (takenNl === 0) return
  const version = await takeVolume(trx, parent.id, takenNl, actor.at)
  await saveAuditEvent(
    trx,
    {
      action: 'sample.take-volume',
      entityId: parent.id,
      before: { volume: before },
      after: { volume: toMillilitres(leftNl), version },
    },
    actor,
  )
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
