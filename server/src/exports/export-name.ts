import { sampleTypesOf, statusesOf } from '@lims/contract/sample-filters.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { SampleFilter } from '../samples/resolve-filter.ts'

const maxPartLength = 40

/** Returns the name of an export without extension: 'samples-2026-11-22-QC-PASS-SITE007'. The day is that of UTC. */
export function exportName(
  filter: SampleFilter,
  at: Date,
  names: { batch?: string | undefined; storage?: string | undefined },
): string {
  const { query, name, status, sampleType, subjectId, siteId, waitingSince, reached, change } = filter
  const parts = [
    names.batch,
    statusesOf(status).map(displayName).join(' or '),
    sampleTypesOf(sampleType).map(displayName).join(' or '),
    subjectId,
    siteId,
    names.storage,
    query,
    name,
    waitingSince && 'waiting',
    reached && `became ${displayName(reached)}`,
    change && 'one change',
    filter.hasPlace && (filter.hasPlace === 'yes' ? 'in storage' : 'no place'),
    filter.custody?.toLowerCase().replaceAll('_', ' '),
    filter.hasFile && (filter.hasFile === 'yes' ? 'with file' : 'no file'),
    filter.createdFrom && `from ${filter.createdFrom.slice(0, 10)}`,
    filter.createdTo && `to ${filter.createdTo.slice(0, 10)}`,
  ]
  const given = parts.flatMap((part) =>
    part ? [[...part].slice(0, maxPartLength).join('').trim().replace(/\s+/g, '-')] : [],
  )
  return ['samples', at.toISOString().slice(0, 10), ...given].join('-')
}
