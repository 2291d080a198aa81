import { positionLabel } from '@lims/contract/positions.ts'
import type { Db } from '../db/database.ts'
import { findSamplePlace } from '../storage/placement-queries.ts'
import { listBoxPaths } from './pick-queries.ts'

/** Returns 'Freezer 1 › Rack A › Box 03 › B4', or undefined if the sample is not in storage. */
export async function findPathOfSample(db: Db, sampleId: string): Promise<string | undefined> {
  const place = await findSamplePlace(db, sampleId)
  if (!place) return undefined
  const [box] = await listBoxPaths(db, [place.storageId])
  return box && [...box.path, positionLabel(place, box)].join(' › ')
}
