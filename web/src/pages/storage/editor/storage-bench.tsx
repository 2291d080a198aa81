import { type Cell, parsePositionLabel } from '@lims/contract/positions.ts'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { countOf } from '../../../entities/storage/storage-words.ts'
import { CellDialogs, type OpenedCell } from '../fill/cell-dialogs.tsx'
import type { ColourBy } from '../grid/cell-paint.ts'
import type { GridLayer } from '../grid/grid-layers.ts'
import { contentAt, type GridModel } from '../grid/grid-model.ts'
import { BesideHeading } from './beside-heading.tsx'
import { CellPanel } from './cell-panel.tsx'
import { ChosenPanel } from './chosen-panel.tsx'
import { DragGhost } from './drag-ghost.tsx'
import { GridCard } from './grid-card.tsx'
import { MovingBar } from './moving-bar.tsx'
import { OpenBeside } from './open-beside.tsx'
import styles from './storage-bench.module.css'
import { takenOut } from './take-out.ts'
import { type Bench, useBench } from './use-bench.ts'
import { type OpenGrid, useOpenGrid } from './use-open-grid.ts'
import type { Point } from './use-tube-drag.ts'

type Props = {
  storageId: number
  besideId: number | undefined
  /** The label of the cell to begin at. */
  beginAt: string | undefined
  colourBy: ColourBy
  onColourBy: (by: ColourBy) => void
  onBeside: (storageId: number | undefined) => void
  /** What the tools of the box mark in its grid. */
  layer: GridLayer | undefined
  /** Stands beside the grid while a tool of the box is at work. */
  panel: ReactNode
}

/** The grid of a storage, another beside it when wanted, and the panel that names the focused cell. */
export function StorageBench({
  storageId,
  besideId,
  beginAt,
  colourBy,
  onColourBy,
  onBeside,
  ...tool
}: Props) {
  const navigate = useNavigate()
  const [opened, setOpened] = useState<OpenedCell>()
  const [isOpen, setIsOpen] = useState(false)
  const grid = useOpenGrid(storageId)
  const beside = useOpenGrid(besideId === storageId ? undefined : besideId)
  const models = useMemo(() => modelsOf([grid.model, beside.model]), [grid.model, beside.model])

  function open(model: GridModel, cell: Cell) {
    const content = contentAt(model, cell)
    if (!content?.storage) {
      setOpened({ model, cell, content })
      setIsOpen(true)
      return
    }
    void navigate({
      to: '/storage/$storageId/enhanced',
      params: { storageId: content.contentId },
      search: { colour: colourBy === 'type' ? 'type' : undefined },
    })
  }
  const bench = useBench({ models, onOpen: open })

  const card = (shown: OpenGrid, heading?: ReactNode) => (
    <GridCard
      grid={shown}
      heading={heading}
      colourBy={colourBy}
      onColourBy={onColourBy}
      tabCell={tabCell(shown.model, bench, beginAt)}
      cells={(model) => ({
        layers: [...bench.layersOf(model), ...(model === grid.model && tool.layer ? [tool.layer] : [])],
        ...bench.handlersOf(model),
      })}
    />
  )

  return (
    <>
      <div className={styles.bench} data-beside={besideId !== undefined} data-working={Boolean(tool.panel)}>
        <div className={styles.grids}>
          {card(grid)}
          {besideId !== undefined &&
            besideId !== storageId &&
            card(
              beside,
              <BesideHeading storageId={besideId} model={beside.model} onClose={() => onBeside(undefined)} />,
            )}
        </div>
        <div className={styles.aside}>
          {tool.panel}
          {grid.model && !tool.panel && (
            <BenchPanel
              bench={bench}
              models={models}
              at={bench.focus ?? { storageId, cell: tabCell(grid.model, bench, beginAt) }}
              onOpen={open}
            />
          )}
          {besideId === undefined && !tool.panel && grid.model?.storage.type === 'BOX' && (
            <OpenBeside ownId={storageId} onBeside={onBeside} />
          )}
        </div>
      </div>
      {bench.carried && (
        <MovingBar
          carried={bench.carried}
          plan={bench.plan}
          pattern={bench.pattern}
          isSaving={bench.isSaving}
          onPattern={bench.setPattern}
          onPaste={bench.pasteAtFocus}
          onCancel={bench.letGo}
        />
      )}
      {bench.dragged && <DragGhost carried={bench.dragged} />}
      <CellDialogs opened={opened} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

type PanelProps = {
  bench: Bench
  models: ReadonlyMap<number, GridModel>
  /** The cell that the panel names. */
  at: Point
  onOpen: (model: GridModel, cell: Cell) => void
}

function BenchPanel({ bench, models, at: { storageId, cell }, onOpen }: PanelProps) {
  const { chosen, arrange, letGo, cut } = bench
  const chosenIn = chosen && chosen.keys.size > 0 ? models.get(chosen.storageId) : undefined
  const model = models.get(storageId)
  if (chosen && chosenIn) {
    const { alias } = chosenIn.storage
    return (
      <ChosenPanel
        count={chosen.keys.size}
        alias={alias}
        onMove={() => cut(chosenIn, chosen.end)}
        onTakeOut={() => {
          const said = `${countOf(chosen.keys.size, 'tube')} taken out of ${alias}`
          arrange.mutate({ ...takenOut(chosenIn, chosen.keys), said }, { onSuccess: letGo })
        }}
        onClear={letGo}
      />
    )
  }
  if (!model) return null
  return (
    <CellPanel model={model} cell={cell} onOpen={() => onOpen(model, cell)} onMove={() => cut(model, cell)} />
  )
}

const modelsOf = (models: (GridModel | undefined)[]) =>
  new Map(models.flatMap((model) => (model ? [[model.storage.id, model] as const] : [])))

/** The tab key leads to where one was in this grid, or to the cell that the address names, or to the first. */
function tabCell(model: GridModel | undefined, { focus }: Bench, beginAt: string | undefined): Cell {
  if (model && focus?.storageId === model.storage.id) return focus.cell
  return (model && beginAt && parsePositionLabel(beginAt, model.storage)) || { row: 1, column: 1 }
}
