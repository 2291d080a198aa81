import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ignoredBody } from './parameters.ts'
import { mayNameSubjects } from './personal.ts'
import { success } from './success.ts'

/** Maximum number of errors in a status; `totalErrors` counts all. */
export const maxRecentErrors = 100

export const SyncError = z.object({
  message: mayNameSubjects(z.string()),
  /** When a scan first found it. It is listed until a scan no longer finds it. */
  timestamp: z.iso.datetime(),
})
export type SyncError = z.infer<typeof SyncError>

/** Counts are those of the running scan, else of the last one, also of one that broke off. */
export const SyncStatus = z.object({
  isRunning: z.boolean(),
  /** When the last complete scan ended; null before the first. */
  lastScanTime: z.iso.datetime().nullable(),
  /** When the last scan ended incomplete; null if it is complete or runs, or before the first. */
  brokenOffTime: z.iso.datetime().nullable(),
  /** DVC files checked, changed or not. */
  filesProcessed: z.number().int(),
  /** Newest first. */
  recentErrors: z.array(SyncError),
  totalErrors: z.number().int(),
  /** False if no data repository is configured (DVC_REPO_DIR). */
  isConfigured: z.boolean(),
  /** DVC files checked by the previous scan, for the progress bar; null before the first scan. */
  filesExpected: z.number().int().nullable(),
  /** BAM files known in the repository. */
  bamFiles: z.number().int(),
  /** Samples that this scan linked to a BAM file. */
  samplesLinked: z.number().int(),
  startedAt: z.iso.datetime().nullable(),
  /** Null before the first scan and for scheduled scans. */
  startedByName: z.string().nullable(),
})
export type SyncStatus = z.infer<typeof SyncStatus>

const TriggerScanReply = z.object({ success, status: SyncStatus })

export const syncApi = {
  status: endpoint({
    method: 'GET',
    path: '/sync/status',
    permission: 'sync.read',
    summary:
      'Status of the scan of the data repository: whether it is running, when the last complete one ended, and its errors',
    reply: SyncStatus,
  }),
  trigger: endpoint({
    method: 'POST',
    path: '/sync/trigger',
    permission: 'sync.run',
    summary: 'Start a scan of the data repository; rejected while one is running',
    body: ignoredBody,
    reply: TriggerScanReply,
  }),
  dvcStatus: endpoint({
    method: 'GET',
    path: '/dvc/status',
    permission: 'sync.read',
    summary: 'The same as /sync/status',
    reply: SyncStatus,
  }),
  dvcScan: endpoint({
    method: 'POST',
    path: '/dvc/scan',
    permission: 'sync.run',
    summary: 'The same as /sync/trigger',
    body: ignoredBody,
    reply: TriggerScanReply,
  }),
}
