import { type TouchEvent, useRef, type WheelEvent } from 'react'

const isAtEnd = () => {
  const { scrollTop, clientHeight, scrollHeight } = document.documentElement
  // Zoomed pages end between two pixels.
  return scrollTop + clientHeight >= scrollHeight - 1
}

/**
 * For a table that scrolls by itself in a page that scrolls too: downwards, wheel and finger first move the page to its
 * end, so that the whole table is in sight before its rows move. Returns what the element around the table needs.
 */
export function useScrollPageFirst() {
  const touchedAt = useRef(0)
  return {
    onWheelCapture(event: WheelEvent) {
      if (event.deltaY > 0 && !event.ctrlKey && !isAtEnd()) event.stopPropagation()
    },
    onTouchStartCapture({ touches }: TouchEvent) {
      touchedAt.current = touches[0]?.clientY ?? 0
    },
    onTouchMoveCapture(event: TouchEvent) {
      const isDownwards = (event.touches[0]?.clientY ?? 0) < touchedAt.current
      if (isDownwards && !isAtEnd()) event.stopPropagation()
    },
  }
}
