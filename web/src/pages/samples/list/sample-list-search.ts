import {
  incompleteFilters,
  SampleTypeFilter,
  StatusFilter,
  sampleFilters,
  YesOrNo,
} from '@lims/contract/sample-filters.ts'
import { SampleSort } from '@lims/contract/sample-sort.ts'
import { z } from 'zod'
import { numberInAddress, textInAddress } from '../../../ui/address-values.ts'

const instant = sampleFilters.waitingSince.catch(undefined)

/** The parameters of the address of the list of samples, each on its own. */
export const SampleFilterParameters = z.object({
  page: numberInAddress,
  sort: SampleSort.optional().catch(undefined),
  /** The id of a saved view, as several may have the same filters and order. */
  view: z.uuid().optional().catch(undefined),
  query: textInAddress,
  subjectId: textInAddress,
  siteId: textInAddress,
  batchId: sampleFilters.batchId.catch(undefined),
  status: StatusFilter.optional().catch(undefined),
  custody: sampleFilters.custody.catch(undefined),
  sampleType: SampleTypeFilter.optional().catch(undefined),
  storageId: numberInAddress,
  hasPlace: YesOrNo.optional().catch(undefined),
  hasFile: YesOrNo.optional().catch(undefined),
  hasParent: YesOrNo.optional().catch(undefined),
  createdFrom: instant,
  createdTo: instant,
  waits: sampleFilters.waits.catch(undefined),
  waitingSince: instant,
  reached: sampleFilters.reached.catch(undefined),
  reachedFrom: instant,
  reachedTo: instant,
  change: sampleFilters.change.catch(undefined),
  changedBy: textInAddress,
  changedFrom: instant,
  changedTo: instant,
  changedVariant: sampleFilters.changedVariant.catch(undefined),
})

/** The filters of the sample list in the address. Invalid and incomplete filters are dropped. */
export const SampleListSearch = SampleFilterParameters.transform((filters) => {
  const kept = { ...filters }
  for (const name of incompleteFilters(filters)) kept[name] = undefined
  return kept
})

/** The filters in the address, without page, order and view. */
export type ChosenFilters = Omit<z.infer<typeof SampleListSearch>, 'page' | 'sort' | 'view'>

/** Whether there is a filter without a field, which a link has set: `LinkedFilters` shows these. */
export const isLinked = ({
  batchId,
  hasParent,
  waits,
  waitingSince,
  reached,
  change,
}: ChosenFilters): boolean =>
  [batchId, hasParent, waits, waitingSince, reached, change].some((value) => value !== undefined)
