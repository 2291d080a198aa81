import { isDeepStrictEqual } from 'node:util'
import type { ReportNotFoundBody } from '@lims/contract/picks.ts'
import { succeeded } from '@lims/contract/success.ts'
import { asOneLine } from '@lims/contract/text.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { insertCustodyEvents } from '../samples/custody-queries.ts'
import { listNamesAbove } from '../samples/sample-place-queries.ts'
import { findAndLockSample, type SampleRow } from '../samples/sample-queries.ts'
import { listPickItems, type PickItemRow } from './pick-item-queries.ts'
import { getPickList, lockOpenPickList } from './pick-queries.ts'
import { findPathOfSample, itemOf, named } from './pick-tube.ts'

/**
 * Reports that a wanted tube is not in its place: it becomes missing. Throws `not-on-pick-list`, `already-picked`,
 * `pick-list-closed`, `pick-changed-since`, and `moved-meanwhile` if it is not where the person has looked for it.
 */
export async function reportNotFound(
  trx: Transaction,
  { pickListId, sampleId, reason, expected }: ReportNotFoundBody,
  actor: Actor,
) {
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

  if (expected && !(await isWhereSeen(trx, item, expected))) throw await movedSince(trx, sample)

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

async function isWhereSeen(
  trx: Transaction,
  item: PickItemRow,
  seen: NonNullable<ReportNotFoundBody['expected']>,
): Promise<boolean> {
  const { storage_id, row_coordinate, column_coordinate } = item
  if (storage_id === null) return seen.storageId <= 0
  const isInCell =
    storage_id === seen.storageId &&
    row_coordinate === seen.rowCoordinate &&
    column_coordinate === seen.columnCoordinate
  if (!isInCell || !seen.path) return isInCell
  const names = (await listNamesAbove(trx, [storage_id])).get(storage_id) ?? []
  return isDeepStrictEqual(asShown(names), asShown(seen.path))
}

/** Requests are composed; names that were entered before may not be. */
const asShown = (names: readonly string[]): string[] => names.map(asOneLine)

async function movedSince(trx: Transaction, sample: SampleRow) {
  const path = await findPathOfSample(trx, sample.id)
  const place = path ? `in ${path}` : 'not in storage'
  return new DomainError(
    'moved-meanwhile',
    `${named(sample)} is ${place} by now. It was not reported; please look again.`,
  )
}
