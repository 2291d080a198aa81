import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { aSample } from './records.ts'

const madeAt = '2026-11-20T08:00:00.000Z'

export const aStorage = (storage: Partial<Storage> = {}): Storage => ({
  id: 3,
  alias: 'Box 03',
  type: 'BOX',
  capacity: 100,
  occupied: 60,
  parentID: null,
  parentAlias: null,
  parentPath: storage.parentAlias ?? null,
  position: null,
  rowCoordinate: null,
  columnCoordinate: null,
  numberRows: 10,
  numberColumns: 10,
  rowPrefix: '1',
  columnPrefix: 'A',
  nominalTemperatureC: null,
  effectiveTemperatureC: null,
  metadata: { createdAt: madeAt, updatedAt: madeAt },
  version: 1,
  ...storage,
})

/** A tube in a cell. */
export const aStoredTube = (
  entry: Partial<OccupancyEntry> = {},
  sample: Partial<OccupancyEntry['sample']> = {},
): OccupancyEntry => ({
  position: 'A1',
  contentType: 'sample',
  contentId: aSample().id,
  contentAlias: aSample().alias,
  contentName: aSample().name,
  rowCoordinate: 1,
  columnCoordinate: 1,
  ...entry,
  sample: {
    type: 'PLASMA',
    status: 'QC_PASS',
    custody: 'AVAILABLE',
    custodyEventId: null,
    volume: 2,
    subjectId: 'P004',
    batchId: aSample().batchId,
    batchName: aSample().batchName,
    ...sample,
  },
})

/** A box in a cell of what holds it. */
export const aStoredBox = (entry: Partial<OccupancyEntry> = {}): OccupancyEntry => ({
  position: 'B1',
  contentType: 'storage',
  contentId: '3',
  contentAlias: 'Box 03',
  contentName: 'Box 03',
  rowCoordinate: 1,
  columnCoordinate: 2,
  storage: { type: 'BOX', capacity: 100, occupied: 60 },
  ...entry,
})
