import type { SampleLocation } from '@lims/contract/sample-location.ts'
import type { Db } from '../db/database.ts'
import { findSamplePlace, type Place } from './placement-queries.ts'
import { cellLabel } from './resolve-cell.ts'
import { getStorage, listHierarchy } from './storage-queries.ts'

/** Where a sample is, with the storages around it. */
export async function readLocation(db: Db, sampleId: string): Promise<SampleLocation> {
  const place = await findSamplePlace(db, sampleId)
  if (!place) {
    return {
      sampleId,
      storageId: 0,
      location: '',
      inStorage: false,
      rowCoordinate: null,
      columnCoordinate: null,
      path: [],
    }
  }
  const storage = await getStorage(db, place.storageId)
  return {
    sampleId,
    storageId: place.storageId,
    location: cellLabel(place, storage),
    inStorage: true,
    rowCoordinate: place.row,
    columnCoordinate: place.column,
    path: await listHierarchy(db, place.storageId),
  }
}

/** A place as people say it: Freezer 1 › Rack A › Box 3 › B4. */
export async function formatPath(db: Db, place: Place): Promise<string> {
  const storage = await getStorage(db, place.storageId)
  const around = await listHierarchy(db, place.storageId)
  return [...around.map(({ alias }) => alias), cellLabel(place, storage)].join(' › ')
}
