import type { Cell } from '@lims/contract/positions.ts'
import type { GridLayer } from '../grid/grid-layers.ts'
import { type CellKey, cellsOf, contentAt, type GridModel, keyOf } from '../grid/grid-model.ts'

/** The selected tubes of one storage. A range runs from its anchor to its end, where it can be extended. */
export type Selection = { storageId: number; keys: ReadonlySet<CellKey>; anchor: Cell; end: Cell }

const holdsTube = (model: GridModel, cell: Cell) => contentAt(model, cell)?.sample !== undefined

/** The selected cells of this storage. A selection in another storage does not count: there is one at a time. */
const keysIn = (selection: Selection | undefined, model: GridModel): ReadonlySet<CellKey> =>
  selection?.storageId === model.storage.id ? selection.keys : new Set()

/** Adds the tube of a cell to the selection, or removes it. An empty cell is never selected. */
export function toggleCell(selection: Selection | undefined, model: GridModel, cell: Cell): Selection {
  const keys = new Set(keysIn(selection, model))
  const key = keyOf(cell)
  if (holdsTube(model, cell) && !keys.delete(key)) keys.add(key)
  return { storageId: model.storage.id, keys, anchor: cell, end: cell }
}

/** Selects every tube in a rectangle up to the cell `to`. It extends the range that ended at `from`, or starts a new one there. */
export function extendSelection(
  selection: Selection | undefined,
  model: GridModel,
  from: Cell,
  to: Cell,
): Selection {
  const isSameRange = selection?.storageId === model.storage.id && keyOf(selection.end) === keyOf(from)
  const anchor = isSameRange ? selection.anchor : from
  const [top, bottom] = [Math.min(anchor.row, to.row), Math.max(anchor.row, to.row)]
  const [left, right] = [Math.min(anchor.column, to.column), Math.max(anchor.column, to.column)]
  const keys = tubeCells(
    model,
    ({ row, column }) => row >= top && row <= bottom && column >= left && column <= right,
  )
  return { storageId: model.storage.id, keys, anchor, end: to }
}

export const selectAllTubes = (model: GridModel): Selection => ({
  storageId: model.storage.id,
  keys: tubeCells(model, () => true),
  anchor: { row: 1, column: 1 },
  end: { row: 1, column: 1 },
})

const tubeCells = (model: GridModel, isWanted: (cell: Cell) => boolean): Set<CellKey> =>
  new Set([...cellsOf(model)].filter((cell) => isWanted(cell) && holdsTube(model, cell)).map(keyOf))

export const selectionLayer = ({ keys }: Selection): GridLayer =>
  new Map([...keys].map((key) => [key, { mark: 'selected', spoken: 'selected' }]))
