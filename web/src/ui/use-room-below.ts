import { useEffect, useRef, useState } from 'react'

const minHeight = 320
/** Pixels below the table's rows: the border of the card and the margin of the page; and its head above them. */
const chromeHeight = 96
const barHeight = 64
const narrowWidth = 720
const borders = 2

/**
 * The height in pixels from `place` to the bottom of the window, for a table that scrolls by itself, and the width
 * inside its borders. With `fillsWindow`, the height once what stands above has been scrolled away, under the bar of
 * the page.
 */
export function useRoomBelow({ fillsWindow = false } = {}) {
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ height: minHeight, width: 1200, isNarrow: false })

  // Synchronises with the size of the window and the position of the table in it.
  useEffect(() => {
    const measure = () => {
      const top = fillsWindow ? barHeight : (place.current?.getBoundingClientRect().top ?? 0)
      const height = Math.max(minHeight, Math.round(window.innerHeight - top - chromeHeight))
      const inner = place.current?.clientWidth
      const isNarrow = window.innerWidth < narrowWidth
      setRoom((before) => {
        // A window without layout has no width.
        const width = inner ? inner - borders : before.width
        return before.height === height && before.width === width && before.isNarrow === isNarrow
          ? before
          : { height, width, isNarrow }
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    // The side panel may fold after the first measurement, which leaves the body as large as it was.
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [fillsWindow])

  return { place, ...room }
}
