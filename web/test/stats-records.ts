import { dayMs } from '@lims/contract/durations.ts'
import { SampleStatus } from '@lims/contract/sample-status.ts'
import { SampleType } from '@lims/contract/sample-type.ts'
import {
  type Activity,
  countedWeeks,
  type FreezerStats,
  type StatsOverview,
  waitingStatuses,
} from '@lims/contract/stats.ts'
import type { SyncStatus } from '@lims/contract/sync.ts'
import { aBatch, aSample } from './records.ts'

export const countedAt = '2026-11-20T09:00:00.000Z'

const lastMonday = Date.UTC(2026, 10, 16)
const instant = (ms: number) => new Date(ms).toISOString()

/** The overview of an empty laboratory. */
export const anOverview = (overview: Partial<StatsOverview> = {}): StatsOverview => ({
  countedAt,
  totalSamples: 0,
  totalBatches: 0,
  newestBatch: null,
  byStatus: noneOf(SampleStatus.options),
  byType: noneOf(SampleType.options),
  weeks: Array.from({ length: countedWeeks }, (_, index) => {
    const from = lastMonday - (countedWeeks - 1 - index) * 7 * dayMs
    return { from: instant(from), to: instant(from + 7 * dayMs), received: 0, sequenced: 0 }
  }),
  longWaitBefore: '2026-11-13T09:00:00.000Z',
  waiting: waitingStatuses.map((status) => ({ status, samples: 0, longWaiting: 0, oldest: [] })),
  ...overview,
})

const noneOf = <K extends string>(keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>

export const aFreezer = (freezer: Partial<FreezerStats> = {}): FreezerStats => ({
  id: 1,
  alias: 'Freezer 1',
  type: 'FREEZER',
  tubePlaces: 100,
  tubes: 41,
  freeCells: 3,
  parts: [],
  ...freezer,
})

export const anActivity = (activity: Partial<Activity> = {}): Activity => ({
  from: countedAt,
  at: countedAt,
  personId: 'demo-bo',
  personName: 'Bo Chen',
  action: 'sample.receive',
  toStatus: null,
  variant: null,
  things: 1,
  entityType: 'sample',
  entityId: aSample().id,
  name: aSample().name,
  isGone: false,
  batch: { id: aBatch().id, name: aBatch().name },
  ...activity,
})

/** The status of a laboratory that has scanned nothing yet. */
export const aSyncStatus = (status: Partial<SyncStatus> = {}): SyncStatus => ({
  isRunning: false,
  lastScanTime: null,
  brokenOffTime: null,
  filesProcessed: 0,
  recentErrors: [],
  totalErrors: 0,
  isConfigured: true,
  filesExpected: null,
  bamFiles: 0,
  samplesLinked: 0,
  startedAt: null,
  startedByName: null,
  ...status,
})
