import { formatCount } from '@lims/contract/format-count.ts'
import { formatSeries } from '@lims/contract/format-series.ts'
import type { PositionNumbers } from '@lims/contract/imports.ts'
import type { Cell } from '@lims/contract/positions.ts'
import { nameAsScanned } from '@lims/contract/storage-code.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Db } from '../db/database.ts'
import type { Place } from '../storage/placement-queries.ts'
import { axesOf, cellLabel } from '../storage/resolve-cell.ts'
import { findCell } from './find-cell.ts'
import { type KnownBox, listBoxes, listContents } from './import-queries.ts'
import type { ImportRow } from './import-row.ts'
import type { PlaceReference } from './place-reference.ts'
import type { ProblemList } from './problem-list.ts'

/** A free cell for a new sample. */
export type FoundPlace = Place & {
  /** The cell as people read it: B4 of Box 3. */
  label: string
  /** The cell with the storages around it: Freezer 1 › Rack A › Box 3 › B4. */
  path: string
}
/** The cell of each row that has one, by the id of its new sample. */
export type Places = Map<string, FoundPlace>

/** Finds the cell of each row. Reports boxes and cells that are not found, and cells that are not free. */
export async function findPlaces(
  db: Db,
  rows: readonly ImportRow[],
  { positionNumbers }: { positionNumbers: PositionNumbers | undefined },
  problems: ProblemList,
): Promise<Places> {
  const boxes = await findBoxes(db, rows, problems)
  const places: Places = new Map()
  const firstOf = new Map<string, ImportRow>()
  for (const row of rows) {
    const box = row.place && boxes.get(referenceKey(row.place))
    if (!row.place || !box) continue
    const { fields, position } = row.place
    const cell = findCell(position, { ...axesOf(box), name: box.alias }, positionNumbers)
    if ('problem' in cell) {
      problems.add(row.number, fields.position, cell.problem)
      continue
    }
    const place = placeIn(box, cell)
    const first = firstOf.get(cellKey(place))
    if (first) problems.add(row.number, fields.position, `${place.label} is the place of row ${first.number}`)
    else firstOf.set(cellKey(place), row)
    places.set(row.id, place)
  }
  for (const { content, ...cell } of await listContents(db, [...places.values()])) {
    const row = firstOf.get(cellKey(cell))
    const place = row && places.get(row.id)
    if (place) problems.add(row.number, row.place?.fields.position ?? null, `${place.label} holds ${content}`)
  }
  return places
}

const cellKey = ({ storageId, row, column }: Place) => `${storageId} ${row} ${column}`
const referenceKey = ({ around, box }: PlaceReference) => JSON.stringify([...around, box])

function placeIn(box: KnownBox, cell: Cell): FoundPlace {
  const label = cellLabel(cell, box)
  return {
    ...cell,
    storageId: box.id,
    label: `${label} of ${box.alias}`,
    path: joinPath([...box.names, label]),
  }
}

/** Returns the boxes that the rows mean, by `referenceKey`. Reports one that is not found once, with its first row. */
async function findBoxes(db: Db, rows: readonly ImportRow[], problems: ProblemList) {
  const wanted = rows.flatMap(({ number, place }) => (place ? [{ number, place }] : []))
  if (wanted.length === 0) return new Map<string, KnownBox>()
  const named = Map.groupBy(
    await listBoxes(db, [...new Set(wanted.map(({ place }) => place.box))]),
    ({ reference }) => reference,
  )
  const boxes = new Map<string, KnownBox>()
  for (const [key, [first, ...others]] of Map.groupBy(wanted, ({ place }) => referenceKey(place))) {
    if (!first) continue
    const box = chooseBox(first.place, named.get(first.place.box) ?? [])
    if (!('problem' in box)) boxes.set(key, box)
    else {
      const more = others.length > 0 ? ` (also ${formatCount(others.length, 'other row')})` : ''
      problems.add(first.number, first.place.fields.box, box.problem + more)
    }
  }
  return boxes
}

const maxNamedPaths = 3

function chooseBox({ around }: PlaceReference, named: readonly KnownBox[]): KnownBox | { problem: string } {
  if (named.length === 0) return { problem: 'is not a box that exists: create it under Storage first' }
  const matching = named.filter(({ names }) => isAround(around, names.slice(0, -1)))
  const [only, second] = matching
  if (only && !second) return only
  const paths = (boxes: readonly KnownBox[]) =>
    formatSeries(boxes.slice(0, maxNamedPaths).map(({ names }) => joinPath(names)))
  return only
    ? {
        problem: `is the name of ${matching.length} boxes, such as ${paths(matching)}: choose columns for the freezer and the rack, or write the code of the label of the box`,
      }
    : { problem: `is not in ${joinPath(around)}; there is ${paths(named)}` }
}

/** Whether storages with these names are around a box, in this order, perhaps with others between them. */
function isAround(around: readonly string[], names: readonly string[]): boolean {
  const left = around.map(nameAsScanned)
  for (const name of names) if (left[0] === nameAsScanned(name)) left.shift()
  return left.length === 0
}
