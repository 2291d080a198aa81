import type { Storage } from '@lims/contract/storage.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'

/** 'Freezer' */
export const formatStorageType = (type: StorageType): string => type.charAt(0) + type.slice(1).toLowerCase()

/** '10 × 10' */
export const formatGridSize = ({
  numberRows,
  numberColumns,
}: Pick<Storage, 'numberRows' | 'numberColumns'>) => `${numberRows} × ${numberColumns}`

/** '1 tube', '3 tubes' */
export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** '0 of 2,500' */
export const formatOccupancy = ({ occupied, capacity }: Pick<Storage, 'occupied' | 'capacity'>): string =>
  `${occupied.toLocaleString('en')} of ${capacity.toLocaleString('en')}`
