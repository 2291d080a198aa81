import { type Activity, maxActivities } from '@lims/contract/stats.ts'
import type { Db } from '../db/database.ts'
import { describeActions, listRecentActions } from './activity-queries.ts'
import { groupActions } from './group-actions.ts'

/** Lists the recent activity of all users, newest first. */
export async function listActivities(db: Db): Promise<Activity[]> {
  const actions = groupActions(await listRecentActions(db)).slice(0, maxActivities)
  const details = await describeActions(db, actions)
  return details.map(({ batchId, batchName, ...detail }, place) => {
    const action = actions[place] as (typeof actions)[number]
    return {
      ...action,
      ...detail,
      from: action.from.toISOString(),
      at: action.at.toISOString(),
      batch: batchId !== null && batchName !== null ? { id: batchId, name: batchName } : null,
    }
  })
}
