import type { Cell } from '@lims/contract/positions.ts'
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import { cellOfKey } from '../grid/grid-model.ts'
import type { Carried } from './carried-tubes.ts'

/** A cell of one of the open storages. */
export type Point = { storageId: number; cell: Cell }

/** A hand trembles; only farther than this it drags. */
const slackPx = 6

const pointAt = (x: number, y: number): Point | undefined => {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-cell]')
  const storage = element?.closest<HTMLElement>('[data-storage]')?.dataset.storage
  return element?.dataset.cell && storage
    ? { storageId: Number(storage), cell: cellOfKey(element.dataset.cell) }
    : undefined
}

type Told = { onAim: (point: Point | undefined) => void; onDrop: (carried: Carried, at: Point) => void }

/** Dragging tubes with the mouse or a pen, also into another grid. A finger scrolls instead; it moves tubes by 'Move'. */
export function useTubeDrag({ onAim, onDrop }: Told) {
  const [dragged, setDragged] = useState<Carried>()
  const stop = useRef<() => void>(undefined)

  // A drag must not outlive the screen.
  useEffect(() => () => stop.current?.(), [])

  function begin(event: ReactPointerEvent, pickedUp: Carried | undefined) {
    if (!pickedUp || event.button !== 0 || event.pointerType === 'touch') return
    const { clientX, clientY } = event
    let isDragging = false

    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      if (!isDragging && Math.hypot(x - clientX, y - clientY) < slackPx) return
      if (!isDragging) setDragged(pickedUp)
      isDragging = true
      onAim(pointAt(x, y))
    }
    const release = ({ clientX: x, clientY: y }: PointerEvent) => {
      const at = isDragging ? pointAt(x, y) : undefined
      if (isDragging) ignoreNextClick()
      stop.current?.()
      if (at) onDrop(pickedUp, at)
    }
    const giveUp = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return
      key.stopPropagation()
      stop.current?.()
    }
    stop.current = () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', release)
      window.removeEventListener('keydown', giveUp, true)
      setDragged(undefined)
      if (isDragging) onAim(undefined)
      stop.current = undefined
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', release)
    window.addEventListener('keydown', giveUp, true)
  }

  return { dragged, begin }
}

/** The browser sends a click after the button is released; that one opens nothing. */
function ignoreNextClick() {
  const ignore = (event: MouseEvent) => event.stopPropagation()
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, true))
}
