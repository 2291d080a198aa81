import { z } from 'zod'

export const StorageType = z.enum(['UNKNOWN', 'FREEZER', 'SHELF', 'DRAWER', 'RACK', 'BOX'])
export type StorageType = z.infer<typeof StorageType>

/** As callers give it, in any case. */
export const StorageTypeInput = z.preprocess(
  (given) => (typeof given === 'string' ? given.toUpperCase() : given),
  StorageType,
)

/** UNKNOWN is hidden from choices. */
export const selectableStorageTypes: readonly StorageType[] = ['FREEZER', 'SHELF', 'DRAWER', 'RACK', 'BOX']

/** What may stand in the cells of each type. The database enforces this table; the browser only offers it. */
export const allowedContents: Record<StorageType, readonly (StorageType | 'SAMPLE')[]> = {
  UNKNOWN: [],
  FREEZER: ['SHELF', 'DRAWER', 'RACK', 'BOX'],
  SHELF: ['DRAWER', 'RACK', 'BOX'],
  DRAWER: ['RACK', 'BOX'],
  RACK: ['RACK', 'BOX'],
  BOX: ['SAMPLE'],
}

export const gridSize = { min: 1, max: 50 } as const
/** The occupancy turns red above this many percent. */
export const highOccupancyPercent = 80
