import { type PointerEvent, useRef } from 'react'
import styles from './sample-tree.module.css'

type Props = {
  /** Pixels. */
  width: number
  onResize: (width: number) => void
  /** Gives the column its usual width again. */
  onReset: () => void
}

/**
 * The edge of the head of a column: dragging it changes the width, a double click restores it. For the pointer only; by
 * keyboard the widths are set in the menu of the columns.
 */
export function ColumnEdge({ width, onResize, onReset }: Props) {
  const drag = useRef<{ fromX: number; fromWidth: number }>(undefined)

  function start(event: PointerEvent) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { fromX: event.clientX, fromWidth: width }
  }
  function end() {
    drag.current = undefined
  }
  function follow(event: PointerEvent) {
    // The release of the button is missed if the column changes its place during the drag.
    if (event.buttons === 0) end()
    if (!drag.current) return
    onResize(drag.current.fromWidth + event.clientX - drag.current.fromX)
  }

  return (
    <span
      className={styles.edge}
      aria-hidden
      title="Drag to change the width. Double-click for the usual width."
      onPointerDown={start}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={end}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={onReset}
    />
  )
}
