import { displayName } from '@lims/contract/sample-status.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import { formatMicrolitres } from '@lims/contract/volume.ts'
import { heldOf, typeWord } from '../../../entities/storage/storage-words.ts'

const shownDigits = 5

/** What is written in the cell: the last digits of a tube id, the alias of a storage. */
export const shortName = ({ contentType, contentAlias }: OccupancyEntry): string =>
  contentType === 'sample' ? contentAlias.slice(-shownDigits) : contentAlias

/** The smaller line under it. */
export const underline = ({ sample, storage }: OccupancyEntry): string => {
  if (sample) return sample.type === 'UNKNOWN_SAMPLE_TYPE' ? 'unknown' : sample.type
  return storage ? heldOf(storage) : ''
}

/** The whole identity of a content, part by part. */
export function identityOf({ contentName, contentAlias, sample, storage }: OccupancyEntry): string[] {
  if (storage) return [contentAlias, typeWord(storage.type), heldOf(storage)]
  if (!sample) return [contentName, contentAlias]
  return [
    contentName,
    contentAlias,
    displayName(sample.status),
    displayName(sample.type),
    formatMicrolitres(sample.volume),
    ...(sample.subjectId ? [`subject ${sample.subjectId}`] : []),
    sample.batchName,
  ]
}

/** What is read aloud of a cell. */
export const spokenCell = (label: string, content: OccupancyEntry | undefined, marks?: string): string =>
  [label, ...(content ? identityOf(content) : ['empty']), ...(marks ? [marks] : [])].join(', ')
