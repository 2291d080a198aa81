import { displayName } from '@lims/contract/sample-status.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import { formatMicrolitres } from '@lims/contract/volume.ts'
import { custodyName } from '../../../entities/custody/custody-tag.tsx'
import { endOfTubeId } from '../../../entities/sample/sample-text.ts'
import { formatOccupancy, formatStorageType } from '../../../entities/storage/storage-text.ts'

/** The main text of a cell: the last digits of a tube ID, the alias of a storage. */
export const shortName = ({ contentType, contentAlias }: OccupancyEntry): string =>
  contentType === 'sample' ? endOfTubeId(contentAlias) : contentAlias

/** The smaller text below it: the type of a sample, the occupancy of a storage. */
export const secondLine = ({ sample, storage }: OccupancyEntry): string => {
  if (sample) return sample.type === 'UNKNOWN_SAMPLE_TYPE' ? 'unknown' : sample.type
  return storage ? formatOccupancy(storage) : ''
}

/** All facts of a content, for the tooltip and the accessible name. */
export function contentFacts({ contentName, contentAlias, sample, storage }: OccupancyEntry): string[] {
  if (storage) return [contentAlias, formatStorageType(storage.type), formatOccupancy(storage)]
  if (!sample) return [contentName, contentAlias]
  return [
    contentName,
    contentAlias,
    displayName(sample.status),
    ...(sample.custody === 'AVAILABLE' ? [] : [custodyName(sample.custody)]),
    displayName(sample.type),
    formatMicrolitres(sample.volume),
    ...(sample.subjectId ? [`subject ${sample.subjectId}`] : []),
    sample.batchName,
  ]
}

/** The accessible name of a cell: 'C4, NB-P004-EDTA-2, …, selected'. */
export const accessibleName = (label: string, content: OccupancyEntry | undefined, marks?: string): string =>
  [label, ...(content ? contentFacts(content) : ['empty']), ...(marks ? [marks] : [])].join(', ')
