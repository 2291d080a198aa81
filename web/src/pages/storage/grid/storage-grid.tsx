import { type Cell, cellKey } from '@lims/contract/positions.ts'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import type { ColourBy } from './cell-paint.ts'
import './cell-tones.css'
import { type GridLayer, marksByRow } from './grid-layers.ts'
import { cellOfElement, type GridModel } from './grid-model.ts'
import { GridRow } from './grid-row.tsx'
import { stepOf } from './grid-steps.ts'
import { GridTooltip } from './grid-tooltip.tsx'
import styles from './storage-grid.module.css'
import { useCellSize } from './use-cell-size.ts'

type Props = {
  model: GridModel
  colourBy: ColourBy
  /** The cell in the tab order. */
  tabCell: Cell
  /** Marks on top of the contents: selected tubes, targets of a move, the next cell to fill. */
  layers: readonly GridLayer[]
  onFocusCell: (cell: Cell) => void
  onClickCell: (cell: Cell, event: MouseEvent) => void
  /** Called for keys that do not move the focus. */
  onKey: (cell: Cell, event: KeyboardEvent) => void
  /** Called for Shift with a key that moves the focus. */
  onExtend: (from: Cell, to: Cell) => void
  onPointerDown?: (cell: Cell, event: PointerEvent) => void
  onHoverCell?: (cell: Cell, event: PointerEvent) => void
}

const cellAt = (target: EventTarget): Cell | undefined => cellOfElement(target as Element)

/** A storage seen from above: every cell, both axes, and the mark of the first corner. */
export function StorageGrid({ model, colourBy, tabCell, layers, ...handlers }: Props) {
  const grid = useRef<HTMLTableElement>(null)
  const [isPenNear, setPenNear] = useState(false)
  const { numberRows, numberColumns, alias, id } = model.storage
  const marks = useMemo(() => marksByRow(layers), [layers])
  useCellSize(grid, numberRows, numberColumns)

  function handleKeyDown(event: KeyboardEvent) {
    const from = cellAt(event.target)
    if (!from) return
    const to = stepOf(event, from, model.storage)
    if (!to) {
      handlers.onKey(from, event)
      return
    }
    event.preventDefault()
    grid.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(to)}"]`)?.focus()
    if (event.shiftKey) handlers.onExtend(from, to)
  }

  /** Makes a handler of the whole table out of a handler of its cells. */
  const onCell =
    <E extends { target: EventTarget }>(handler: ((cell: Cell, event: E) => void) | undefined) =>
    (event: E) => {
      const cell = cellAt(event.target)
      if (cell) handler?.(cell, event)
    }

  return (
    <div className={styles.scroller}>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an ARIA grid is a table with keyboard navigation
        role="grid"
        aria-label={`Cells of ${alias}`}
        aria-multiselectable
        className={styles.grid}
        data-storage={id}
        data-pen={isPenNear || undefined}
        style={{
          '--columns': numberColumns,
          '--column-label-length': longest(model.columnLabels),
          '--row-label-length': longest(model.rowLabels),
        }}
        onKeyDown={handleKeyDown}
        onFocus={onCell(handlers.onFocusCell)}
        onClick={onCell(handlers.onClickCell)}
        onPointerDown={onCell(handlers.onPointerDown)}
        onPointerMove={onCell(handlers.onHoverCell)}
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

const longest = (labels: readonly string[]) => Math.max(...labels.map(({ length }) => length))
