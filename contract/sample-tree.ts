import { z } from 'zod'
import { childCounts } from './batches.ts'
import { parameters } from './parameters.ts'
import { byPartOfId, refuseIncompleteFilters, sampleFilters } from './sample-filters.ts'
import { SampleStatus } from './sample-status.ts'
import { ListedSample } from './samples.ts'
import { text } from './text.ts'

/** Batches, parent samples and child samples. `cursor` comes from the previous page. */
export const SampleTreeQuery = parameters({
  ...sampleFilters,
  /** Number of parent samples per page; their children are included and not counted. */
  pageSize: z.coerce.number().int().min(1).max(1000).default(200),
  cursor: text(60).optional(),
}).superRefine(refuseIncompleteFilters)
export type SampleTreeQuery = z.infer<typeof SampleTreeQuery>

export const TreeBatch = z.object({
  id: z.uuid(),
  name: z.string(),
  /** All samples of the batch, regardless of the filters. */
  numSamples: z.number().int(),
  byStatus: z.partialRecord(SampleStatus, z.number().int()),
  children: childCounts,
})
export type TreeBatch = z.infer<typeof TreeBatch>

export const TreeSample = ListedSample.extend({
  children: z.array(ListedSample),
  /** Set if the sample itself does not match the filters and is listed only because one of its children does. */
  isContext: z.literal(true).optional(),
})
export type TreeSample = z.infer<typeof TreeSample>

export const SampleTreeReply = z.object({
  /** The batches of the samples on this page, in the order of the samples. */
  batches: z.array(TreeBatch),
  samples: z.array(TreeSample),
  /** Undefined on the last page. */
  nextCursor: z.string().optional(),
  /** The cursor of what comes after the last batch of this page, to leave out the rest of it. */
  nextBatchCursor: z.string().optional(),
  /** Number of matching parents and children. */
  totalSamples: z.number().int(),
  totalIsExact: z.boolean(),
  byPartOfId,
})
export type SampleTreeReply = z.infer<typeof SampleTreeReply>
