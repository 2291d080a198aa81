import type { PickBox, PickItem } from '@lims/contract/picks.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import { storageCode } from '@lims/contract/storage-code.ts'
import { describeChange } from '../custody/describe-change.ts'
import type { Db } from '../db/database.ts'
import { sortForWalk } from '../storage/walk-order.ts'
import {
  type BoxWithPath,
  listBoxPaths,
  listOccupiedCells,
  listPickItems,
  type PickItemRow,
} from './pick-item-queries.ts'
import { getPickList } from './pick-queries.ts'

type WalkBox = BoxWithPath & { door: number }

/** Returns the boxes of these items in the order of the walk: where the tubes are now. */
export async function listWalk(db: Db, items: readonly PickItemRow[]): Promise<WalkBox[]> {
  const ids = new Set(items.flatMap(({ storage_id }) => storage_id ?? []))
  return ids.size === 0 ? [] : sortForWalk(await listBoxPaths(db, [...ids]))
}

/**
 * Returns the boxes of the walk, and after them, with door 0, those that hold only items that were left out of the
 * list.
 */
async function listBoxes(db: Db, rows: readonly PickItemRow[]): Promise<WalkBox[]> {
  const walk = await listWalk(
    db,
    rows.filter((row) => !isLeftOut(row)),
  )
  const walked = new Set<number | null>(walk.map(({ storageId }) => storageId))
  const others = await listWalk(
    db,
    rows.filter((row) => isLeftOut(row) && !walked.has(row.storage_id)),
  )
  return [...walk, ...others.map((box) => ({ ...box, door: 0 }))]
}

const isLeftOut = ({ state }: PickItemRow): boolean => state === 'left-out'

/**
 * Returns a pick list with its items in the order of the walk; those without a place come after them, by name, and
 * those that were left out last.
 */
export async function readPickList(db: Db, id: string, userId: string) {
  const pickList = await getPickList(db, id, userId)
  const rows = await listPickItems(db, id)
  const walk = await listBoxes(db, rows)
  const occupied = await listOccupiedCells(
    db,
    walk.map(({ storageId }) => storageId),
  )
  const boxes = walk.map((box): PickBox => {
    const { storageId, path, door, numberRows, numberColumns, rowPrefix, columnPrefix } = box
    const axes = { numberRows, numberColumns, rowPrefix, columnPrefix }
    return {
      storageId,
      code: storageCode(storageId),
      path,
      door,
      ...axes,
      occupied: occupied.get(storageId) ?? [],
    }
  })
  const boxOf = new Map(walk.map((box) => [box.storageId, box]))
  return {
    pickList,
    boxes,
    doors: Math.max(0, ...walk.map(({ door }) => door)),
    items: sortItems(rows, walk).map((row, index) => asItem(row, index + 1, boxOf)),
  }
}

const byName = new Intl.Collator('en', { numeric: true })

function sortItems(rows: readonly PickItemRow[], walk: readonly WalkBox[]): PickItemRow[] {
  const placeOf = new Map(walk.map(({ storageId }, index) => [storageId, index]))
  const boxOf = ({ storage_id }: PickItemRow) =>
    storage_id === null ? walk.length : (placeOf.get(storage_id) ?? walk.length)
  return rows.toSorted(
    (a, b) =>
      Number(isLeftOut(a)) - Number(isLeftOut(b)) ||
      boxOf(a) - boxOf(b) ||
      (a.row_coordinate ?? 0) - (b.row_coordinate ?? 0) ||
      (a.column_coordinate ?? 0) - (b.column_coordinate ?? 0) ||
      byName.compare(a.sample_name, b.sample_name) ||
      a.sample_id.localeCompare(b.sample_id),
  )
}

function asItem(row: PickItemRow, place: number, boxes: ReadonlyMap<number, WalkBox>): PickItem {
  return {
    place,
    sampleId: row.sample_id,
    name: row.sample_name,
    tubeId: row.tube_id,
    state: row.state,
    reason: row.reason,
    changedAt: row.changed_at.toISOString(),
    changedByName: row.changed_by_name,
    custody: row.custody,
    changedSince: changedSince(row),
    isToPutAway: row.is_to_put_away,
    storageId: row.storage_id,
    rowCoordinate: row.row_coordinate,
    columnCoordinate: row.column_coordinate,
    position: positionOf(row, boxes.get(row.storage_id ?? 0)),
  }
}

function changedSince({ state, custody, custody_by_name }: PickItemRow): string {
  if (state !== 'wanted' || custody === 'RESERVED') return ''
  return custody === null ? 'deleted' : describeChange(custody, custody_by_name)
}

/** Returns the label of the cell of an item, or an empty text without a place. */
function positionOf(
  { row_coordinate, column_coordinate }: Pick<PickItemRow, 'row_coordinate' | 'column_coordinate'>,
  box: WalkBox | undefined,
): string {
  if (!box || row_coordinate === null || column_coordinate === null) return ''
  return positionLabel({ row: row_coordinate, column: column_coordinate }, box)
}
