import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ignoredBody } from './parameters.ts'

/** How many of the errors a status names; `totalErrors` counts them all. */
export const maxRecentErrors = 100

export const SyncError = z.object({
  message: z.string(),
  /** When it was first found; it stays until a scan no longer finds it. */
  timestamp: z.iso.datetime(),
})
export type SyncError = z.infer<typeof SyncError>

/** Counts are those of the scan that runs, else of the last one. */
export const SyncStatus = z.object({
  isRunning: z.boolean(),
  /** When the last scan ended; null before the first. */
  lastScanTime: z.iso.datetime().nullable(),
  /** DVC files looked at, changed or not. */
  filesProcessed: z.number().int(),
  /** Newest first. */
  recentErrors: z.array(SyncError),
  totalErrors: z.number().int(),
  /** False where no data repository is set (DVC_REPO_DIR): nothing can be scanned. */
  isConfigured: z.boolean(),
  /** DVC files that the scan before looked at, by which progress can be told; null before the first. */
  filesExpected: z.number().int().nullable(),
  /** BAM files known in the repository. */
  bamFiles: z.number().int(),
  /** Samples that this scan gave their BAM file. */
  samplesLinked: z.number().int(),
  startedAt: z.iso.datetime().nullable(),
  /** Null before the first scan, and for one that began by the clock. */
  startedByName: z.string().nullable(),
})
export type SyncStatus = z.infer<typeof SyncStatus>

export const TriggerScanReply = z.object({ success: z.literal(true), status: SyncStatus })
export type TriggerScanReply = z.infer<typeof TriggerScanReply>

export const syncApi = {
  status: endpoint({
    method: 'GET',
    path: '/sync/status',
    summary: 'Whether a scan of the data repository runs, when the last one ended, and what it could not use',
    reply: SyncStatus,
  }),
  trigger: endpoint({
    method: 'POST',
    path: '/sync/trigger',
    summary: 'Begin a scan of the data repository; refused while one runs',
    body: ignoredBody,
    reply: TriggerScanReply,
  }),
  dvcStatus: endpoint({
    method: 'GET',
    path: '/dvc/status',
    summary: 'The same as /sync/status',
    reply: SyncStatus,
  }),
  dvcScan: endpoint({
    method: 'POST',
    path: '/dvc/scan',
    summary: 'The same as /sync/trigger',
    body: ignoredBody,
    reply: TriggerScanReply,
  }),
}
