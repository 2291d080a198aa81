import { useEffect, useRef, useState } from 'react'

const leastHeight = 320
/** The table's head, the card's border and the page's margin. */
const besides = 96
const narrowBelow = 720

/** How much of the window is left below the place, for a table that scrolls in itself. */
export function useRoomBelow() {
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ height: leastHeight, isNarrow: false })

  // In step with the window: its size, and where the place stands in it.
  useEffect(() => {
    const measure = () => {
      const top = place.current?.getBoundingClientRect().top ?? 0
      const height = Math.max(leastHeight, Math.round(window.innerHeight - top - besides))
      const isNarrow = window.innerWidth < narrowBelow
      setRoom((before) =>
        before.height === height && before.isNarrow === isNarrow ? before : { height, isNarrow },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  return { place, ...room }
}
