import { batchesApi, type ListedBatch } from '@lims/contract/batches.ts'
import type { DeletedSample } from '@lims/contract/deletions.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import type { Storage } from '@lims/contract/storage.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { call } from '../../api/call.ts'
import { findDeletedSample } from '../../entities/deletion/deletion-api.ts'

const shownOfEach = 5

export type Found = {
  samples: readonly Sample[]
  batches: readonly ListedBatch[]
  storages: readonly Storage[]
  moreSamples: boolean
  /** Of the subject that was given to the letter, in any case. */
  ofSubject: readonly Sample[]
  /** The one sample whose id or tube id was given to the letter. */
  exact: Sample | undefined
  /** Where nothing is called so: a sample with this id or tube id that was deleted. */
  deleted?: DeletedSample | undefined
}

/** Looks for a text in samples, batches and storages, and for the subject of that name. */
export async function findAnything(text: string): Promise<Found> {
  const query = { query: text, pageSize: shownOfEach }
  const [{ samples, totalSamples }, { batches }, { storages }, subject] = await Promise.all([
    call(samplesApi.search, { query }),
    call(batchesApi.search, { query }),
    call(storageApi.search, { query }),
    call(samplesApi.search, { query: { subjectId: text, pageSize: shownOfEach } }),
  ])
  const given = text.toLowerCase()
  const exact = samples.find(({ id, alias }) => id.toLowerCase() === given || alias.toLowerCase() === given)
  const isShown = ({ id }: Sample) => samples.some((sample) => sample.id === id)
  // Only a hint: the search has its result without it.
  const isNone = [samples, batches, storages, subject.samples].every(({ length }) => length === 0)
  const deleted = isNone ? await findDeletedSample(text).catch(() => null) : null
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
