import { looseFilters, sampleFilters } from '@lims/contract/sample-filters.ts'
import { GivenStatus } from '@lims/contract/sample-status.ts'
import { GivenSampleType } from '@lims/contract/sample-type.ts'
import { z } from 'zod'

/** The router reads '123' and 'true' as more than text; in every filter they are text. */
const asText = (given: unknown) =>
  typeof given === 'number' || typeof given === 'boolean' ? `${given}` : given
export const words = z.preprocess(asText, z.string().min(1)).optional().catch(undefined)
export const page = z.coerce.number().int().min(1).optional().catch(undefined)

const instant = sampleFilters.waitingSince.catch(undefined)

export const storageId = z.coerce.number().int().min(1).optional().catch(undefined)

export const BatchListSearch = z.object({
  page,
  query: words,
  sort: z.enum(['newest', 'name', '-name']).optional().catch(undefined),
})

const SampleFilters = z.object({
  page,
  query: words,
  subjectId: words,
  siteId: words,
  batchId: words,
  status: GivenStatus.optional().catch(undefined),
  sampleType: GivenSampleType.optional().catch(undefined),
  waitingSince: instant,
  reached: sampleFilters.reached.catch(undefined),
  reachedFrom: instant,
  reachedTo: instant,
  change: words,
  changedBy: words,
  changedFrom: instant,
  changedTo: instant,
})

/** An address that somebody has cut short still leads to a list. */
export const SampleListSearch = SampleFilters.transform((filters) => {
  const kept = { ...filters }
  for (const name of looseFilters(filters)) kept[name] = undefined
  return kept
})

export const StorageListSearch = z.object({
  page,
  query: words,
  sort: z.enum(['alias', '-alias']).optional().catch(undefined),
  view: z.enum(['list', 'tree']).optional().catch(undefined),
})

export const StorageEnhancedSearch = z.object({
  tab: z.enum(['grid', 'details']).optional().catch(undefined),
  colour: z.enum(['status', 'type']).optional().catch(undefined),
  /** The cell to begin at, such as B4. */
  cell: words,
  /** A second storage, open beside the first. */
  beside: storageId,
})
