import { z } from 'zod'
import { Custody } from './custody.ts'
import { PageQuery } from './paging.ts'
import { parameters } from './parameters.ts'
import { maskable, personal } from './personal.ts'
import { byPartOfId, refuseIncompleteFilters, sampleFilters } from './sample-filters.ts'
import { SampleSort } from './sample-sort.ts'
import { SampleStatus } from './sample-status.ts'
import { SampleType } from './sample-type.ts'
import { nowIfRefused, scannedAt } from './scan-time.ts'
import { success } from './success.ts'
import { maxTextLength, optionalText, requiredText } from './text.ts'
import { Millilitres } from './volume.ts'

const instant = z.iso.datetime().nullable()

export const Sample = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The tube ID: the short code printed on the tube. */
  alias: z.string(),
  type: SampleType,
  status: SampleStatus,
  custody: Custody,
  /** Freeze-thaw cycles so far. */
  thawCount: z.number().int(),
  volume: Millilitres,
  notes: z.string(),
  batchId: z.uuid(),
  batchName: z.string(),
  parentSampleId: z.uuid().nullable(),
  visitId: z.string().nullable(),
  subjectId: personal(z.string().nullable()),
  siteId: personal(z.string().nullable()),
  ...maskable,
  collectionTimestamp: instant,
  receivedTimestamp: instant,
  qcTimestamp: instant,
  processedTimestamp: instant,
  archivedTimestamp: instant,
  bamFileUri: z.string().nullable(),
  tubeType: z.string().nullish(),
  metadata: z.looseObject({ createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() }),
  version: z.number().int(),
})
export type Sample = z.infer<typeof Sample>

/** The cell of a tube. */
export const SamplePlace = z.object({
  /** The storage that directly contains the tube. */
  storageId: z.number().int(),
  /** The position label of the cell, such as D2. */
  location: z.string(),
  /** The names from the root to the cell: Freezer 1 › Rack A › Box 9 › D2. */
  path: z.string(),
})
export type SamplePlace = z.infer<typeof SamplePlace>

/** A sample as lists return it. `place` is null if it is not in storage. */
export const ListedSample = Sample.extend({ place: SamplePlace.nullable() })
export type ListedSample = z.infer<typeof ListedSample>

export const SampleListQuery = PageQuery.extend({
  ...sampleFilters,
  sort: SampleSort.optional(),
}).superRefine(refuseIncompleteFilters)
export type SampleListQuery = z.infer<typeof SampleListQuery>

export const SampleListReply = z.object({
  samples: z.array(ListedSample),
  totalSamples: z.number().int(),
  /** False if there are more matches than `maxCountedTotal`. */
  totalIsExact: z.boolean(),
  byPartOfId,
})
export type SampleListReply = z.infer<typeof SampleListReply>

export const ReceiveSampleBody = parameters({
  identifier: requiredText(maxTextLength.code, 'Please scan or enter a sample identifier'),
  notes: optionalText(maxTextLength.notes),
  scannedAt,
  nowIfRefused,
})
export type ReceiveSampleBody = z.infer<typeof ReceiveSampleBody>

export const ReceivedSample = z.object({
  id: z.uuid(),
  name: z.string(),
  alias: z.string(),
  status: SampleStatus,
  subjectId: personal(z.string().nullable()),
  ...maskable,
  batchId: z.uuid(),
  batchName: z.string(),
  receivedTimestamp: z.iso.datetime(),
  /** Undoes the receipt when given to /samples/undo-status. */
  eventId: z.number().int(),
})
export type ReceivedSample = z.infer<typeof ReceivedSample>

export const ReceiveSampleReply = z.object({ success, sample: ReceivedSample })
export type ReceiveSampleReply = z.infer<typeof ReceiveSampleReply>

export const LifecycleEvent = z.object({
  id: z.number().int(),
  sampleId: z.uuid(),
  fromStatus: SampleStatus.nullable(),
  status: SampleStatus,
  timestamp: z.iso.datetime(),
  userId: z.string(),
  userName: z.string(),
  notes: z.string(),
  /** The event that this one undoes; null for a change. */
  undoes: z.number().int().nullable(),
  /** True for a change that was undone. */
  isUndone: z.boolean(),
  /** True for the last change that still holds: it can be given to /samples/undo-status. */
  canUndo: z.boolean(),
})
export type LifecycleEvent = z.infer<typeof LifecycleEvent>
