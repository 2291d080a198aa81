import type { Cell } from '@lims/contract/positions.ts'
import type { GridLayer } from '../grid/grid-layers.ts'
import { type CellKey, cellsOf, contentAt, type GridModel, keyOf } from '../grid/grid-model.ts'

/** The tubes chosen in one storage. A range goes from its anchor to its end, and on from there. */
export type Selection = { storageId: number; keys: ReadonlySet<CellKey>; anchor: Cell; end: Cell }

const holdsTube = (model: GridModel, cell: Cell) => contentAt(model, cell)?.sample !== undefined

/** What was chosen in another storage is let go of. */
const keysIn = (chosen: Selection | undefined, model: GridModel): ReadonlySet<CellKey> =>
  chosen?.storageId === model.storage.id ? chosen.keys : new Set()

export function toggleCell(chosen: Selection | undefined, model: GridModel, cell: Cell): Selection {
  const keys = new Set(keysIn(chosen, model))
  const key = keyOf(cell)
  if (holdsTube(model, cell) && !keys.delete(key)) keys.add(key)
  return { storageId: model.storage.id, keys, anchor: cell, end: cell }
}

/** Every tube in the rectangle to a cell: of the range that ended where this begins, or of a new one. */
export function extendSelection(
  chosen: Selection | undefined,
  model: GridModel,
  from: Cell,
  to: Cell,
): Selection {
  const goesOn = chosen?.storageId === model.storage.id && keyOf(chosen.end) === keyOf(from)
  const anchor = goesOn ? chosen.anchor : from
  const [top, bottom] = [anchor.row, to.row].sort((one, other) => one - other) as [number, number]
  const [left, right] = [anchor.column, to.column].sort((one, other) => one - other) as [number, number]
  const keys = tubesWhere(
    model,
    ({ row, column }) => row >= top && row <= bottom && column >= left && column <= right,
  )
  return { storageId: model.storage.id, keys, anchor, end: to }
}

export const selectAllTubes = (model: GridModel): Selection => ({
  storageId: model.storage.id,
  keys: tubesWhere(model, () => true),
  anchor: { row: 1, column: 1 },
  end: { row: 1, column: 1 },
})

const tubesWhere = (model: GridModel, isWanted: (cell: Cell) => boolean): Set<CellKey> =>
  new Set([...cellsOf(model)].filter((cell) => isWanted(cell) && holdsTube(model, cell)).map(keyOf))

export const selectionLayer = ({ keys }: Selection): GridLayer =>
  new Map([...keys].map((key) => [key, { mark: 'chosen', spoken: 'chosen' }]))
