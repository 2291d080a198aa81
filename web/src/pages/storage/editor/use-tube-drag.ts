import type { Cell } from '@lims/contract/positions.ts'
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import { cellOfKey } from '../grid/grid-model.ts'
import type { PickedTubes } from './picked-tubes.ts'

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

type Told = { onAim: (point: Point | undefined) => void; onDrop: (carried: PickedTubes, at: Point) => void }

/** Dragging tubes with the mouse or a pen, also into another grid. A finger scrolls instead; it moves tubes by 'Move'. */
export function useTubeDrag({ onAim, onDrop }: Told) {
  const [dragged, setDragged] = useState<PickedTubes>()
  const stop = useRef<() => void>(undefined)

  // A drag must not outlive the screen.
  useEffect(() => () => stop.current?.(), [])

  function begin(event: ReactPointerEvent, pickedUp: PickedTubes | undefined) {
    // Perhaps the hand that holds the pen.
    if (event.pointerType === 'touch') return
    // A pointer that presses has been released, also where nobody heard of it.
    stop.current?.()
    if (!pickedUp || event.button !== 0) return
    const { clientX, clientY, pointerId } = event
    let isDragging = false

    const listening = new AbortController()
    const { signal } = listening
    const listen = (
      type: 'pointermove' | 'pointerup' | 'pointercancel',
      hear: (event: PointerEvent) => void,
    ) => window.addEventListener(type, (heard) => heard.pointerId === pointerId && hear(heard), { signal })

    stop.current = () => {
      listening.abort()
      setDragged(undefined)
      if (isDragging) onAim(undefined)
      stop.current = undefined
    }
    listen('pointermove', ({ clientX: x, clientY: y }) => {
      if (!isDragging && Math.hypot(x - clientX, y - clientY) < slackPx) return
      if (!isDragging) setDragged(pickedUp)
      isDragging = true
      onAim(pointAt(x, y))
    })
    listen('pointerup', ({ clientX: x, clientY: y }) => {
      const at = isDragging ? pointAt(x, y) : undefined
      if (isDragging) ignoreNextClick()
      stop.current?.()
      if (at) onDrop(pickedUp, at)
    })
    // The browser has taken the stroke for its own, such as scrolling: no release follows.
    listen('pointercancel', () => stop.current?.())
    const giveUp = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return
      key.stopPropagation()
      stop.current?.()
    }
    window.addEventListener('keydown', giveUp, { capture: true, signal })
  }

  return { dragged, begin }
}

/** The browser sends a click after the button is released; that one opens nothing. */
function ignoreNextClick() {
  const ignore = (event: MouseEvent) => event.stopPropagation()
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, true))
}
