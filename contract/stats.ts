import { z } from 'zod'
import { InstantInput } from './bounds.ts'
import { dayMs } from './durations.ts'
import { endpoint } from './endpoint.ts'
import { parameters } from './parameters.ts'
import { changeVariants } from './sample-filters.ts'
import { nextStatuses, SampleStatus } from './sample-status.ts'
import { SampleType } from './sample-type.ts'
import { StorageType } from './storage-type.ts'
import { addDays, mondayOf, type TimeZone } from './time-zone.ts'

/** A sample that has been in one status for more days than this is reported as waiting long. */
export const longWaitDays = 7
export const countedWeeks = 12
export const maxOldestSamples = 3
export const maxFreezers = 24
export const maxActivities = 12

/** Statuses with a next step. SEQUENCED and SENT_TO_C2N have none except UNKNOWN. */
export const waitingStatuses: readonly SampleStatus[] = SampleStatus.options.filter((status) =>
  nextStatuses[status].some((next) => next !== 'UNKNOWN'),
)

const count = z.number().int()
const instant = z.iso.datetime()

/** A week in which the clocks are set back has an hour more than seven days. */
const maxWeekMs = 8 * dayMs
const boundsByCommas = `must be ${countedWeeks + 1} instants, separated by commas, each at most 8 days after the one before`

const WeekBounds = z
  .string(boundsByCommas)
  .max(1000, { error: boundsByCommas, abort: true })
  .transform((list) => list.split(','))
  .pipe(z.array(InstantInput).length(countedWeeks + 1, boundsByCommas))
  .refine(
    (bounds) =>
      bounds.every((at, index) => {
        const length = Date.parse(at) - Date.parse(bounds[index - 1] ?? '')
        return index === 0 || (length > 0 && length <= maxWeekMs)
      }),
    boundsByCommas,
  )

/**
 * Returns the bounds of the last `countedWeeks` weeks, each from Monday 00:00 of a time zone; the last one holds `now`.
 */
export function weekBoundsAt(now: Date, zone: TimeZone): string[] {
  const monday = mondayOf(zone.dayOf(now))
  return Array.from({ length: countedWeeks + 1 }, (_, index) =>
    zone.startOfDay(addDays(monday, 7 * (index + 1 - countedWeeks))).toISOString(),
  )
}

export const StatsQuery = parameters({
  /**
   * Start of the current week in the user's time zone; each week then has 168 hours. Without it, weeks begin on Monday
   * 00:00 of the laboratory.
   */
  weekStart: InstantInput.optional(),
  /**
   * Starts of the counted weeks, oldest first, and the end of the last: a week of a change of the clocks is not 168
   * hours long. Takes precedence over `weekStart`.
   */
  weekBounds: WeekBounds.optional(),
})
export type StatsQuery = z.infer<typeof StatsQuery>

export const WeekStats = z.object({
  from: instant,
  /** End, exclusive. */
  to: instant,
  received: count,
  sequenced: count,
})
export type WeekStats = z.infer<typeof WeekStats>

export const StatusWait = z.object({
  status: SampleStatus,
  /** Without those that do not wait: children in a status before RECEIVED, and what is depleted or disposed of. */
  samples: count,
  /** Samples that have waited in the status since before `longWaitBefore`. */
  longWaiting: count,
  oldest: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      alias: z.string(),
      batchName: z.string(),
      since: instant,
    }),
  ),
})
export type StatusWait = z.infer<typeof StatusWait>

/** Occupancy of a storage including everything inside it. */
const StorageUsage = z.object({
  id: count,
  alias: z.string(),
  type: StorageType,
  /** Cells of the boxes inside; `tubes` of them are occupied. */
  tubePlaces: count,
  tubes: count,
  /** Empty cells of the storage and of the racks, shelves and drawers inside it. */
  freeCells: count,
})

/** A top-level storage and the storages directly inside it. */
export const FreezerStats = StorageUsage.extend({ parts: z.array(StorageUsage) })
export type FreezerStats = z.infer<typeof FreezerStats>

export const FreezersReply = z.object({
  /** Freezers first, then other top-level storages; boxes without a parent are left out. */
  freezers: z.array(FreezerStats),
  totalFreezers: count,
})
export type FreezersReply = z.infer<typeof FreezersReply>

export const StatsOverview = z.object({
  countedAt: instant,
  totalSamples: count,
  totalBatches: count,
  newestBatch: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  byStatus: z.record(SampleStatus, count),
  byType: z.record(SampleType, count),
  /** Oldest first; the last is the current week. */
  weeks: z.array(WeekStats),
  longWaitBefore: instant,
  waiting: z.array(StatusWait),
})
export type StatsOverview = z.infer<typeof StatsOverview>

/** Consecutive actions of the same kind by one person, grouped into one entry. */
export const Activity = z.object({
  /** Time of the first and of the last action. */
  from: instant,
  at: instant,
  personId: z.string(),
  personName: z.string(),
  /** Audit action, such as `sample.receive`. */
  action: z.string(),
  /** The new status, if the action was a change of status. */
  toStatus: SampleStatus.nullable(),
  variant: z.enum(changeVariants).nullable(),
  /** The number of records. One that was changed several times counts once. */
  things: count,
  entityType: z.string(),
  /** One of the records, its name, and whether it has been deleted since. */
  entityId: z.string(),
  name: z.string().nullable(),
  isGone: z.boolean(),
  /** The batch, if all samples belong to the same one. */
  batch: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})
export type Activity = z.infer<typeof Activity>

export const statsApi = {
  overview: endpoint({
    method: 'GET',
    path: '/stats/overview',
    permission: 'sample.read',
    summary: 'Counts of samples by status, type, waiting time and week',
    query: StatsQuery,
    reply: StatsOverview,
  }),
  freezers: endpoint({
    method: 'GET',
    path: '/stats/freezers',
    permission: 'storage.read',
    summary: 'Occupancy of each freezer with everything inside it',
    reply: FreezersReply,
  }),
  activity: endpoint({
    method: 'GET',
    path: '/stats/activity',
    permission: 'sample.read',
    summary: 'Recent activity of all users, newest first',
    reply: z.object({ activities: z.array(Activity) }),
  }),
}
