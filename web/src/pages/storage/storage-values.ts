import { parsePositionLabel } from '@lims/contract/positions.ts'
import { defaultAxes, type Storage, StorageInput } from '@lims/contract/storage.ts'
import type { Conflicts } from '../../forms/merge-saved-changes.ts'
import { firstFreeCell } from './cell-select.tsx'

/** The values of the storage forms. */
export type StorageValues = {
  alias?: string | undefined
  type?: Storage['type'] | undefined
  /** 0: top level. */
  parentID?: number | undefined
  /** The label of a cell of the parent; empty for the first free one. */
  cell: string
  numberRows?: number | null | undefined
  numberColumns?: number | null | undefined
  rowPrefix: string
  columnPrefix: string
  nominalTemperatureC?: number | null | undefined
}

/** The initial values of a new storage. */
export const newStorage = (parentID?: number): StorageValues => ({
  alias: '',
  ...(parentID !== undefined && { parentID }),
  cell: firstFreeCell,
  numberRows: 1,
  numberColumns: 1,
  ...defaultAxes,
  nominalTemperatureC: null,
})

export const valuesOf = (storage: Storage): StorageValues => ({
  alias: storage.alias,
  type: storage.type,
  parentID: storage.parentID ?? 0,
  cell: storage.position ?? firstFreeCell,
  numberRows: storage.numberRows,
  numberColumns: storage.numberColumns,
  rowPrefix: storage.rowPrefix,
  columnPrefix: storage.columnPrefix,
  nominalTemperatureC: storage.nominalTemperatureC,
})

/** The cell that is chosen with a parent: its own in the parent that it is in, otherwise the first free one. */
export const startCell = (parentID: number, edited: Storage | undefined): string =>
  (edited?.parentID === parentID && edited.position) || firstFreeCell

/** Returns the request body: the cell as coordinates in the parent, or no coordinates for the first free cell. */
export function bodyOf({ cell, parentID = 0, ...values }: StorageValues, parent: Storage | undefined) {
  const place = parent && cell !== firstFreeCell ? parsePositionLabel(cell, parent) : undefined
  return {
    ...StorageInput.parse(values),
    parentID,
    ...(place && { rowCoordinate: place.row, columnCoordinate: place.column }),
  }
}

/** As `bodyOf`, without the place if it was not changed: another person may have moved the storage since. */
export function changeOf(values: StorageValues, parent: Storage | undefined, was: Storage) {
  const { parentID, cell } = valuesOf(was)
  const isMoved = values.parentID !== parentID || values.cell !== cell
  const body = { id: was.id, version: was.version, ...bodyOf(values, parent) }
  return isMoved
    ? body
    : { ...body, parentID: undefined, rowCoordinate: undefined, columnCoordinate: undefined }
}

/** The conflicts, with the parent by its name instead of its id. */
export const nameParent = (
  conflicts: Conflicts<StorageValues>,
  { parentAlias }: Storage,
): Conflicts<StorageValues> =>
  conflicts.parentID
    ? { ...conflicts, parentID: `Now saved: ${parentAlias ?? 'None (top level)'}` }
    : conflicts
