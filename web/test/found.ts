import type { FindReply, FoundBatch, FoundSample, FoundStorage, FoundSubject } from '@lims/contract/find.ts'
import { aBatch, aSample } from './records.ts'

/** The reply of the search box where nothing matches. */
export const nothingFound: FindReply = {
  samples: [],
  moreSamples: false,
  moreOfWords: false,
  exactSampleId: null,
  samplesOfSubject: [],
  subjects: [],
  batches: [],
  storages: [],
  moreStorages: false,
  deleted: null,
}

export const aFoundSample = (sample: Partial<FoundSample> = {}): FoundSample => {
  const { id, name, alias, status, custody } = aSample()
  return { id, name, alias, status, custody, place: null, ...sample }
}

export const aFoundBatch = (batch: Partial<FoundBatch> = {}): FoundBatch => {
  const { id, name, numSamples } = aBatch()
  return { id, name, numSamples, ...batch }
}

export const aFoundStorage = (storage: Partial<FoundStorage> = {}): FoundStorage => ({
  id: 7,
  alias: 'CSF box 3',
  type: 'BOX',
  place: { path: ['Lund A'], location: 'B4' },
  ...storage,
})

export const aFoundSubject = (subject: Partial<FoundSubject> = {}): FoundSubject => ({
  subjectId: 'P001',
  numSamples: 2,
  siteId: 'SITE007',
  batchName: 'Nordic study 4',
  ...subject,
})
