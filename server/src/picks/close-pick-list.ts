import type { PickList } from '@lims/contract/picks.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { insertCustodyEvents } from '../samples/custody-queries.ts'
import { lockExistingSamples } from '../samples/lock-samples-queries.ts'
import { listPickItems, releaseWantedItems } from './pick-item-queries.ts'
import { closePickListRow, getPickList, lockOpenPickList } from './pick-queries.ts'

/** Closes a pick list and releases what was not picked. Throws `pick-list-closed` if somebody has closed it before. */
export async function closePickList(trx: Transaction, id: string, actor: Actor): Promise<PickList> {
  await lockOpenPickList(trx, id, 'update')
  await lockExistingSamples(
    trx,
    (await listPickItems(trx, id)).map(({ sample_id }) => sample_id),
  )
  // Read again under the locks: the custody of a tube can be undone from elsewhere, which changes its item.
  const wanted = (await listPickItems(trx, id)).filter(({ state }) => state === 'wanted')
  const released = wanted.filter(({ custody }) => custody === 'RESERVED').map(({ sample_id }) => sample_id)
  await insertCustodyEvents(
    trx,
    released.map((sampleId) => ({ sampleId, from: 'RESERVED', to: 'AVAILABLE' })),
    { via: 'release', pickListId: id },
    actor,
  )
  await releaseWantedItems(trx, id, actor)
  await closePickListRow(trx, id, actor)
  const pickList = await getPickList(trx, id, actor.userId)
  const { picked, 'not-found': notFound } = pickList.counts
  await saveAuditEvents(
    trx,
    [
      {
        action: 'pick-list.close',
        entityId: id,
        before: { isOpen: true },
        after: { isOpen: false, numPicked: picked, numNotFound: notFound, numReleased: wanted.length },
      },
      ...released.map((sampleId) => ({
        action: 'custody.release' as const,
        entityId: sampleId,
        before: { custody: 'RESERVED' },
        after: { custody: 'AVAILABLE', pickList: pickList.name },
      })),
    ],
    actor,
  )
  return pickList
}
