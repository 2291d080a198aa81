import type { SampleLocation, SampleLocationReply } from '@lims/contract/sample-location.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Db } from '../db/database.ts'
import type { SampleRow } from '../samples/sample-queries.ts'
import { findSamplePlace, type Place } from './placement-queries.ts'
import { cellLabel } from './resolve-cell.ts'
import { formatPath, getStoragePath, type StoragePath } from './storage-queries.ts'

/**
 * Returns the location of a sample with the storages that contain it. Its custody was read before the place, so that a
 * change between the two makes a move refused, not one that ends a check-out unseen.
 */
export async function readLocation(
  db: Db,
  { id, custody_event_id: custodyEventId }: Pick<SampleRow, 'id' | 'custody_event_id'>,
): Promise<SampleLocationReply> {
  const place = await findSamplePlace(db, id)
  const location = place ? locationIn(id, place, await getStoragePath(db, place.storageId)) : noLocation(id)
  return { ...location, custodyEventId }
}

/** Returns the location of a sample in a cell of a storage with this path. */
export const locationIn = (
  sampleId: string,
  { storageId, ...cell }: Place,
  { grid, hierarchy }: StoragePath,
): SampleLocation => ({
  sampleId,
  storageId,
  location: cellLabel(cell, grid),
  inStorage: true,
  rowCoordinate: cell.row,
  columnCoordinate: cell.column,
  path: hierarchy,
})

/** Returns the location of a sample that is not in storage. */
export const noLocation = (sampleId: string): SampleLocation => ({
  sampleId,
  storageId: 0,
  location: '',
  inStorage: false,
  rowCoordinate: null,
  columnCoordinate: null,
  path: [],
})

/** Returns a place as text: Freezer 1 › Rack A › Box 3 › B4. */
export const formatPlace = (place: Place, { grid, hierarchy }: StoragePath): string =>
  joinPath([formatPath(hierarchy), cellLabel(place, grid)])
