import { type Batch, batchesApi } from '@lims/contract/batches.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import type { Storage } from '@lims/contract/storage.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { call } from '../api/call.ts'

const shownOfEach = 5

export type Found = {
  samples: readonly Sample[]
  batches: readonly Batch[]
  storages: readonly Storage[]
  moreSamples: boolean
  /** The one sample whose id or tube id was given to the letter. */
  exact: Sample | undefined
}

/** Looks for a text in samples, batches and storages. */
export async function findAnything(text: string): Promise<Found> {
  const query = { query: text, pageSize: shownOfEach }
  const [{ samples, totalSamples }, { batches }, { storages }] = await Promise.all([
    call(samplesApi.search, { query }),
    call(batchesApi.search, { query }),
    call(storageApi.search, { query }),
  ])
  const given = text.toLowerCase()
  const exact = samples.find(({ id, alias }) => id.toLowerCase() === given || alias.toLowerCase() === given)
  return { samples, batches, storages, moreSamples: totalSamples > samples.length, exact }
}
