import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { Storage } from '@lims/contract/storage.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'

/** 'Freezer' */
export const formatStorageType = (type: StorageType): string => type.charAt(0) + type.slice(1).toLowerCase()

const plurals: Record<StorageType, string> = {
  UNKNOWN: 'storages',
  FREEZER: 'freezers',
  SHELF: 'shelves',
  DRAWER: 'drawers',
  RACK: 'racks',
  BOX: 'boxes',
}

/** 'boxes'; 'storages' of any type */
export const pluralOfStorageType = (type: StorageType | undefined): string => plurals[type ?? 'UNKNOWN']

/** '1 shelf', '60 boxes' */
export const countStorages = (count: number, type: StorageType): string =>
  formatCount(count, type === 'UNKNOWN' ? 'storage' : type.toLowerCase(), plurals[type])

/** '10 × 10' */
export const formatGridSize = ({
  numberRows,
  numberColumns,
}: Pick<Storage, 'numberRows' | 'numberColumns'>) => `${numberRows} × ${numberColumns}`

/** '0 of 2,500' */
export const formatOccupancy = ({ occupied, capacity }: Pick<Storage, 'occupied' | 'capacity'>): string =>
  `${formatNumber(occupied)} of ${formatNumber(capacity)}`
