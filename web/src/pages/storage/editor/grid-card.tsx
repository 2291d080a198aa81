import type { Cell } from '@lims/contract/positions.ts'
import { Button, Card, Segmented, Skeleton } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { QueryError } from '../../../api/query-error.tsx'
import { OccupancyBar } from '../../../entities/storage/occupancy-bar.tsx'
import { StaleMark } from '../../../ui/load-error.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import type { ColourBy } from '../grid/cell-paint.ts'
import { GridLegend } from '../grid/grid-legend.tsx'
import type { GridModel } from '../grid/grid-model.ts'
import { StorageGrid } from '../grid/storage-grid.tsx'
import styles from './grid-card.module.css'
import type { OpenGrid } from './use-open-grid.ts'

type Props = {
  grid: OpenGrid
  /** Shown above the cells, for example the name of the second box. */
  heading?: ReactNode
  colourBy: ColourBy
  onColourBy: (by: ColourBy) => void
  /** Starts choosing tubes by tapping; undefined while that or a move is going on. */
  onChoose: (() => void) | undefined
  tabCell: Cell
  cells: (model: GridModel) => Omit<ComponentProps<typeof StorageGrid>, 'model' | 'colourBy' | 'tabCell'>
}

const colours = [
  { value: 'status', label: 'Status' },
  { value: 'type', label: 'Type' },
] as const

const keyHint = 'Arrow keys move · Enter opens'
const tubeKeyHint = `${keyHint} · Space selects · Ctrl X, Ctrl V move tubes`

/** One grid with its occupancy and legend. */
export function GridCard({ grid, heading, colourBy, onColourBy, onChoose, tabCell, cells }: Props) {
  const { model, failure, retry } = grid
  const canTouch = useMedia('(any-pointer: coarse)')
  if (!model && failure) {
    return (
      <Card>
        {heading}
        <QueryError title={grid.failedTitle} query={{ error: failure, refetch: retry }} />
      </Card>
    )
  }
  if (!model) {
    return (
      <Card>
        <Skeleton active paragraph={{ rows: 12 }} />
      </Card>
    )
  }
  const { capacity, type } = model.storage
  return (
    <Card styles={{ body: { padding: 14 } }}>
      {heading}
      {failure && <StaleMark readAt={grid.readAt} onRetry={retry} />}
      <div className={styles.top}>
        <div className={styles.occupancy}>
          {type !== 'BOX' && <small className="muted">Cells in use</small>}
          <OccupancyBar occupied={model.occupied} capacity={capacity} />
        </div>
        {type === 'BOX' && (
          <>
            {canTouch && (
              <Button disabled={!onChoose || model.occupied === 0} onClick={onChoose}>
                Choose tubes
              </Button>
            )}
            <Segmented
              size="small"
              aria-label="Colour by"
              value={colourBy}
              options={[...colours]}
              onChange={onColourBy}
            />
          </>
        )}
      </div>
      <StorageGrid model={model} colourBy={colourBy} tabCell={tabCell} {...cells(model)} />
      <div className={styles.foot}>
        <GridLegend model={model} colourBy={colourBy} />
        <span className={`${styles.keys} not-printed`}>
          {type !== 'BOX' ? keyHint : canTouch ? `${tubeKeyHint} · Hold a tube to select it` : tubeKeyHint}
        </span>
      </div>
    </Card>
  )
}
