import { succeeded } from '@lims/contract/success.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { insertCustodyEvents } from '../samples/custody-queries.ts'
import { findAndLockSample } from '../samples/sample-queries.ts'
import { listPickItems } from './pick-item-queries.ts'
import { getPickList, lockOpenPickList } from './pick-queries.ts'
import { itemOf } from './pick-tube.ts'

type Body = { pickListId: string; sampleId: string; reason: string }

/**
 * Reports that a wanted tube is not in its place: it becomes missing. Throws `not-on-pick-list`, `already-picked`,
 * `pick-list-closed` and `pick-changed-since`.
 */
export async function reportNotFound(trx: Transaction, { pickListId, sampleId, reason }: Body, actor: Actor) {
  const list = await lockOpenPickList(trx, pickListId, 'share')
  const sample = await findAndLockSample(trx, sampleId)
  const [item] = await listPickItems(trx, pickListId, sampleId)
  if (!item) throw new DomainError('not-on-pick-list', 'This sample is not on the list.', 'sampleId')
  if (item.state === 'picked') {
    throw new DomainError(
      'already-picked',
      `${item.sample_name} (${item.tube_id}) was picked already by ${item.changed_by_name}.`,
    )
  }
  if (item.state !== 'wanted') {
    throw new DomainError(
      'pick-changed-since',
      item.state === 'not-found'
        ? `${item.sample_name} (${item.tube_id}) was reported missing already by ${item.changed_by_name}.`
        : `${item.sample_name} (${item.tube_id}) was left out of this list.`,
    )
  }
  if (!sample) throw new DomainError('sample-not-found', `${item.sample_name} (${item.tube_id}) was deleted.`)

  const change = { sampleId, from: 'RESERVED' as const, to: 'MISSING' as const }
  const events = await insertCustodyEvents(trx, [change], { via: 'pick', pickListId, reason }, actor)
  await saveAuditEvent(
    trx,
    {
      action: 'custody.pick-not-found',
      entityId: sampleId,
      before: { custody: 'RESERVED' },
      after: { custody: 'MISSING', pickList: list.name },
    },
    { ...actor, reason: reason || undefined },
  )
  return {
    ...succeeded,
    pickList: await getPickList(trx, pickListId, actor.userId),
    item: { ...itemOf(sample, 'not-found'), eventId: events.get(sampleId) ?? 0 },
  }
}
