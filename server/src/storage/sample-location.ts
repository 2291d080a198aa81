import type { SampleLocation } from '@lims/contract/sample-location.ts'
import type { Db } from '../db/database.ts'
import { findSamplePlace, type Place } from './placement-queries.ts'
import { cellLabel } from './resolve-cell.ts'
import { getStorage, listHierarchy } from './storage-queries.ts'

/** Returns the location of a sample with the storages that contain it. */
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

/** Returns a place as text: Freezer 1 › Rack A › Box 3 › B4. */
export async function formatPath(db: Db, place: Place): Promise<string> {
  const storage = await getStorage(db, place.storageId)
  const hierarchy = await listHierarchy(db, place.storageId)
  return [...hierarchy.map(({ alias }) => alias), cellLabel(place, storage)].join(' › ')
}
