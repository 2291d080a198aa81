import { formatNumber } from '@lims/contract/format-count.ts'
import type { Storage } from '@lims/contract/storage.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'

/** 'Freezer' */
export const formatStorageType = (type: StorageType): string => type.charAt(0) + type.slice(1).toLowerCase()

/** '10 × 10' */
export const formatGridSize = ({
  numberRows,
  numberColumns,
}: Pick<Storage, 'numberRows' | 'numberColumns'>) => `${numberRows} × ${numberColumns}`

/** '0 of 2,500' */
export const formatOccupancy = ({ occupied, capacity }: Pick<Storage, 'occupied' | 'capacity'>): string =>
  `${formatNumber(occupied)} of ${formatNumber(capacity)}`
