import { parsePositionLabel } from '@lims/contract/positions.ts'
import { defaultAxes, type Storage, StorageInput } from '@lims/contract/storage.ts'
import { formatStorageType } from '../../entities/storage/storage-text.ts'
import { isSame } from '../../forms/is-same.ts'
import type { Conflicts } from '../../forms/merge-saved-changes.ts'
import { firstFreeCell } from './cell-select.tsx'

/** One value: a cell means nothing without its parent. */
type Place = {
  /** 0: top level. */
  parentID?: number | undefined
  /** The label of a cell of the parent; empty for the first free one. */
  cell: string
}

/** The values of the storage forms. */
export type StorageValues = {
  alias?: string | undefined
  type?: Storage['type'] | undefined
  place: Place
  numberRows?: number | null | undefined
  numberColumns?: number | null | undefined
  rowPrefix: string
  columnPrefix: string
  nominalTemperatureC?: number | null | undefined
}

export const topLevel = 'None (top level)'

/** The initial values of a new storage. */
export const newStorage = (parentID?: number): StorageValues => ({
  alias: '',
  place: { ...(parentID !== undefined && { parentID }), cell: firstFreeCell },
  numberRows: 1,
  numberColumns: 1,
  ...defaultAxes,
  nominalTemperatureC: null,
})

export const valuesOf = (storage: Storage): StorageValues => ({
  alias: storage.alias,
  type: storage.type,
  place: { parentID: storage.parentID ?? 0, cell: storage.position ?? firstFreeCell },
  numberRows: storage.numberRows,
  numberColumns: storage.numberColumns,
  rowPrefix: storage.rowPrefix,
  columnPrefix: storage.columnPrefix,
  nominalTemperatureC: storage.nominalTemperatureC,
})

/** Returns the request body: the cell as coordinates in the parent, or no coordinates for the first free cell. */
export function bodyOf({ place, ...values }: StorageValues, parent: Storage | undefined) {
  const cell = parent && place.cell !== firstFreeCell ? parsePositionLabel(place.cell, parent) : undefined
  return {
    ...StorageInput.parse(values),
    parentID: place.parentID ?? 0,
    ...(cell && { rowCoordinate: cell.row, columnCoordinate: cell.column }),
  }
}

/** As `bodyOf`, without the place if it was not changed: another person may have moved the storage since. */
export function changeOf(values: StorageValues, parent: Storage | undefined, was: Storage) {
  const isMoved = !isSame(values.place, valuesOf(was).place)
  const body = { id: was.id, version: was.version, ...bodyOf(values, parent) }
  return isMoved
    ? body
    : { ...body, parentID: undefined, rowCoordinate: undefined, columnCoordinate: undefined }
}

/** The conflicts, with place and type as a person reads them. */
export const nameConflicts = (
  conflicts: Conflicts<StorageValues>,
  { parentAlias, position, type }: Storage,
): Conflicts<StorageValues> => ({
  ...conflicts,
  ...(conflicts.place && { place: `Now saved: ${parentAlias ? `${parentAlias}, ${position}` : topLevel}` }),
  ...(conflicts.type && { type: `Now saved: ${formatStorageType(type)}` }),
})
