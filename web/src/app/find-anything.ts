import { type Batch, batchesApi } from '@lims/contract/batches.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { call } from '../api/call.ts'

const shownOfEach = 5

export type Found = {
  samples: readonly Sample[]
  batches: readonly Batch[]
  moreSamples: boolean
  /** The one sample whose id or tube id was given to the letter. */
  exact: Sample | undefined
}

/** Looks for a text in samples and batches. */
export async function findAnything(text: string): Promise<Found> {
  const query = { query: text, pageSize: shownOfEach }
  const [{ samples, totalSamples }, { batches }] = await Promise.all([
    call(samplesApi.search, { query }),
    call(batchesApi.search, { query }),
  ])
  const given = text.toLowerCase()
  const exact = samples.find(({ id, alias }) => id.toLowerCase() === given || alias.toLowerCase() === given)
  return { samples, batches, moreSamples: totalSamples > samples.length, exact }
}
