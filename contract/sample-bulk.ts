import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { parameters } from './parameters.ts'
import { refuseIncompleteFilters, sampleFilters } from './sample-filters.ts'
import { SampleStatus } from './sample-status.ts'

/** Maximum number of samples that can be chosen, and changed, together. */
export const maxChosenSamples = 20_000

/** What the bulk bar needs to know of a chosen sample. */
export const ChosenSample = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The tube ID. */
  alias: z.string(),
  status: SampleStatus,
})
export type ChosenSample = z.infer<typeof ChosenSample>

/** Endpoints for many samples at once. */
export const sampleBulkApi = {
  matching: endpoint({
    method: 'GET',
    path: '/samples/matching',
    summary: `All samples that match a text and filters, at most ${maxChosenSamples.toLocaleString('en')}`,
    query: parameters({ ...sampleFilters }).superRefine(refuseIncompleteFilters),
    /** Newest batch first, then in the order of registration. */
    reply: z.object({ samples: z.array(ChosenSample) }),
  }),
}
