import { keysOf } from '@lims/contract/keys-of.ts'
import type { SortField } from '@lims/contract/sample-sort.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { ListedSample } from '@lims/contract/samples.ts'
import { formatMillilitres } from '@lims/contract/volume.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CustodyTag } from '../../entities/custody/custody-tag.tsx'
import { PersonalValue } from '../../entities/sample/personal-value.tsx'
import { StatusTag } from '../../entities/sample/status-tag.tsx'
import { PlaceLink } from '../../entities/storage/place-link.tsx'
import { formatInstant } from '../../ui/format-instant.ts'
import { Mono } from '../../ui/mono.tsx'
import styles from './sample-columns.module.css'

/** The columns of a table of samples beside the name and the actions. Notes and custody cannot be sorted by. */
export type ColumnKey = Exclude<SortField, 'name'> | 'notes' | 'custody'

type SampleColumn = {
  title: string
  isSortable?: false
  /** Pixels. */
  width: number
  render: (sample: ListedSample) => ReactNode
  align?: 'end'
  className?: string
  /** Cuts long text with an ellipsis. */
  ellipsis?: true
}

const time = (title: string, instantOf: (sample: ListedSample) => string | null): SampleColumn => ({
  title,
  width: 184,
  className: 'numbers',
  render: (sample) => formatInstant(instantOf(sample)),
})

/** In the usual order. */
export const sampleColumns: Record<ColumnKey, SampleColumn> = {
  tubeId: { title: 'Tube ID', width: 120, render: ({ alias }) => <Mono>{alias}</Mono>, ellipsis: true },
  type: { title: 'Type', width: 100, render: ({ type }) => displayName(type) },
  status: {
    title: 'Status',
    width: 150,
    render: ({ status, custody }) => (
      <span className={styles.tags}>
        <StatusTag status={status} />
        <CustodyTag custody={custody} isBrief />
      </span>
    ),
  },
  volume: {
    title: 'Volume',
    width: 96,
    align: 'end',
    className: `numbers ${styles.volume}`,
    render: ({ volume }) => formatMillilitres(volume),
  },
  notes: { title: 'Notes', width: 140, isSortable: false, render: ({ notes }) => notes, ellipsis: true },
  place: { title: 'Place', width: 200, render: ({ place }) => <PlaceLink place={place} /> },
  custody: {
    title: 'Custody',
    width: 140,
    isSortable: false,
    render: ({ custody }) => <CustodyTag custody={custody} withAvailable />,
  },
  thawCount: {
    title: 'Thaws',
    width: 96,
    align: 'end',
    className: 'numbers',
    render: ({ thawCount }) => thawCount,
  },
  batch: {
    title: 'Batch',
    width: 190,
    ellipsis: true,
    render: ({ batchId, batchName }) => (
      <Link to="/batches/$batchId" params={{ batchId }} title={batchName}>
        {batchName}
      </Link>
    ),
  },
  subject: {
    title: 'Subject',
    width: 150,
    render: ({ subjectId }) => <PersonalValue value={subjectId} />,
    ellipsis: true,
  },
  site: {
    title: 'Site',
    width: 110,
    render: ({ siteId }) => <PersonalValue value={siteId} />,
    ellipsis: true,
  },
  visit: { title: 'Visit', width: 90, render: ({ visitId }) => visitId, ellipsis: true },
  tubeType: { title: 'Tube type', width: 110, render: ({ tubeType }) => tubeType, ellipsis: true },
  created: time('Created', ({ metadata }) => metadata.createdAt),
  collected: time('Collected', ({ collectionTimestamp }) => collectionTimestamp),
  received: time('Received', ({ receivedTimestamp }) => receivedTimestamp),
  processed: time('Processed', ({ processedTimestamp }) => processedTimestamp),
  qc: time('QC', ({ qcTimestamp }) => qcTimestamp),
  archived: time('Archived', ({ archivedTimestamp }) => archivedTimestamp),
  updated: time('Updated', ({ metadata }) => metadata.updatedAt),
  file: {
    title: 'Data file',
    width: 190,
    ellipsis: true,
    render: ({ bamFileUri }) => bamFileUri && <Mono>{bamFileUri}</Mono>,
  },
}

export const columnKeys = keysOf(sampleColumns)

export const isColumnKey = (key: string): key is ColumnKey => Object.hasOwn(sampleColumns, key)

/** Returns the columns with these keys, each once, in the order of `keys`; the status is always shown. */
export const knownColumns = (keys: readonly string[]): ColumnKey[] => [
  ...new Set([...(keys.includes('status') ? [] : ['status' as const]), ...keys.filter(isColumnKey)]),
]
