import type { Cell } from '@lims/contract/positions.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import { formatMicrolitres } from '@lims/contract/volume.ts'
import { Link } from '@tanstack/react-router'
import { Button, Card } from 'antd'
import type { ReactNode } from 'react'
import { CustodyTag } from '../../../entities/custody/custody-tag.tsx'
import { PersonalValue } from '../../../entities/sample/personal-value.tsx'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { type DeniedProps, useDeniedProps } from '../../../entities/session/use-may.ts'
import { OccupancyBar } from '../../../entities/storage/occupancy-bar.tsx'
import { formatStorageType } from '../../../entities/storage/storage-text.ts'
import { DetailTable } from '../../../ui/detail-table.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Mono } from '../../../ui/mono.tsx'
import { contentAt, type GridModel, labelOf } from '../grid/grid-model.ts'
import styles from './editor-panel.module.css'

type Props = {
  model: GridModel
  cell: Cell
  onOpen: () => void
  onMove: () => void
}

/** The focused cell, its content, and what can be done with it. */
export function CellPanel({ model, cell, onOpen, onMove }: Props) {
  const content = contentAt(model, cell)
  const isBox = model.storage.type === 'BOX'
  const denied = useDeniedProps(isBox ? 'placement.edit' : 'storage.edit')
  return (
    <Card>
      <section aria-label="Focused cell" className={styles.panel}>
        <div className={styles.cell}>
          {model.storage.alias} · cell <Mono>{labelOf(model, cell)}</Mono>
        </div>
        {content?.sample && <Tube content={content} sample={content.sample} />}
        {content?.storage && <Held content={content} storage={content.storage} />}
        {!content && <p className="muted">Empty</p>}
        <div className={styles.buttons}>{buttonsOf(content, denied, { onOpen, onMove })}</div>
      </section>
    </Card>
  )
}

function Tube({
  content,
  sample,
}: {
  content: OccupancyEntry
  sample: NonNullable<OccupancyEntry['sample']>
}) {
  return (
    <>
      <div className={styles.name}>{content.contentName}</div>
      <Mono>{content.contentAlias}</Mono>
      <div className={styles.tag}>
        <StatusTag status={sample.status} /> <CustodyTag custody={sample.custody} />
      </div>
      <DetailTable
        label="Sample in the cell"
        rows={[
          { label: 'Type', value: displayName(sample.type) },
          { label: 'Volume', value: formatMicrolitres(sample.volume) },
          { label: 'Subject', value: <PersonalValue value={sample.subjectId} none="not assigned" /> },
          {
            label: 'Batch',
            value: (
              <Link to="/batches/$batchId" params={{ batchId: sample.batchId }}>
                {sample.batchName}
              </Link>
            ),
          },
        ]}
      />
    </>
  )
}

function Held({
  content,
  storage,
}: {
  content: OccupancyEntry
  storage: NonNullable<OccupancyEntry['storage']>
}) {
  return (
    <>
      <div className={styles.name}>{content.contentName}</div>
      <p className="muted">{formatStorageType(storage.type)}</p>
      <small className="muted">Cells in use</small>
      <OccupancyBar {...storage} />
    </>
  )
}

function buttonsOf(
  content: OccupancyEntry | undefined,
  denied: DeniedProps,
  { onOpen, onMove }: Pick<Props, 'onOpen' | 'onMove'>,
): ReactNode {
  if (!content) {
    return (
      <Button {...denied} onClick={onOpen}>
        Fill Position
      </Button>
    )
  }
  if (content.storage) return <Button onClick={onOpen}>Open {content.contentName}</Button>
  return (
    <>
      <LinkButton to="/samples/$sampleId" params={{ sampleId: content.contentId }}>
        Open sample
      </LinkButton>
      <Button {...denied} onClick={onMove}>
        Move…
      </Button>
      <Button danger {...denied} onClick={onOpen}>
        Disassociate…
      </Button>
    </>
  )
}
