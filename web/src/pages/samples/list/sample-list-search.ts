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

const instant = sampleFilters.waitingSince

/** The filters that can be malformed. */
const filterFields = {
  batchId: sampleFilters.batchId,
  status: StatusFilter.optional(),
  custody: sampleFilters.custody,
  sampleType: SampleTypeFilter.optional(),
  storageId: sampleFilters.storageId,
  hasPlace: YesOrNo.optional(),
  hasFile: YesOrNo.optional(),
  createdFrom: instant,
  createdTo: instant,
  waitingSince: instant,
  reached: sampleFilters.reached,
  reachedFrom: instant,
  reachedTo: instant,
  change: sampleFilters.change,
  changedFrom: instant,
  changedTo: instant,
}

/** Leaves what is malformed in the address, so that the page can name it. */
const orAsItIs = <T extends z.ZodType>(field: T) => field.catch(({ value }) => value as z.core.output<T>)

/** The parameters of the address of the list of samples, each on its own. */
export const SampleListSearch = z.object({
  page: numberInAddress,
  sort: SampleSort.optional().catch(undefined),
  query: textInAddress,
  subjectId: textInAddress,
  siteId: textInAddress,
  batchId: orAsItIs(filterFields.batchId),
  status: orAsItIs(filterFields.status),
  custody: orAsItIs(filterFields.custody),
  sampleType: orAsItIs(filterFields.sampleType),
  storageId: orAsItIs(filterFields.storageId),
  hasPlace: orAsItIs(filterFields.hasPlace),
  hasFile: orAsItIs(filterFields.hasFile),
  createdFrom: orAsItIs(instant),
  createdTo: orAsItIs(instant),
  waitingSince: orAsItIs(instant),
  reached: orAsItIs(filterFields.reached),
  reachedFrom: orAsItIs(instant),
  reachedTo: orAsItIs(instant),
  change: orAsItIs(filterFields.change),
  changedBy: textInAddress,
  changedFrom: orAsItIs(instant),
  changedTo: orAsItIs(instant),
})
type SampleListSearch = z.infer<typeof SampleListSearch>

/** The filters in the address, without page and order. */
export type ChosenFilters = Omit<SampleListSearch, 'page' | 'sort'>

/** Separates the filters that apply from the names of those that are malformed, or incomplete without another one. */
export function readFilters(address: ChosenFilters): { filter: ChosenFilters; notUnderstood: FilterName[] } {
  const malformed = names.filter((name) => !filterFields[name].safeParse(address[name]).success)
  const filter = without(address, malformed)
  const incomplete = incompleteFilters(filter)
  return { filter: without(filter, incomplete), notUnderstood: [...malformed, ...incomplete] }
}

type FilterName = keyof ChosenFilters
const names = Object.keys(filterFields) as (keyof typeof filterFields)[]

const without = (filters: ChosenFilters, removed: readonly FilterName[]): ChosenFilters => ({
  ...filters,
  ...Object.fromEntries(removed.map((name) => [name, undefined])),
})
