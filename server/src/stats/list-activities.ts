import { type Activity, maxActivities } from '@lims/contract/stats.ts'
import type { Db } from '../db/database.ts'
import { detailDeeds, listDeeds } from './activity-queries.ts'
import { gatherDeeds } from './gather-deeds.ts'

/** Who did what of late, newest first. */
export async function listActivities(db: Db): Promise<Activity[]> {
  const deeds = gatherDeeds(await listDeeds(db)).slice(0, maxActivities)
  const details = await detailDeeds(db, deeds)
  return details.map(({ batchId, batchName, ...detail }, place) => {
    const deed = deeds[place] as (typeof deeds)[number]
    return {
      ...deed,
      ...detail,
      from: deed.from.toISOString(),
      at: deed.at.toISOString(),
      batch: batchId !== null && batchName !== null ? { id: batchId, name: batchName } : null,
    }
  })
}
