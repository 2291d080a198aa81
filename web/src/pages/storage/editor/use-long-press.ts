import { useEffect, useRef } from 'react'
import { ignoreNextClick } from './use-pointer-drag.ts'

const longPressMs = 450
/** A finger never rests exactly; further than this it scrolls. */
const maxTravelPx = 10
/** Browsers send the click of a finger at most this long after its release. */
const clickDelayMs = 80

type Press = { pointerId: number; clientX: number; clientY: number }

/** Returns a function that takes a press of a finger, and calls `onLongPress` if it stays where it is. */
export function useLongPress() {
  const end = useRef(() => {})
  // Synchronises with the listeners of a press, which end with the page.
  useEffect(() => () => end.current(), [])

  return ({ pointerId, clientX, clientY }: Press, onLongPress: () => void) => {
    end.current()
    const listeners = new AbortController()
    const { signal } = listeners
    let isLong = false
    const timer = setTimeout(() => {
      isLong = true
      navigator.vibrate?.(10)
      onLongPress()
    }, longPressMs)
    end.current = () => {
      clearTimeout(timer)
      listeners.abort()
    }
    const ownPointer = (handle: (event: PointerEvent) => void) => (event: PointerEvent) => {
      if (event.pointerId === pointerId) handle(event)
    }
    window.addEventListener(
      'pointermove',
      ownPointer((event) => {
        const travel = Math.hypot(event.clientX - clientX, event.clientY - clientY)
        if (!isLong && travel > maxTravelPx) end.current()
      }),
      { signal },
    )
    // The click that follows a long press must not open or deselect the tube.
    const handleUp = ownPointer(() => {
      if (isLong) ignoreNextClick(clickDelayMs)
      end.current()
    })
    window.addEventListener('pointerup', handleUp, { signal })
    window.addEventListener(
      'pointercancel',
      ownPointer(() => end.current()),
      { signal },
    )
    // The menu of the browser would cover the tubes.
    window.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  }
}
