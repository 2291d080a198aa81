import { useEffect, useRef, useState } from 'react'

const minHeight = 320
/** Pixels below the table's rows: the border of the card and the margin of the page; and its head above them. */
const chromeHeight = 96
const narrowWidth = 720

/** The height in pixels from `place` to the bottom of the window, for a table that scrolls by itself. */
export function useRoomBelow() {
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ height: minHeight, isNarrow: false })

  // Synchronises with the size of the window and the position of the table in it.
  useEffect(() => {
    const measure = () => {
      const top = place.current?.getBoundingClientRect().top ?? 0
      const height = Math.max(minHeight, Math.round(window.innerHeight - top - chromeHeight))
      const isNarrow = window.innerWidth < narrowWidth
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
