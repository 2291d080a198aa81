import { z } from 'zod'
import { withPersonalValues } from './personal.ts'

/** What lists of samples can be sorted by. */
export const sortFields = [
  'name',
  'tubeId',
  'type',
  'status',
  'volume',
  'thawCount',
  'place',
  'batch',
  'subject',
  'site',
  'visit',
  'tubeType',
  'created',
  'collected',
  'received',
  'processed',
  'qc',
  'archived',
  'updated',
  'file',
] as const
export type SortField = (typeof sortFields)[number]

/** Ascending, or descending with a minus in front. Samples without a value come last in both. */
export const SampleSort = withPersonalValues(
  z.enum(
    sortFields.flatMap((field) => [field, `-${field}` as const]),
    { error: `must be one of ${sortFields.join(', ')}, with a minus in front for descending` },
  ),
  ['subject', '-subject', 'site', '-site'],
)
export type SampleSort = z.infer<typeof SampleSort>

export const sortOf = (sort: SampleSort): { field: SortField; direction: 'asc' | 'desc' } =>
  sort.startsWith('-')
    ? { field: sort.slice(1) as SortField, direction: 'desc' }
    : { field: sort as SortField, direction: 'asc' }
