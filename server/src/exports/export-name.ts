import { custodyNames } from '@lims/contract/custody.ts'
import { type ByPartOfId, sampleTypesOf, statusesOf } from '@lims/contract/sample-filters.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import { lastDayBefore, type TimeZone } from '@lims/contract/time-zone.ts'
import type { SampleFilter } from '../samples/resolve-filter.ts'

const maxPartLength = 40

type Names = {
  batch?: string | undefined
  storage?: string | undefined
  /** Filters that are part of the IDs that they find: the file must not seem to be that of one subject. */
  byPartOfId?: ByPartOfId
}

/**
 * Returns the name of an export without extension: 'samples-2026-11-22-QC-PASS-SITE007'. Days are those of the
 * laboratory.
 */
export function exportName(
  filter: SampleFilter,
  names: Names,
  { at, zone }: { at: Date; zone: TimeZone },
): string {
  const given = filterWords(filter, names, zone).map((part) =>
    [...part].slice(0, maxPartLength).join('').trim().replace(/\s+/g, '-'),
  )
  return ['samples', zone.dayOf(at), ...given].join('-')
}

/**
 * Returns the filters of an export as the audit trail keeps them: 'QC PASS, a subject'. Not what was searched for,
 * which may be about a person: the trail keeps it for good.
 */
export function describeFilters(filter: SampleFilter, names: Names, zone: TimeZone): string {
  const { subjectId, siteId, query, name } = filter
  const { byPartOfId = [], ...others } = names
  const withoutTexts = {
    ...filter,
    subjectId: subjectId && (byPartOfId.includes('subjectId') ? 'part of a subject' : 'a subject'),
    siteId: siteId && (byPartOfId.includes('siteId') ? 'part of a site' : 'a site'),
    query: query && 'a text',
    name: name && 'a name',
  }
  return filterWords(withoutTexts, others, zone).join(', ') || 'all samples'
}

function filterWords(filter: SampleFilter, names: Names, zone: TimeZone): string[] {
  const { query, name, status, sampleType, subjectId, siteId, waits, waitingSince, reached, change } = filter
  const contains = (name: 'subjectId' | 'siteId') => (names.byPartOfId?.includes(name) ? 'contains ' : '')
  const from = (at: string | undefined) => (at ? ` from ${zone.dayOf(new Date(at))}` : '')
  const words = [
    names.batch,
    statusesOf(status).map(displayName).join(' or '),
    sampleTypesOf(sampleType).map(displayName).join(' or '),
    subjectId && `${contains('subjectId')}${subjectId}`,
    siteId && `${contains('siteId')}${siteId}`,
    names.storage,
    query,
    name,
    waits && 'waiting',
    waitingSince && `since before ${zone.dayOf(new Date(waitingSince))}`,
    reached && `became ${displayName(reached)}${from(filter.reachedFrom)}`,
    filter.reachedTo && `to ${lastDayBefore(filter.reachedTo, zone)}`,
    change && `one change${from(filter.changedFrom)}`,
    filter.hasPlace && (filter.hasPlace === 'yes' ? 'in storage' : 'no place'),
    filter.custody && custodyNames[filter.custody],
    filter.hasFile && (filter.hasFile === 'yes' ? 'with file' : 'no file'),
    filter.hasParent && (filter.hasParent === 'yes' ? 'children' : 'no children'),
    from(filter.createdFrom).trim(),
    filter.createdTo && `to ${lastDayBefore(filter.createdTo, zone)}`,
  ]
  return words.flatMap((word) => word || [])
}
