import { type Activity, maxActivities } from '@lims/contract/stats.ts'
import type { Db } from '../db/database.ts'
import { type Action, describeActions, listRecentActions } from './activity-queries.ts'
import { groupActions } from './group-actions.ts'

/** Lists the recent activity of all users, newest first. */
export async function listActivities(db: Db): Promise<Activity[]> {
  const actions = await listGroups(db)
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

/** The first are usually enough. A person who scans tube by tube makes one group of many. */
const instantsToRead = [15, 150]

async function listGroups(db: Db): Promise<Action[]> {
  let groups: Action[] = []
  for (const instants of instantsToRead) {
    groups = groupActions(await listRecentActions(db, instants))
    // The last one may go on.
    if (groups.length > maxActivities) break
  }
  return groups.slice(0, maxActivities)
}
