import { batchesApi } from '@lims/contract/batches.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { serverAnswers } from './server.ts'

/** A laboratory in which nothing has been registered yet. */
export function emptyLab() {
  const noSamples = { samples: [], totalSamples: 0, totalIsExact: true }
  serverAnswers(samplesApi.list, noSamples)
  serverAnswers(samplesApi.search, noSamples)
  serverAnswers(batchesApi.list, { batches: [], totalBatches: 0 })
  serverAnswers(batchesApi.search, { batches: [], totalBatches: 0 })
}
