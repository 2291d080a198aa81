import { sampleTypesOf, statusesOf } from '@lims/contract/sample-filters.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { TimeZone } from '@lims/contract/time-zone.ts'
import type { SampleFilter } from '../samples/resolve-filter.ts'

const maxPartLength = 40

/** Returns the name of an export without extension: 'samples-2026-11-22-QC-PASS-SITE007'. Days are those of the laboratory. */
export function exportName(
  filter: SampleFilter,
  names: { batch?: string | undefined; storage?: string | undefined },
  { at, zone }: { at: Date; zone: TimeZone },
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
    filter.createdFrom && `from ${zone.dayOf(new Date(filter.createdFrom))}`,
    // The midnight that ends the last day.
    filter.createdTo && `to ${zone.dayOf(new Date(new Date(filter.createdTo).getTime() - 1))}`,
  ]
  const given = parts.flatMap((part) =>
    part ? [[...part].slice(0, maxPartLength).join('').trim().replace(/\s+/g, '-')] : [],
  )
  return ['samples', zone.dayOf(at), ...given].join('-')
}
