import { errorTexts } from '@lims/contract/errors.ts'
import type { AssociateSampleBody, SampleLocation } from '@lims/contract/sample-location.ts'
import type { Actor } from '../audit/actor.ts'
import { type AuditEvent, saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { lockSample } from '../samples/sample-queries.ts'
import {
  deleteSamplePlaces,
  findContentName,
  findSamplePlace,
  holdCells,
  insertPlacement,
} from './placement-queries.ts'
import { pathOf, readLocation } from './sample-location.ts'
import { getStorage } from './storage-queries.ts'
import { labelOf, wantedCell } from './wanted-cell.ts'
import { wordRefusal } from './word-refusal.ts'

/** Puts a sample into a cell. One that is stored already is refused, or moved when `mayMove`. */
export async function placeSample(
  trx: Transaction,
  { sampleId, storageId, ...wanted }: AssociateSampleBody,
  { mayMove }: { mayMove: boolean },
  actor: Actor,
): Promise<SampleLocation> {
  const sample = await lockSample(trx, sampleId)
  if (!sample) throw new DomainError('sample-not-found', errorTexts.sampleNotFound)
  const storage = await getStorage(trx, storageId)
  const place = { storageId, ...wantedCell(wanted, storage) }

  const present = await findSamplePlace(trx, sample.id)
  const before = present && (await pathOf(trx, present))
  if (present && !mayMove) {
    throw new DomainError('already-stored', `${sample.name} is in storage already: ${before}.`)
  }
  if (present) {
    await holdCells(trx, [present.storageId, storageId])
    await deleteSamplePlaces(trx, [sample.id])
  }
  if (!(await wordRefusal(insertPlacement(trx, { sampleId: sample.id }, place, actor)))) {
    const holds = (await findContentName(trx, place)) ?? 'another tube'
    throw new DomainError('cell-taken', `${labelOf(place, storage)} of ${storage.alias} holds ${holds}.`)
  }
  const entity = { entityType: 'sample', entityId: sample.id } as const
  const after = { location: await pathOf(trx, place) }
  const event: AuditEvent = before
    ? { action: 'sample.move', ...entity, before: { location: before }, after }
    : { action: 'sample.place', ...entity, after }
  await saveAuditEvent(trx, event, actor)
  return readLocation(trx, sample.id)
}
