import type { RequestOf } from '@lims/contract/endpoint.ts'
import type { picksApi } from '@lims/contract/picks.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import { undoFindsOfPicks } from '../custody/undo-finds-of-picks.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { auditThawedChildren } from '../samples/audit-thawed-children.ts'
import { insertCustodyUndoEvents, lockChildrenThawedWith } from '../samples/custody-queries.ts'
import { findAndLockSample } from '../samples/sample-queries.ts'
import { findCustodyEvent, listPickItems, type PickItemRow } from './pick-item-queries.ts'
import { getPickList, lockOpenPickList } from './pick-queries.ts'
import { itemOf } from './pick-tube.ts'

type Body = RequestOf<typeof picksApi.undoPick>['body']

/**
 * Undoes the pick of a tube, or the report that it was not found: the list wants it again. A tube that was missing when
 * it was scanned is missing again. Throws `not-on-pick-list` and `pick-changed-since`.
 */
export async function undoPick(
  trx: Transaction,
  { pickListId, sampleId, eventId: meant }: Body,
  actor: Actor,
) {
  await lockOpenPickList(trx, pickListId, 'share')
  const sample = await findAndLockSample(trx, sampleId)
  const [item] = await listPickItems(trx, pickListId, sampleId)
  if (!item) throw new DomainError('not-on-pick-list', 'This sample is not on the list.', 'sampleId')
  const lastId = sample?.custody_event_id
  const event = lastId ? await findCustodyEvent(trx, lastId) : undefined
  if (!sample || event?.via !== 'pick' || event.pick_list_id !== pickListId || (meant && meant !== event.id))
    throw changedSince(item)
  const { id: eventId, from_custody: from, to_custody: to } = event
  const thawed = await lockChildrenThawedWith(trx, [eventId])
  await insertCustodyUndoEvents(trx, [{ sampleId, eventId, from, to }], actor)
  const { name } = await getPickList(trx, pickListId, actor.userId)
  await saveAuditEvent(
    trx,
    {
      action: 'custody.undo-pick',
      entityId: sampleId,
      before: { custody: sample.custody },
      after: { custody: from, pickList: name },
    },
    actor,
  )
  await auditThawedChildren(trx, [eventId], actor, thawed)
  const isMissing = (await undoFindsOfPicks(trx, [eventId], actor)).has(sampleId)
  const pickList = await getPickList(trx, pickListId, actor.userId)
  return { ...succeeded, pickList, item: itemOf(sample, isMissing ? 'not-found' : 'wanted') }
}

const changedSince = ({ sample_name, tube_id }: PickItemRow) =>
  new DomainError('pick-changed-since', `${sample_name} (${tube_id}) has changed since. Nothing was undone.`)
