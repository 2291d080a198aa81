import type { ReplyOf } from '@lims/contract/endpoint.ts'
import { formatNumber } from '@lims/contract/format-count.ts'
import type { PickBox, PickItem, PickList, picksApi } from '@lims/contract/picks.ts'
import { pathTextOf } from '../../entities/storage/path-text.ts'
import { isPending, type QueuedScan } from '../../features/scanning/scan-list.ts'
import { codesOfScan } from '../../features/scanning/scanned-code.ts'

export type PickListContent = ReplyOf<typeof picksApi.get>

/** Shows the tubes whose scans have no reply yet as picked, so that the walk goes on without a connection. */
export function withKeptScans(items: PickItem[], scans: readonly QueuedScan[]): PickItem[] {
  const codes = new Set(scans.filter(isPending).flatMap(({ readings }) => codesOfScan(readings)))
  const isScanned = (item: PickItem) => codesOf(item).some((own) => codes.has(own))
  if (codes.size === 0) return items
  return items.map((item) => (isWanted(item) && isScanned(item) ? { ...item, state: 'picked' } : item))
}

const codesOf = ({ tubeId, sampleId, name }: PickItem) =>
  [tubeId, sampleId, name].map((code) => code.toLowerCase())

/** Returns a function that says whether a scan is of a tube that is picked. */
export function scansOfPicked(items: readonly PickItem[]): (scan: QueuedScan) => boolean {
  const codes = new Set(items.filter(({ state }) => state === 'picked').flatMap(codesOf))
  return ({ readings }) => codesOfScan(readings).some((code) => codes.has(code))
}

/** A box of the walk with the tubes of the list in it; without a box, those that are not in storage. */
export type Stop = { box: PickBox | undefined; items: PickItem[] }

/** Groups the tubes of a list by box, in the order of the walk. Those that were left out are not part of it. */
export function stopsOf({ boxes, items }: Pick<PickListContent, 'boxes' | 'items'>): Stop[] {
  const byBox = new Map<number | null, Stop>(boxes.map((box) => [box.storageId, { box, items: [] }]))
  byBox.set(null, { box: undefined, items: [] })
  for (const item of items) {
    if (item.state !== 'left-out') byBox.get(item.storageId)?.items.push(item)
  }
  return [...byBox.values()].filter((stop) => stop.items.length > 0)
}

export const isWanted = ({ state }: PickItem): boolean => state === 'wanted'
const hasWanted = ({ items }: Stop): boolean => items.some(isWanted)

/**
 * Returns the stop to show: the one that the person has chosen while it has tubes to pick, else the next one after it
 * with some, else the first with some, else the chosen or the first one.
 */
export function currentStop(stops: readonly Stop[], chosen: number | null | undefined): Stop | undefined {
  const at = stops.findIndex(({ box }) => (box?.storageId ?? null) === chosen)
  return stops.slice(Math.max(at, 0)).find(hasWanted) ?? stops.find(hasWanted) ?? stops[at] ?? stops[0]
}

/** How many tubes of a list there are to pick, and how many are done. */
export function progressOf({
  wanted,
  picked,
  'not-found': notFound,
  released,
}: PickListContent['pickList']['counts']) {
  return { done: picked + notFound, total: wanted + picked + notFound + released }
}

/** 'Freezer 1 › Rack A › Box 03' */
export const pathOf = (box: PickBox | undefined): string => (box ? pathTextOf(box.path) : 'Not in storage')

/** '18 picked, 2 not found' */
export function outcomeOf(counts: PickList['counts']): string {
  const parts = [
    `${formatNumber(counts.picked)} picked`,
    counts['not-found'] > 0 && `${formatNumber(counts['not-found'])} not found`,
    counts.released > 0 && `${formatNumber(counts.released)} released`,
    counts['left-out'] > 0 && `${formatNumber(counts['left-out'])} left out`,
  ]
  return parts.filter(Boolean).join(', ')
}
