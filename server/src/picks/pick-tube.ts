import { type Custody, noThawCounted } from '@lims/contract/custody.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import type { PickBody, PickItemState, PickList, PickReply } from '@lims/contract/picks.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import { nameAsScanned, parseStorageCode } from '@lims/contract/storage-code.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import { describeChange } from '../custody/describe-change.ts'
import { insertOverLimit, listFrozen } from '../custody/thaw-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { assertNoLaterChange } from '../samples/assert-no-later-change.ts'
import { auditThawedChildren } from '../samples/audit-thawed-children.ts'
import { insertCustodyEvents, listMissingFromQuarantine } from '../samples/custody-queries.ts'
import { listSamplePlacesOf } from '../samples/sample-place-queries.ts'
import { findAndLockSampleByIdentifier, type SampleRow } from '../samples/sample-queries.ts'
import { madeAt, type ScanningActor, scannedBefore, scanTime } from '../samples/scan-time.ts'
import { findPath } from '../storage/storage-queries.ts'
import { listPickItems, type PickItemRow } from './pick-item-queries.ts'
import { getPickList, lockOpenPickList } from './pick-queries.ts'
import { listWalk } from './read-pick-list.ts'
import { findWantedBy } from './reservability-queries.ts'

/**
 * Picks the tube with this code, which checks it out, or finds the box of a storage's label. A tube that was reported
 * missing or has been put back is reserved for the list again first. A tube that is picked after the expected return of
 * the list gets no expected return. A pick over the limit of freeze-thaw cycles waits for the confirmation of another
 * person. Throws `sample-not-found`, `not-on-pick-list`, `already-picked`, `not-reservable`, `storage-not-found`,
 * `storage-label-scanned` and `pick-list-closed`.
 */
export async function pickTube(
  trx: Transaction,
  { pickListId, code, ...sent }: PickBody,
  { thawLimits }: { thawLimits: ReadonlyMap<SampleType, number> },
  actor: ScanningActor,
): Promise<PickReply> {
  await lockOpenPickList(trx, pickListId, 'share')
  const storageId = parseStorageCode(code)
  if (storageId !== undefined) return findScannedBox(trx, pickListId, storageId)
  const sample = await findAndLockSampleByIdentifier(trx, code)
  if (!sample) {
    const box = await findBoxByName(trx, pickListId, code)
    if (box) return box
    throw new DomainError('sample-not-found', `No sample with tube ID ${code}.`, 'code')
  }
  const pickList = await getPickList(trx, pickListId, actor.userId)
  const [item] = await listPickItems(trx, pickListId, sample.id)
  if (!item || item.state === 'left-out') throw await notOnList(trx, sample, item)
  if (item.state === 'picked') {
    throw new DomainError('already-picked', `${named(sample)} was picked already by ${item.changed_by_name}.`)
  }
  await assertPickable(trx, sample, item)
  const late = { scannedAt: sent.scannedAt, isTaking: true, placed: [sample.id] }
  await assertNoLaterChange(trx, [sample.id], late, actor)

  const at = scanTime(sent, actor)
  const made = madeAt(sent, at, actor)
  const isReturnPast = pickList.expectedReturnAt !== null && new Date(pickList.expectedReturnAt) < made
  const expectedReturnAt = isReturnPast ? null : pickList.expectedReturnAt
  const frozen = pickList.thawed ? await listFrozen(trx, [sample.id], scannedBefore(made, actor)) : undefined
  const isThawed = frozen?.has(sample.id) ?? false
  const taken = { thawed: isThawed, madeAt: made }
  const eventId = await checkOut(trx, sample, { ...pickList, expectedReturnAt }, taken, { ...actor, at })
  const thawLimit = thawLimits.get(sample.type)
  const isOver = isThawed && thawLimit !== undefined && sample.thaw_count >= thawLimit
  if (isOver) {
    const over = { eventId, sampleId: sample.id, thawCount: sample.thaw_count + 1, thawLimit }
    await insertOverLimit(trx, [over], actor)
  }
  await saveAuditEvent(
    trx,
    {
      action: 'custody.pick',
      entityId: sample.id,
      before: { custody: sample.custody },
      after: {
        custody: 'CHECKED_OUT',
        pickList: pickList.name,
        ...(pickList.purpose ? { eventNotes: pickList.purpose } : {}),
        ...(expectedReturnAt ? { expectedReturnAt } : {}),
        ...(isThawed ? { thawed: true } : {}),
        ...scannedBefore(at, actor),
      },
    },
    actor,
  )
  if (isThawed) await auditThawedChildren(trx, [eventId], actor)
  return {
    ...succeeded,
    outcome: 'picked',
    pickList: await getPickList(trx, pickListId, actor.userId),
    item: { ...itemOf(sample, 'picked'), eventId },
    note: [
      sample.custody === 'MISSING' ? `It had been ${describeChange('MISSING', item.custody_by_name)}.` : '',
      isOver
        ? `It was thawed ${formatCount(sample.thaw_count, 'time')}, and the limit of ${displayName(sample.type)} is ${thawLimit}: another person has to confirm it.`
        : '',
      pickList.thawed && !isThawed ? noThawCounted : '',
      isReturnPast ? 'The expected return of this list is past: this tube has none.' : '',
    ]
      .filter(Boolean)
      .join(' '),
  }
}

export const named = ({ name, alias }: { name: string; alias: string }): string => `${name} (${alias})`

export const itemOf = ({ id, name, alias }: SampleRow, state: PickItemState) => ({
  sampleId: id,
  name,
  tubeId: alias,
  state,
})

/** Throws `not-reservable` if the custody of the sample, changed by others, keeps it from being picked. */
async function assertPickable(trx: Transaction, sample: SampleRow, item: PickItemRow): Promise<void> {
  const other = item.state === 'wanted' ? null : await findWantedBy(trx, sample.id)
  if (other) {
    throw new DomainError(
      'not-reservable',
      `${named(sample)} is reserved for ${other.personName} on the pick list '${other.name}' by now.`,
    )
  }
  if ((await listMissingFromQuarantine(trx, [sample])).size > 0) {
    throw new DomainError(
      'not-reservable',
      `${named(sample)} was in quarantine when it was reported missing: it has to be released first.`,
    )
  }
  if (['RESERVED', 'AVAILABLE', 'MISSING'].includes(sample.custody)) return
  const custody = describeChange(sample.custody, item.custody_by_name)
  throw new DomainError('not-reservable', `${named(sample)} was ${custody}.`)
}

/** The steps from each custody to a picked tube. Returns the id of the last. */
async function checkOut(
  trx: Transaction,
  sample: SampleRow,
  list: PickList,
  taken: { thawed: boolean; madeAt: Date },
  actor: Actor,
): Promise<number> {
  const step = (from: Custody, to: Custody, details: Parameters<typeof insertCustodyEvents>[2]) =>
    insertCustodyEvents(trx, [{ sampleId: sample.id, from, to }], details, actor)
  if (sample.custody === 'MISSING') await step('MISSING', 'AVAILABLE', { via: 'find' })
  if (sample.custody !== 'RESERVED') {
    await step('AVAILABLE', 'RESERVED', { via: 'reserve', pickListId: list.id })
  }
  const events = await step('RESERVED', 'CHECKED_OUT', {
    via: 'pick',
    purpose: list.purpose || list.name,
    expectedReturnAt: list.expectedReturnAt === null ? undefined : new Date(list.expectedReturnAt),
    ...taken,
    pickListId: list.id,
  })
  return events.get(sample.id) ?? 0
}

/** A tube that is not on the list: where it belongs, and which list wants it. */
async function notOnList(trx: Transaction, sample: SampleRow, item: PickItemRow | undefined) {
  const wantedBy = await findWantedBy(trx, sample.id)
  const path = await findPathOfSample(trx, sample.id)
  const sentences = [
    item
      ? `${named(sample)} was left out of this list${item.reason && `: ${item.reason}`}.`
      : `${named(sample)} is not on this list.`,
    path ? `It belongs in ${path}.` : 'It has no place in storage.',
    wantedBy ? `It is reserved for ${wantedBy.personName} on the pick list '${wantedBy.name}'.` : '',
  ]
  return new DomainError('not-on-pick-list', sentences.filter(Boolean).join(' '))
}

/** Returns 'Freezer 1 › Rack A › Box 03 › B4', or undefined if the sample is not in storage. */
export async function findPathOfSample(trx: Transaction, sampleId: string): Promise<string | undefined> {
  return (await listSamplePlacesOf(trx, [sampleId])).get(sampleId)?.path
}

/** The label of a box, or of a storage around it. */
async function findScannedBox(trx: Transaction, pickListId: string, storageId: number): Promise<PickReply> {
  const walk = await listWantedBoxes(trx, pickListId)
  const box = walk.find(({ ids }) => ids.includes(storageId))
  if (box) return boxReply(box)
  const path = await findPath(trx, storageId)
  if (path === undefined) throw new DomainError('storage-not-found', 'No storage has this code.', 'code')
  throw new DomainError(
    'storage-label-scanned',
    `This is the label of ${path}, not of a tube, and no tube of this list is left in it.`,
    'code',
  )
}

/** Finds the only storage with tubes to pick that has a name; otherwise compares names in the form of a scan field. */
async function findBoxByName(trx: Transaction, pickListId: string, name: string) {
  const walk = await listWantedBoxes(trx, pickListId)
  const listNamed = (formOf: (alias: string) => string) =>
    walk.flatMap((box) =>
      box.path.flatMap((alias, level) =>
        formOf(alias) === formOf(name) ? [{ id: box.ids[level], box }] : [],
      ),
    )
  const exact = listNamed((alias) => alias.toLowerCase())
  const found = exact.length > 0 ? exact : listNamed(nameAsScanned)
  const [first] = found
  return first && found.every(({ id }) => id === first.id) ? boxReply(first.box) : undefined
}

async function listWantedBoxes(trx: Transaction, pickListId: string) {
  const items = await listPickItems(trx, pickListId)
  return listWalk(
    trx,
    items.filter(({ state }) => state === 'wanted'),
  )
}

const boxReply = ({ storageId, path }: { storageId: number; path: string[] }): PickReply => ({
  ...succeeded,
  outcome: 'box',
  storageId,
  message: joinPath(path),
})
