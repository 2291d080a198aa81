import { batchesApi, type ListedBatch } from '@lims/contract/batches.ts'
import type { DeletedSample } from '@lims/contract/deletions.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import type { Storage } from '@lims/contract/storage.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { call } from '../../api/call.ts'
import { findDeletedSample } from '../../entities/deletion/deletion-api.ts'

const maxShownOfEach = 5

export type Found = {
  samples: readonly Sample[]
  batches: readonly ListedBatch[]
  storages: readonly Storage[]
  moreSamples: boolean
  /** Samples of the subject with exactly this code, in any case, that are not in `samples`. */
  ofSubject: readonly Sample[]
  /** The sample with exactly this id or tube id, in any case. */
  exact: Sample | undefined
  /** If nothing else matches: a deleted sample with this id or tube id. */
  deleted?: DeletedSample | undefined
}

/** Searches samples, batches and storages for a text, and the samples of the subject with that code. */
export async function findAnything(text: string): Promise<Found> {
  const query = { query: text, pageSize: maxShownOfEach }
  const [{ samples, totalSamples }, { batches }, { storages }, subject] = await Promise.all([
    call(samplesApi.search, { query }),
    call(batchesApi.search, { query }),
    call(storageApi.search, { query }),
    call(samplesApi.search, { query: { subjectId: text, pageSize: maxShownOfEach } }),
  ])
  const code = text.toLowerCase()
  const exact = samples.find(({ id, alias }) => id.toLowerCase() === code || alias.toLowerCase() === code)
  const isShown = ({ id }: Sample) => samples.some((sample) => sample.id === id)
  // Only a hint: without it the search still has its result.
  const isEmpty = [samples, batches, storages, subject.samples].every(({ length }) => length === 0)
  const deleted = isEmpty ? await findDeletedSample(text).catch(() => null) : null
  return {
    ...(deleted && { deleted }),
    samples,
    batches,
    storages,
    moreSamples: totalSamples > samples.length,
    ofSubject: subject.samples.filter((sample) => !isShown(sample)),
    exact,
  }
}
