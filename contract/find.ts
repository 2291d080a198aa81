import { z } from 'zod'
import { Custody } from './custody.ts'
import { DeletedSample } from './deletions.ts'
import { endpoint } from './endpoint.ts'
import { parameters } from './parameters.ts'
import { maskable, personal } from './personal.ts'
import { SampleStatus } from './sample-status.ts'
import { StorageType } from './storage-type.ts'
import { maxTextLength, requiredText } from './text.ts'

/** Maximum number of hits of each kind. */
export const maxHitsOfEach = 5
/** The samples of a subject are counted up to this number. */
export const maxCountedOfSubject = 1000

const FoundPlace = z.object({
  /** Names of the storages around it, root first. */
  path: z.array(z.string()),
  /** The position label of its cell, such as B4. */
  location: z.string(),
})
export type FoundPlace = z.infer<typeof FoundPlace>

export const FoundSample = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The tube ID. */
  alias: z.string(),
  status: SampleStatus,
  custody: Custody,
  place: FoundPlace.nullable(),
})
export type FoundSample = z.infer<typeof FoundSample>

export const FoundBatch = z.object({ id: z.uuid(), name: z.string(), numSamples: z.number().int() })
export type FoundBatch = z.infer<typeof FoundBatch>

export const FoundStorage = z.object({
  id: z.number().int(),
  alias: z.string(),
  type: StorageType,
  /** Null at the top level. */
  place: FoundPlace.nullable(),
})
export type FoundStorage = z.infer<typeof FoundStorage>

export const FoundSubject = z.object({
  subjectId: personal(z.string()),
  /** At most `maxCountedOfSubject`; then there may be more. */
  numSamples: z.number().int(),
  /** Null if its samples are of several sites, or of none. */
  siteId: personal(z.string().nullable()),
  ...maskable,
  /** Null if its samples are in several batches. */
  batchName: z.string().nullable(),
})
export type FoundSubject = z.infer<typeof FoundSubject>

export const FindReply = z.object({
  samples: z.array(FoundSample),
  /** True if the list of samples shows further matches of the same text. */
  moreSamples: z.boolean(),
  /** True if further samples contain all words but not the whole text: the list of samples does not show them. */
  moreOfWords: z.boolean(),
  /** The sample with exactly this id or tube ID, in any case. */
  exactSampleId: z.uuid().nullable(),
  /** Samples of the subject with exactly this code, in any case, that are not in `samples`. */
  samplesOfSubject: z.array(FoundSample),
  subjects: z.array(FoundSubject),
  batches: z.array(FoundBatch),
  storages: z.array(FoundStorage),
  /** True if the list of storages shows further matches of the same text. */
  moreStorages: z.boolean(),
  /** If nothing else matches: a deleted sample with this id or tube ID. */
  deleted: DeletedSample.nullable(),
})
export type FindReply = z.infer<typeof FindReply>

/** Endpoints of the search box. */
export const findApi = {
  find: endpoint({
    method: 'GET',
    path: '/find',
    permission: 'sample.read',
    summary: 'A few samples, subjects, batches and storages that match a text, the best matches first',
    query: parameters({ query: requiredText(maxTextLength.search, 'query must be a text to search for') }),
    reply: FindReply,
  }),
}
