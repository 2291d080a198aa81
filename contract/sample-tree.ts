import { z } from 'zod'
import { parameters } from './parameters.ts'
import { refuseIncompleteFilters, sampleFilters } from './sample-filters.ts'
import { SampleStatus } from './sample-status.ts'
import { Sample } from './samples.ts'
import { optionalText } from './text.ts'

/** Batch, then parent sample, then child samples: read on with the cursor of the page before. */
export const SampleTreeQuery = parameters({
  ...sampleFilters,
  /** Parent samples a page; their children come with them. */
  pageSize: z.coerce.number().int().min(1).max(1000).default(200),
  cursor: optionalText(60),
}).superRefine(refuseIncompleteFilters)
export type SampleTreeQuery = z.infer<typeof SampleTreeQuery>

export const TreeBatch = z.object({
  id: z.uuid(),
  name: z.string(),
  /** All samples of the batch, whatever the filter. */
  numSamples: z.number().int(),
  byStatus: z.partialRecord(SampleStatus, z.number().int()),
})
export type TreeBatch = z.infer<typeof TreeBatch>

export const TreeSample = Sample.extend({
  children: z.array(Sample),
  /** The sample itself does not match the filters: it is listed because one of its children does. */
  isContext: z.literal(true).optional(),
})
export type TreeSample = z.infer<typeof TreeSample>

export const SampleTreeReply = z.object({
  /** The batches of this page's samples, in the order of the samples. */
  batches: z.array(TreeBatch),
  samples: z.array(TreeSample),
  /** Undefined on the last page. */
  nextCursor: z.string().optional(),
  /** Parents and children that match. */
  totalSamples: z.number().int(),
  totalIsExact: z.boolean(),
})
export type SampleTreeReply = z.infer<typeof SampleTreeReply>
