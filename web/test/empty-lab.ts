import { batchesApi } from '@lims/contract/batches.ts'
import { deletionsApi } from '@lims/contract/deletions.ts'
import { findApi } from '@lims/contract/find.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { statsApi } from '@lims/contract/stats.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { syncApi } from '@lims/contract/sync.ts'
import { nothingFound } from './found.ts'
import { serverAnswers, serverRefuses } from './server.ts'
import { anOverview, aSyncStatus } from './stats-records.ts'

/** A laboratory in which nothing has been registered yet. */
export function emptyLab() {
  const noSamples = { samples: [], totalSamples: 0, totalIsExact: true }
  serverRefuses(samplesApi.get, 404, { code: 'sample-not-found', message: 'Sample not found' })
  serverRefuses(batchesApi.get, 404, { code: 'batch-not-found', message: 'Batch not found' })
  serverRefuses(storageApi.get, 404, { code: 'storage-not-found', message: 'Storage not found' })
  serverAnswers(samplesApi.list, noSamples)
  serverAnswers(samplesApi.search, noSamples)
  serverAnswers(samplesApi.tree, { ...noSamples, batches: [] })
  serverAnswers(batchesApi.list, { batches: [], totalBatches: 0 })
  serverAnswers(batchesApi.search, { batches: [], totalBatches: 0 })
  serverAnswers(storageApi.search, { storages: [], totalStorages: 0 })
  serverAnswers(statsApi.overview, anOverview())
  serverAnswers(statsApi.freezers, { freezers: [], totalFreezers: 0 })
  serverAnswers(statsApi.activity, { activities: [] })
  serverAnswers(findApi.find, nothingFound)
  serverAnswers(deletionsApi.list, { deletions: [], totalDeletions: 0 })
  serverAnswers(deletionsApi.find, { deletion: null })
  serverAnswers(syncApi.status, aSyncStatus())
}
