import { dayMs } from '@lims/contract/durations.ts'
import { longWaitDays, type StatsOverview, type StatsQuery, weekBoundsAt } from '@lims/contract/stats.ts'
import type { TimeZone } from '@lims/contract/time-zone.ts'
import { countBatches } from '../batches/batch-queries.ts'
import type { Db } from '../db/database.ts'
import { nextReads } from '../http/next-reads.ts'
import {
  countReached,
  countSamplesByKind,
  countWaiting,
  findNewestBatch,
  listOldest,
} from './sample-stats-queries.ts'
import { weeksBetween, weeksUpTo } from './weeks.ts'

const shareOverview = nextReads<StatsOverview>()

/** Returns the figures of the dashboard. */
export function readOverview(
  db: Db,
  { weekStart, weekBounds }: StatsQuery,
  { now, zone }: { now: Date; zone: TimeZone },
): Promise<StatsOverview> {
  const isByStart = weekStart !== undefined && weekBounds === undefined
  const weekRanges = isByStart
    ? weeksUpTo(new Date(weekStart))
    : weeksBetween(weekBounds ?? weekBoundsAt(now, zone))
  return shareOverview(db, JSON.stringify(weekRanges), () => countOverview(db, weekRanges, now))
}

async function countOverview(
  db: Db,
  weekRanges: readonly { from: Date; to: Date }[],
  now: Date,
): Promise<StatsOverview> {
  const longWaitBefore = new Date(now.getTime() - longWaitDays * dayMs)
  const [counts, totalBatches, newestBatch, weeks, waiting, oldest] = await Promise.all([
    countSamplesByKind(db),
    countBatches(db, undefined),
    findNewestBatch(db),
    countReached(db, weekRanges),
    countWaiting(db, longWaitBefore),
    listOldest(db),
  ])
  return {
    countedAt: now.toISOString(),
    ...counts,
    totalBatches,
    newestBatch,
    weeks,
    longWaitBefore: longWaitBefore.toISOString(),
    waiting: waiting.map((wait) => ({
      ...wait,
      oldest: oldest.filter(({ status }) => status === wait.status).map(({ status: _, ...sample }) => sample),
    })),
  }
}
