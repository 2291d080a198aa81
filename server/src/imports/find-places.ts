import type { ReadingChoices } from '@lims/contract/imports.ts'
import type { Cell } from '@lims/contract/positions.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Db } from '../db/database.ts'
import type { Place } from '../storage/placement-queries.ts'
import { axesOf, cellLabel } from '../storage/resolve-cell.ts'
import { findBoxes, referenceKey } from './find-boxes.ts'
import { findCell } from './find-cell.ts'
import { type KnownBox, listContents } from './import-queries.ts'
import type { ImportRow } from './import-row.ts'
import type { ProblemList } from './problem-list.ts'

/** A free cell for a new sample. */
type FoundPlace = Place & {
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
  { positionNumbers }: ReadingChoices,
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
    const first = firstOf.get(placeKey(place))
    if (first) problems.add(row.number, fields.position, `${place.label} is the place of row ${first.number}`)
    else firstOf.set(placeKey(place), row)
    places.set(row.id, place)
  }
  const cells = [...firstOf.values()].flatMap(({ id }) => places.get(id) ?? [])
  for (const { content, ...cell } of await listContents(db, cells)) {
    const row = firstOf.get(placeKey(cell))
    const place = row && places.get(row.id)
    if (place) problems.add(row.number, row.place?.fields.position ?? null, `${place.label} holds ${content}`)
  }
  return places
}

const placeKey = ({ storageId, row, column }: Place) => `${storageId} ${row} ${column}`

function placeIn(box: KnownBox, cell: Cell): FoundPlace {
  const label = cellLabel(cell, box)
  return {
    ...cell,
    storageId: box.id,
    label: `${label} of ${box.alias}`,
    path: joinPath([...box.names, label]),
  }
}
