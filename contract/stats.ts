import { z } from 'zod'
import { InstantInput } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { parameters } from './parameters.ts'
import { nextStatuses, SampleStatus } from './sample-status.ts'
import { SampleType } from './sample-type.ts'
import { StorageType } from './storage-type.ts'

/** A sample that has been in one status for more days than this is worth a look. */
export const longWaitDays = 7
export const countedWeeks = 12
export const maxOldestSamples = 3
export const maxFreezers = 24
export const maxActivities = 12

/** Where a sample waits for its next step. What is sequenced or sent away waits for nothing. */
export const waitingStatuses: readonly SampleStatus[] = SampleStatus.options.filter((status) =>
  nextStatuses[status].some((next) => next !== 'UNKNOWN'),
)

const count = z.number().int()
const instant = z.iso.datetime()

export const StatsQuery = parameters({
  /** When the present week began for the reader; without it, on Monday 00:00 UTC. */
  weekStart: InstantInput.optional(),
})
export type StatsQuery = z.infer<typeof StatsQuery>

export const WeekStats = z.object({
  from: instant,
  /** The first instant that is past it. */
  to: instant,
  received: count,
  sequenced: count,
})
export type WeekStats = z.infer<typeof WeekStats>

export const StatusWait = z.object({
  status: SampleStatus,
  samples: count,
  /** Those in the status since before `longWaitBefore`. */
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

/** How full a storage is with all that stands in it. */
const StorageUsage = z.object({
  id: count,
  alias: z.string(),
  type: StorageType,
  /** Cells of its boxes, and how many of them hold a tube. */
  tubePlaces: count,
  tubes: count,
  /** Cells of its racks, shelves and the like that hold nothing yet. */
  freeCells: count,
})

/** A storage that stands in no other, and the storages in its own cells. */
export const FreezerStats = StorageUsage.extend({ parts: z.array(StorageUsage) })
export type FreezerStats = z.infer<typeof FreezerStats>

export const FreezersReply = z.object({
  /** Freezers first, then what else stands in no other; boxes that stand alone are left out. */
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
  /** Oldest first; the present week is the last. */
  weeks: z.array(WeekStats),
  longWaitBefore: instant,
  waiting: z.array(StatusWait),
})
export type StatsOverview = z.infer<typeof StatsOverview>

/** Like deeds of one person, one after the other, told as one. */
export const Activity = z.object({
  /** The first and the last of them. */
  from: instant,
  at: instant,
  personId: z.string(),
  personName: z.string(),
  /** As the audit trail names it, such as `sample.receive`. */
  action: z.string(),
  /** Where the samples were moved to, if that is what was done. */
  toStatus: SampleStatus.nullable(),
  things: count,
  entityType: z.string(),
  /** One of the things, what it is called, and whether it has been deleted since. */
  entityId: z.string(),
  name: z.string().nullable(),
  isGone: z.boolean(),
  /** The batch that all the samples belong to, when it is one. */
  batch: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})
export type Activity = z.infer<typeof Activity>

export const statsApi = {
  overview: endpoint({
    method: 'GET',
    path: '/stats/overview',
    summary: 'How many samples there are, of what, since when and how many a week, counted by the database',
    query: StatsQuery,
    reply: StatsOverview,
  }),
  freezers: endpoint({
    method: 'GET',
    path: '/stats/freezers',
    summary: 'How full each freezer is with all that stands in it',
    reply: FreezersReply,
  }),
  activity: endpoint({
    method: 'GET',
    path: '/stats/activity',
    summary: 'Who did what of late, newest first',
    reply: z.object({ activities: z.array(Activity) }),
  }),
}
