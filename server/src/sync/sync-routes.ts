import { succeeded } from '@lims/contract/success.ts'
import { syncApi } from '@lims/contract/sync.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { read, write } from '../http/endpoints.ts'
import { beginScan } from './begin-scan.ts'
import { type ScanFiles, scanInProcess } from './read-changes.ts'
import { Scanner } from './scanner.ts'
import { readSyncStatus } from './sync-run-queries.ts'

export function syncRoutes(
  app: FastifyInstance,
  { dvcRepoDir: folder, dvcScanMinutes }: Config,
  scanFiles: ScanFiles = scanInProcess,
) {
  const { db, now, log, isDiskFull } = app
  const scanner = new Scanner({ db, now, log, folder, everyMinutes: dvcScanMinutes, isDiskFull, scanFiles })
  const isConfigured = folder !== undefined

  for (const endpoint of [syncApi.status, syncApi.dvcStatus]) {
    read(app, endpoint, (reading) => readSyncStatus(reading, isConfigured))
  }
  for (const endpoint of [syncApi.trigger, syncApi.dvcScan]) {
    write(app, endpoint, async (trx, { actor, afterCommit }) => {
      const run = await beginScan(trx, folder, actor)
      afterCommit(() => scanner.begin(run))
      return { ...succeeded, status: await readSyncStatus(trx, isConfigured) }
    })
  }

  app.addHook('onReady', async () => scanner.startSchedule())
  app.addHook('preClose', () => scanner.stop())
}
