import type { ListedBatch } from '@lims/contract/batches.ts'
import type { DeletedSample } from '@lims/contract/deletions.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { Sample } from '@lims/contract/samples.ts'
import type { Storage } from '@lims/contract/storage.ts'
import { Fragment, type ReactNode } from 'react'
import { formatSampleCount } from '../../entities/batch/batch-api.ts'
import { describeDeletion } from '../../entities/deletion/deletion-api.ts'
import { formatStorageType } from '../../entities/storage/storage-text.ts'
import { Mono } from '../../ui/mono.tsx'
import type { Found } from './find-anything.ts'
import styles from './hit-list.module.css'

type Hit = { address: string; words: ReactNode; heading?: string | undefined }

/** Returns the results in the order of the arrow keys. */
export function hitsOf(
  { samples, ofSubject, batches, storages, moreSamples, deleted }: Found,
  text: string,
): Hit[] {
  const wanted = encodeURIComponent(text)
  const more = { address: `/samples?query=${wanted}`, words: 'All samples that match…' }
  const all = { address: `/samples?subjectId=${wanted}`, words: 'All samples of this subject…' }
  return [
    ...withHeading('Samples', moreSamples ? [...samples.map(sampleHit), more] : samples.map(sampleHit)),
    ...withHeading(`Subject ${text}`, ofSubject.length > 0 ? [...ofSubject.map(sampleHit), all] : []),
    ...withHeading('Batches', batches.map(batchHit)),
    ...withHeading('Storage', storages.map(storageHit)),
    ...withHeading('Deleted', deleted ? [deletedHit(deleted)] : []),
  ]
}

const sampleHit = ({ id, name, alias, status }: Sample): Hit => ({
  address: `/samples/${id}`,
  words: (
    <>
      <span className={styles.name}>{name}</span>
      <Mono muted>{alias}</Mono>
      <small>{displayName(status)}</small>
    </>
  ),
})

const deletedHit = (deletion: DeletedSample): Hit => ({
  address: `/samples/${deletion.sampleId}`,
  words: (
    <>
      <span className={styles.name}>{deletion.name}</span>
      <Mono muted>{deletion.alias}</Mono>
      <small>{describeDeletion(deletion)}</small>
    </>
  ),
})

const batchHit = ({ id, name, numSamples }: ListedBatch): Hit => ({
  address: `/batches/${id}`,
  words: (
    <>
      <span className={styles.name}>{name}</span>
      <small>{formatSampleCount(numSamples)} samples</small>
    </>
  ),
})

const storageHit = ({ id, alias, type, parentAlias, position }: Storage): Hit => ({
  address: `/storage/${id}/enhanced`,
  words: (
    <>
      <span className={styles.name}>{alias}</span>
      <small>
        {formatStorageType(type)}
        {parentAlias && ` in ${parentAlias}, ${position}`}
      </small>
    </>
  ),
})

const withHeading = (heading: string, hits: Hit[]): Hit[] =>
  hits.map((hit, index) => (index === 0 ? { ...hit, heading } : hit))

export const hitId = (listId: string, index: number) => `${listId}-${index}`

type Props = {
  id: string
  hits: readonly Hit[]
  text: string
  active: number
  onGo: (address: string) => void
}

export function HitList({ id, hits, text, active, onGo }: Props) {
  if (hits.length === 0) {
    return (
      <div id={id} role="status" className={styles.list}>
        No results for '{text}'
      </div>
    )
  }
  return (
    <div id={id} role="listbox" aria-label="Results" className={styles.list}>
      {hits.map(({ address, words, heading }, index) => (
        <Fragment key={address}>
          {heading && (
            <div role="presentation" className={styles.heading}>
              {heading}
            </div>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys */}
          <div
            role="option"
            id={hitId(id, index)}
            aria-selected={index === active}
            tabIndex={-1}
            className={styles.hit}
            // Keeps the focus in the field: the list closes when the field loses it.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onGo(address)}
          >
            {words}
          </div>
        </Fragment>
      ))}
    </div>
  )
}
