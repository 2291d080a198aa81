import { type RefObject, useLayoutEffect } from 'react'

/** The page above and below the cells: what is left of the window's height is theirs. */
const restOfPagePx = 430
const axisPx = 40
const gapPx = 4
const highest = 48
const lowest = 24

export type CellSize = 'roomy' | 'line' | 'stack' | 'small' | 'sign'

/**
 * What there is room for: sign, digits and type; sign beside digits; sign above digits, in small type and scrolled
 * sideways if need be; the sign alone.
 */
export function cellSize(width: number, height: number): CellSize {
  if (width >= 61 && height >= 38) return 'roomy'
  if (width >= 54) return 'line'
  if (height < 32) return 'sign'
  if (width >= 39) return 'stack'
  return width >= 26 ? 'small' : 'sign'
}

/** Keeps the cells of a grid as large as its place allows. Written to the element: drawing 2,500 cells twice would show. */
export function useCellSize(grid: RefObject<HTMLElement | null>, rows: number, columns: number) {
  // In step with the size of the window and of the place.
  useLayoutEffect(() => {
    const element = grid.current
    const place = element?.parentElement
    if (!element || !place) return
    const fit = () => {
      const free = (window.innerHeight - restOfPagePx) / rows - gapPx
      const height = Math.round(Math.min(Math.max(free, lowest), highest))
      const width = (place.clientWidth - axisPx) / columns - gapPx
      element.style.setProperty('--row-height', `${height}px`)
      element.dataset.size = place.clientWidth ? cellSize(width, height) : 'roomy'
    }
    fit()
    const watch = new ResizeObserver(fit)
    watch.observe(place)
    window.addEventListener('resize', fit)
    return () => {
      watch.disconnect()
      window.removeEventListener('resize', fit)
    }
  }, [grid, rows, columns])
}
