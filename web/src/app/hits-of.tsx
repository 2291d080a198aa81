import { inWords } from '@lims/contract/sample-status.ts'
import type { ReactNode } from 'react'
import { Mono } from '../ui/mono.tsx'
import type { Found } from './find-anything.ts'
import styles from './scan-or-search.module.css'

type Hit = { value: string; label: ReactNode }

/** What was found, as choices whose value is the address to go to. */
export function hitsOf(
  { samples, batches, moreSamples }: Found,
  text: string,
): { label: string; options: Hit[] }[] {
  const sampleHits = samples.map(({ id, name, alias, status }) => ({
    value: `/samples/${id}`,
    label: (
      <span className={styles.hit}>
        <span className={styles.name}>{name}</span>
        <Mono muted>{alias}</Mono>
        <small className="muted">{inWords(status)}</small>
      </span>
    ),
  }))
  const more = {
    value: `/samples?query=${encodeURIComponent(text)}`,
    label: 'All samples that match…',
  }
  const batchHits = batches.map(({ id, name, numSamples }) => ({
    value: `/batches/${id}`,
    label: (
      <span className={styles.hit}>
        <span className={styles.name}>{name}</span>
        <small className="muted">{numSamples.toLocaleString('en')} samples</small>
      </span>
    ),
  }))
  return [
    ...(sampleHits.length
      ? [{ label: 'Samples', options: moreSamples ? [...sampleHits, more] : sampleHits }]
      : []),
    ...(batchHits.length ? [{ label: 'Batches', options: batchHits }] : []),
  ]
}
