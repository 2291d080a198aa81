import { formatNumber } from '@lims/contract/format-count.ts'
import { type ChosenSample, maxChosenSamples } from '@lims/contract/sample-bulk.ts'
import type { ByPartOfId } from '@lims/contract/sample-filters.ts'
import type { SampleSort } from '@lims/contract/sample-sort.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { findMatchingSamples, findSortedSamples } from './bulk-queries.ts'
import { partsOfIds, resolveFilter, type SampleFilter, withRareStatuses } from './resolve-filter.ts'

/** Lists all samples that match the filters. Throws `too-many-samples` if they are more than can be chosen. */
export async function listMatchingSamples(
  db: Db,
  { sort, ...filter }: SampleFilter & { sort?: SampleSort | undefined },
): Promise<{ samples: ChosenSample[]; byPartOfId?: ByPartOfId }> {
  const resolved = await resolveFilter(db, filter)
  const wanted = await withRareStatuses(db, resolved)
  const max = maxChosenSamples + 1
  const samples = await (sort
    ? findSortedSamples(db, wanted, sort, max)
    : findMatchingSamples(db, wanted, max))
  if (samples.length <= maxChosenSamples) return { samples, ...partsOfIds(filter, resolved) }
  const limit = formatNumber(maxChosenSamples)
  throw new DomainError(
    'too-many-samples',
    `More than ${limit} samples match. At most ${limit} can be chosen at once; please narrow the filters.`,
  )
}
