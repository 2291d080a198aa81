import { useEffect, useEffectEvent } from 'react'
import { cellOfElement } from '../grid/grid-model.ts'
import type { StorageCell } from './editor-state.ts'

type Point = { x: number; y: number }

type Options = {
  /** The pressed pointer; undefined while none is. */
  pointerId: number | undefined
  /** Whether the press has become a drag. */
  isMoving: boolean
  onMove: (point: Point, over: StorageCell | undefined) => void
  /** Called when a drag ends over a cell, before `onEnd`. */
  onDrop: (at: StorageCell) => void
  /** Called on every release, and when the drag is cancelled. */
  onEnd: () => void
}

/** Follows a pressed mouse or pen over the whole window, also into another grid. */
export function usePointerDrag({ pointerId, isMoving, onMove, onDrop, onEnd }: Options) {
  const handleMove = useEffectEvent(({ clientX, clientY }: PointerEvent) =>
    onMove({ x: clientX, y: clientY }, cellAtPoint(clientX, clientY)),
  )
  const handleRelease = useEffectEvent(({ clientX, clientY }: PointerEvent) => {
    const at = isMoving ? cellAtPoint(clientX, clientY) : undefined
    if (isMoving) ignoreNextClick()
    if (at) onDrop(at)
    onEnd()
  })
  const cancel = useEffectEvent(onEnd)
  const isMovingNow = useEffectEvent(() => isMoving)

  // Listens to the pointer from its press to its release.
  useEffect(() => {
    if (pointerId === undefined) return
    const listeners = new AbortController()
    const { signal } = listeners
    const listen = (
      type: 'pointermove' | 'pointerup' | 'pointercancel',
      handle: (event: PointerEvent) => void,
    ) => window.addEventListener(type, (event) => event.pointerId === pointerId && handle(event), { signal })

    listen('pointermove', (event) => handleMove(event))
    listen('pointerup', (event) => handleRelease(event))
    // The browser has taken over the gesture, for example to scroll. No release follows.
    listen('pointercancel', () => cancel())
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      if (isMovingNow()) ignoreClickOf(pointerId)
      cancel()
    }
    window.addEventListener('keydown', handleKey, { capture: true, signal })
    return () => listeners.abort()
  }, [pointerId])
}

function cellAtPoint(x: number, y: number): StorageCell | undefined {
  const element = document.elementFromPoint(x, y)
  const cell = cellOfElement(element)
  const storage = element?.closest<HTMLElement>('[data-storage]')?.dataset.storage
  return cell && storage ? { storageId: Number(storage), cell } : undefined
}

/** The button is still down: its release must not open the cell below it. */
function ignoreClickOf(pressedId: number) {
  const listeners = new AbortController()
  const end = ({ type, pointerId }: PointerEvent) => {
    if (pointerId !== pressedId) return
    listeners.abort()
    if (type === 'pointerup') ignoreNextClick()
  }
  // A press before any release: the release was missed.
  for (const type of ['pointerup', 'pointercancel', 'pointerdown'] as const) {
    window.addEventListener(type, end, { capture: true, signal: listeners.signal })
  }
}

/**
 * The browser sends a click after the release, of a finger some milliseconds later. That click must not open the cell.
 */
export function ignoreNextClick(withinMs = 0) {
  const ignore = (event: MouseEvent) => event.stopPropagation()
  window.addEventListener('click', ignore, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', ignore, true), withinMs)
}
