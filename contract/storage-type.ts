import { z } from 'zod'

export const StorageType = z.enum(['UNKNOWN', 'FREEZER', 'SHELF', 'DRAWER', 'RACK', 'BOX'])
export type StorageType = z.infer<typeof StorageType>

/** Parses a storage type, case-insensitive. */
export const StorageTypeInput = z.preprocess(
  (input) => (typeof input === 'string' ? input.toUpperCase() : input),
  StorageType,
)

/** The types offered in forms: all except UNKNOWN. */
export const selectableStorageTypes: readonly StorageType[] = ['FREEZER', 'SHELF', 'DRAWER', 'RACK', 'BOX']

/** Allowed contents of each storage type. The database enforces this table; the browser uses it to offer choices. */
export const allowedContents: Record<StorageType, readonly (StorageType | 'SAMPLE')[]> = {
  UNKNOWN: [],
  FREEZER: ['SHELF', 'DRAWER', 'RACK', 'BOX'],
  SHELF: ['DRAWER', 'RACK', 'BOX'],
  DRAWER: ['RACK', 'BOX'],
  RACK: ['RACK', 'BOX'],
  BOX: ['SAMPLE'],
}

export const gridSize = { min: 1, max: 50 } as const
/** Occupancy is shown in red above this percentage. */
export const highOccupancyPercent = 80
