import type { UndoAddChildBody } from '@lims/contract/sample-changes.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { takeOff, toMillilitres } from '@lims/contract/volume.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent, saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { assertOwnCreation } from '../sessions/refusals.ts'
import {
  type ChildCreation,
  findChildCreation,
  type LaterChange,
  listLaterChanges,
} from './child-creation-queries.ts'
import { asSample, getSample, listChildren, lockSample, type SampleRow } from './sample-queries.ts'
import { deleteUnplacedSamples, lockFamily, takeVolume } from './sample-write-queries.ts'

/**
 * Undoes one creation of children: deletes them and gives back what was taken off their parent. Throws
 * `children-not-found`, `children-changed-since` if anything has happened to a child, or if the volume of the parent
 * was entered anew, and `permission-denied` for another person's creation without `mayDelete`, as it deletes samples.
 */
export async function undoAddChildren(
  trx: Transaction,
  { parentSampleId, childIds }: UndoAddChildBody,
  actor: Actor,
  { mayDelete }: { mayDelete: boolean },
): Promise<{ count: number; parent: Sample }> {
  await lockFamily(trx, parentSampleId)
  const parent = await lockSample(trx, parentSampleId, 'parentSampleId')
  const creation = await findChildCreation(trx, parent.id, childIds)
  if (!creation) {
    throw new DomainError('children-not-found', `No request created these children of ${parent.name}.`)
  }
  assertOwnCreation(creation, actor, { mayDelete, what: 'created these children', records: 'samples' })
  if (creation.isUndone) {
    throw new DomainError('children-changed-since', 'The creation of these children was undone already.')
  }
  const changes = await listLaterChanges(trx, parent.id, creation)
  const obstacle = changes.find(({ what }) => what !== 'volume' || creation.takeFromParent)
  if (obstacle) throw new DomainError('children-changed-since', `Nothing was undone: ${describe(obstacle)}.`)

  await deleteChildren(trx, parent.id, creation, actor)
  if (creation.takeFromParent) await giveBack(trx, parent, creation, actor)
  const { type, ids, names } = creation
  await saveAuditEvent(
    trx,
    {
      action: 'sample.undo-add-child',
      entityId: parent.id,
      before: { type, ids, names },
      after: { ids: [] },
    },
    actor,
  )
  return { count: ids.length, parent: asSample(await getSample(trx, parent.id)) }
}

function describe({ name, what, personName }: LaterChange): string {
  switch (what) {
    case 'child':
      return `${personName} has changed ${name} since`
    case 'label':
      return `a label of ${name} was printed`
    case 'volume':
      return `${personName} has changed the volume of ${name} since`
  }
}

/** They were never used, so no deletion is kept: restoring one would bring back volume that the parent has again. */
async function deleteChildren(trx: Transaction, parentId: string, { ids }: ChildCreation, actor: Actor) {
  const children = (await listChildren(trx, parentId)).filter(({ id }) => ids.includes(id)).map(asSample)
  await deleteUnplacedSamples(trx, ids)
  await saveAuditEvents(
    trx,
    children.map(({ metadata, ...before }) => ({
      action: 'sample.delete',
      entityId: before.id,
      before,
      after: { isCreationUndone: true },
    })),
    actor,
  )
}

async function giveBack(trx: Transaction, parent: SampleRow, creation: ChildCreation, actor: Actor) {
  const before = toMillilitres(parent.volume_nl)
  const share = { count: creation.ids.length, volume: creation.volume ?? 0, loss: creation.loss ?? 0 }
  const { takenNl } = takeOff(before, share)
  if (takenNl === 0) return
  const version = await takeVolume(trx, parent.id, -takenNl, actor.at)
  await saveAuditEvent(
    trx,
    {
      action: 'sample.return-volume',
      entityId: parent.id,
      before: { volume: before },
      after: { volume: toMillilitres(parent.volume_nl + takenNl), version },
    },
    actor,
  )
}
