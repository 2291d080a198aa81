import { inWords } from '@lims/contract/sample-status.ts'
import { Fragment, type ReactNode } from 'react'
import { typeWord } from '../storage/storage-words.ts'
import { Mono } from '../ui/mono.tsx'
import type { Found } from './find-anything.ts'
import styles from './hit-list.module.css'

type Hit = { address: string; words: ReactNode; heading?: string | undefined }

/** What was found, in the order in which the arrow keys go through it. */
export function hitsOf({ samples, batches, storages, moreSamples }: Found, text: string): Hit[] {
  const sampleHits = samples.map(({ id, name, alias, status }) => ({
    address: `/samples/${id}`,
    words: (
      <>
        <span className={styles.name}>{name}</span>
        <Mono muted>{alias}</Mono>
        <small>{inWords(status)}</small>
      </>
    ),
  }))
  const more = { address: `/samples?query=${encodeURIComponent(text)}`, words: 'All samples that match…' }
  const batchHits = batches.map(({ id, name, numSamples }) => ({
    address: `/batches/${id}`,
    words: (
      <>
        <span className={styles.name}>{name}</span>
        <small>{numSamples.toLocaleString('en')} samples</small>
      </>
    ),
  }))
  const storageHits = storages.map(({ id, alias, type, parentAlias, position }) => ({
    address: `/storage/${id}/enhanced`,
    words: (
      <>
        <span className={styles.name}>{alias}</span>
        <small>
          {typeWord(type)}
          {parentAlias && ` in ${parentAlias}, ${position}`}
        </small>
      </>
    ),
  }))
  return [
    ...headed('Samples', moreSamples ? [...sampleHits, more] : sampleHits),
    ...headed('Batches', batchHits),
    ...headed('Storage', storageHits),
  ]
}

const headed = (heading: string, hits: Hit[]): Hit[] =>
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
        Nothing is called '{text}'
      </div>
    )
  }
  return (
    <div id={id} role="listbox" aria-label="Found" className={styles.list}>
      {hits.map(({ address, words, heading }, index) => (
        <Fragment key={address}>
          {heading && (
            <div role="presentation" className={styles.heading}>
              {heading}
            </div>
          )}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys */}
          <div
            role="option"
            id={hitId(id, index)}
            aria-selected={index === active}
            tabIndex={-1}
            className={styles.hit}
            // Pressing the mouse must not take the focus from the field, which closes the list when it loses it.
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
