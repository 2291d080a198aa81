import { type Cell, parsePositionLabel } from '@lims/contract/positions.ts'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef } from 'react'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { useAtMost } from '../../../ui/use-media.ts'
import type { ColourBy } from '../grid/cell-paint.ts'
import type { GridLayer } from '../grid/grid-layers.ts'
import { type GridModel, isInside } from '../grid/grid-model.ts'
import { ChooseBar } from './choose-bar.tsx'
import { DragGhost } from './drag-ghost.tsx'
import { EditorPanel } from './editor-panel.tsx'
import type { StorageCell } from './editor-state.ts'
import { GridCard } from './grid-card.tsx'
import { CutRegion, PasteBar } from './paste-bar.tsx'
import { OpenSecondBox, SecondBoxHeading } from './second-box.tsx'
import styles from './storage-editor.module.css'
import { useEditor } from './use-editor.ts'
import { type OpenGrid, useOpenGrid } from './use-open-grid.ts'
import { useScansOnGrid } from './use-scans-on-grid.ts'

type Props = {
  storageId: number
  /** The storage whose grid is open beside this one. */
  besideId: number | undefined
  /** The label of the cell that the tab key reaches first. */
  startCell: string | undefined
  colourBy: ColourBy
  onColourBy: (by: ColourBy) => void
  onBeside: (storageId: number | undefined) => void
  /** What the box tools mark in the grid. */
  layer: GridLayer | undefined
  /** The panel of the box tool in use; it replaces the side panel. */
  panel: ReactNode
}

const CellDialogs = lazyDialog(() => import('../fill/cell-dialogs.tsx').then((file) => file.CellDialogs))

/** The grid of a storage, if wanted a second one beside it, and the side panel. */
export function StorageEditor({
  storageId,
  besideId: wantedBesideId,
  startCell,
  colourBy,
  onColourBy,
  onBeside,
  layer,
  panel,
}: Props) {
  const navigate = useNavigate()
  const besideId = wantedBesideId === storageId ? undefined : wantedBesideId
  const isJustOpened = useRef(false)
  const grid = useOpenGrid(storageId)
  const beside = useOpenGrid(besideId)
  const models = useMemo(() => modelsById([grid.model, beside.model]), [grid.model, beside.model])
  const editor = useEditor({
    models,
    onOpenStorage: (id) =>
      void navigate({
        to: '/storage/$storageId/enhanced',
        params: { storageId: id },
        search: { colour: colourBy === 'type' ? 'type' : undefined },
      }),
  })
  useScansOnGrid()
  const { isChoosing, cut, pattern, openedCell, isDialogOpen } = editor.state
  // Above the grid while scanning in, for the tab key too: the next cell and the last result must be visible.
  const isPanelFirst = useAtMost('lg') && Boolean(panel)
  const focus = presentCell(models, editor.state.focus)

  function openBeside(id: number) {
    isJustOpened.current = true
    onBeside(id)
  }

  /** The field that has opened the second box is gone, and the focus with it. */
  function focusHeading(heading: HTMLElement | null) {
    if (!heading || !isJustOpened.current) return
    isJustOpened.current = false
    if (document.activeElement === document.body) heading.focus()
  }

  const card = (shown: OpenGrid, heading?: ReactNode) => (
    <GridCard
      grid={shown}
      heading={heading}
      colourBy={colourBy}
      onColourBy={onColourBy}
      onChoose={isChoosing || cut ? undefined : editor.startChoosing}
      tabCell={tabCell(shown.model, focus, startCell)}
      cells={(model) => ({
        layers: [...editor.layersOf(model), ...(model === grid.model && layer ? [layer] : [])],
        ...editor.handlersOf(model),
      })}
    />
  )

  const grids = (
    <div key="grids" className={styles.grids}>
      {card(grid)}
      {besideId !== undefined &&
        card(
          beside,
          <SecondBoxHeading
            ref={focusHeading}
            storageId={besideId}
            model={beside.model}
            onClose={() => onBeside(undefined)}
          />,
        )}
    </div>
  )
  const aside = (
    <div key="aside" className={styles.aside}>
      {panel}
      {grid.model && !panel && (
        <EditorPanel
          editor={editor}
          models={models}
          at={focus ?? { storageId, cell: tabCell(grid.model, focus, startCell) }}
        />
      )}
      {wantedBesideId === undefined && !panel && grid.model?.storage.type === 'BOX' && (
        <OpenSecondBox ownId={storageId} onOpen={openBeside} />
      )}
    </div>
  )

  return (
    <>
      <div className={styles.editor} data-beside={wantedBesideId !== undefined}>
        {isPanelFirst ? [aside, grids] : [grids, aside]}
      </div>
      <CutRegion cut={cut} plan={editor.plan} />
      {cut && (
        <PasteBar
          cut={cut}
          plan={editor.plan}
          pattern={pattern}
          isSaving={editor.isSaving}
          onPattern={editor.setPattern}
          onPaste={editor.pasteAtTarget}
          onCancel={editor.clear}
        />
      )}
      {isChoosing && !cut && (
        <ChooseBar
          count={editor.selected?.cells.size ?? 0}
          onMove={editor.cutSelection}
          onTakeOut={editor.takeOutSelection}
          onDone={editor.clear}
        />
      )}
      {editor.dragged && <DragGhost picked={editor.dragged} />}
      <CellDialogs opened={openedCell} isOpen={isDialogOpen} onClose={editor.closeDialog} />
    </>
  )
}

const modelsById = (models: (GridModel | undefined)[]) =>
  new Map(models.flatMap((model) => (model ? [[model.storage.id, model] as const] : [])))

/** Returns the cell; undefined if its storage is not open any more, or was made smaller. */
function presentCell(models: ReadonlyMap<number, GridModel>, at: StorageCell | undefined) {
  const model = at && models.get(at.storageId)
  return model && isInside(model, at.cell) ? at : undefined
}

/**
 * The cell in the tab order: the last focused one of this grid, otherwise the one that the address names, otherwise the
 * first.
 */
function tabCell(
  model: GridModel | undefined,
  focus: StorageCell | undefined,
  startCell: string | undefined,
): Cell {
  if (model && focus?.storageId === model.storage.id) return focus.cell
  return (model && startCell && parsePositionLabel(startCell, model.storage)) || { row: 1, column: 1 }
}
