import type { Cell } from '@lims/contract/positions.ts'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ColourBy } from './cell-paint.ts'
import './cell-tones.css'
import { type GridLayer, marksByRow } from './grid-layers.ts'
import { cellOfKey, type GridModel, keyOf } from './grid-model.ts'
import { GridRow } from './grid-row.tsx'
import { stepOf } from './grid-steps.ts'
import { GridTooltip } from './grid-tooltip.tsx'
import styles from './storage-grid.module.css'
import { useCellSize } from './use-cell-size.ts'

type Props = {
  model: GridModel
  colourBy: ColourBy
  /** The cell that the tab key leads to. */
  tabCell: Cell
  /** Marks over the contents, such as what is chosen, where tubes would land, which cell is next. */
  layers: readonly GridLayer[]
  onFocusCell: (cell: Cell) => void
  onClickCell: (cell: Cell, event: MouseEvent) => void
  /** Keys that do not move the focus. */
  onKey: (cell: Cell, event: KeyboardEvent) => void
  /** Shift with a key that moves the focus. */
  onExtend: (from: Cell, to: Cell) => void
  onPointerDown?: (cell: Cell, event: PointerEvent) => void
  onHoverCell?: (cell: Cell, event: PointerEvent) => void
}

const cellAt = (target: EventTarget): Cell | undefined => {
  const key = (target as Element).closest?.<HTMLElement>('[data-cell]')?.dataset.cell
  return key === undefined ? undefined : cellOfKey(key)
}

/** A storage as one looks at it from above: every cell, both axes, the mark of the first corner. */
export function StorageGrid({ model, colourBy, tabCell, layers, ...told }: Props) {
  const grid = useRef<HTMLTableElement>(null)
  const [isPenNear, setPenNear] = useState(false)
  const { numberRows, numberColumns, alias, id } = model.storage
  const marks = useMemo(() => marksByRow(layers), [layers])
  useCellSize(grid, numberRows, numberColumns)

  function press(event: KeyboardEvent) {
    const from = cellAt(event.target)
    if (!from) return
    const to = stepOf(event, from, model.storage)
    if (!to) {
      told.onKey(from, event)
      return
    }
    event.preventDefault()
    grid.current?.querySelector<HTMLElement>(`[data-cell="${keyOf(to)}"]`)?.focus()
    if (event.shiftKey) told.onExtend(from, to)
  }

  const on =
    <E extends { target: EventTarget }>(tell: ((cell: Cell, event: E) => void) | undefined) =>
    (event: E) => {
      const cell = cellAt(event.target)
      if (cell) tell?.(cell, event)
    }

  return (
    <div className={styles.scroller}>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an ARIA grid is a table one walks in
        role="grid"
        aria-label={`Cells of ${alias}`}
        aria-multiselectable
        className={styles.grid}
        data-storage={id}
        data-pen={isPenNear || undefined}
        style={{ '--columns': numberColumns } as CSSProperties}
        onKeyDown={press}
        onFocus={on(told.onFocusCell)}
        onClick={on(told.onClickCell)}
        onPointerDown={on(told.onPointerDown)}
        onPointerMove={on(told.onHoverCell)}
        onPointerEnter={({ pointerType }) => pointerType === 'pen' && setPenNear(true)}
        onPointerLeave={({ pointerType }) => pointerType === 'pen' && setPenNear(false)}
      >
        <thead>
          {/* biome-ignore lint/a11y/noRedundantRoles: as the rows below */}
          <tr role="row">
            <td className={styles.corner} />
            {model.columnLabels.map((label) => (
              // biome-ignore lint/a11y/noRedundantRoles: as its row
              <th key={label} role="columnheader" scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {model.rowLabels.map((label, index) => (
            <GridRow
              key={label}
              model={model}
              row={index + 1}
              tabColumn={tabCell.row === index + 1 ? tabCell.column : undefined}
              marks={marks.get(index + 1)}
              colourBy={colourBy}
            />
          ))}
        </tbody>
      </table>
      <GridTooltip grid={grid} model={model} />
    </div>
  )
}
