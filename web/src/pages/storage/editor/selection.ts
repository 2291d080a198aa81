import { type Cell, type CellKey, cellKey, cellOfKey, cellsOf } from '@lims/contract/positions.ts'
import type { GridLayer } from '../grid/grid-layers.ts'
import { contentAt, type GridModel } from '../grid/grid-model.ts'
import { isPickedAt, type PickedTubes } from './picked-tubes.ts'

/**
 * The selected tubes of one storage, as ids by cell. A range runs from its anchor to its end, where it can be extended.
 */
export type Selection = {
  storageId: number
  tubes: ReadonlyMap<CellKey, string>
  anchor: Cell
  end: Cell
}

const tubeAt = (model: GridModel, cell: Cell): string | undefined => {
  const content = contentAt(model, cell)
  return content?.sample && content.contentId
}

/**
 * The cells of this storage whose tube is selected. Another tube that has come into such a cell since is not. A
 * selection in another storage does not count: there is one at a time.
 */
export function selectedCells(selection: Selection | undefined, model: GridModel): ReadonlySet<CellKey> {
  if (selection?.storageId !== model.storage.id) return new Set()
  const isStillThere = ([key, sampleId]: [CellKey, string]) => tubeAt(model, cellOfKey(key)) === sampleId
  return new Set([...selection.tubes].filter(isStillThere).map(([key]) => key))
}

/** Adds the tube of a cell to the selection, or removes it. An empty cell is never selected. */
export function toggleCell(selection: Selection | undefined, model: GridModel, cell: Cell): Selection {
  const keys = new Set(selectedCells(selection, model))
  const key = cellKey(cell)
  if (!keys.delete(key)) keys.add(key)
  return { storageId: model.storage.id, tubes: tubesIn(model, keys), anchor: cell, end: cell }
}

/**
 * Selects every tube in a rectangle up to the cell `to`. It extends the range that ended at `from`, or starts a new one
 * there.
 */
export function extendSelection(
  selection: Selection | undefined,
  model: GridModel,
  from: Cell,
  to: Cell,
): Selection {
  const isSameRange = selection?.storageId === model.storage.id && cellKey(selection.end) === cellKey(from)
  const anchor = isSameRange ? selection.anchor : from
  const [top, bottom] = [Math.min(anchor.row, to.row), Math.max(anchor.row, to.row)]
  const [left, right] = [Math.min(anchor.column, to.column), Math.max(anchor.column, to.column)]
  const cells = cellsOf(model.storage).filter(
    ({ row, column }) => row >= top && row <= bottom && column >= left && column <= right,
  )
  return { storageId: model.storage.id, tubes: tubesIn(model, cells.map(cellKey)), anchor, end: to }
}

export const selectAllTubes = (model: GridModel): Selection => ({
  storageId: model.storage.id,
  tubes: tubesIn(model, cellsOf(model.storage).map(cellKey)),
  anchor: { row: 1, column: 1 },
  end: { row: 1, column: 1 },
})

/**
 * Returns the selection without some tubes, or undefined if none is left. A tube that has moved, and was selected in
 * its new cell since, stays selected.
 */
export function withoutSelected(selection: Selection | undefined, some: PickedTubes): Selection | undefined {
  if (!selection) return undefined
  const isOfSome = isPickedAt(some)
  const left = [...selection.tubes].filter(([key, sampleId]) => !isOfSome(selection.storageId, sampleId, key))
  return left.length > 0 ? { ...selection, tubes: new Map(left) } : undefined
}

/** The tubes of those cells that hold one. */
const tubesIn = (model: GridModel, keys: Iterable<CellKey>): Map<CellKey, string> =>
  new Map(
    [...keys].flatMap((key) => {
      const sampleId = tubeAt(model, cellOfKey(key))
      return sampleId === undefined ? [] : [[key, sampleId] as const]
    }),
  )

export const selectionLayer = (keys: ReadonlySet<CellKey>): GridLayer =>
  new Map([...keys].map((key) => [key, { mark: 'selected', spoken: 'selected' }]))
