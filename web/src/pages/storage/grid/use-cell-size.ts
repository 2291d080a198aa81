import { type RefObject, useLayoutEffect } from 'react'

/** The height of the page above and below the cells. */
const pageHeightPx = 430
const axisPx = 40
const gapPx = 4
const maxHeightPx = 48
const minHeightPx = 24

type CellSize = 'roomy' | 'line' | 'stack' | 'small' | 'sign'

/**
 * Returns what fits into a cell of a width and height in pixels. `roomy`: sign, digits and type; `line`: sign beside
 * digits; `stack`: sign above digits; `small`: the same in small type, where the grid may scroll sideways; `sign`: the
 * sign alone.
 */
export function cellSize(width: number, height: number): CellSize {
  if (width >= 61 && height >= 38) return 'roomy'
  if (width >= 54) return 'line'
  if (height < 32) return 'sign'
  if (width >= 39) return 'stack'
  return width >= 26 ? 'small' : 'sign'
}

/**
 * Makes the cells of a grid as large as the window allows. It sets styles on the element, because rendering 2,500 cells
 * twice is visibly slow.
 */
export function useCellSize(grid: RefObject<HTMLElement | null>, rows: number, columns: number) {
  // Follows the size of the window and of the surrounding element.
  useLayoutEffect(() => {
    const element = grid.current
    const container = element?.parentElement
    if (!element || !container) return
    const fit = () => {
      const free = (window.innerHeight - pageHeightPx) / rows - gapPx
      const height = Math.round(Math.min(Math.max(free, minHeightPx), maxHeightPx))
      const width = (container.clientWidth - axisPx) / columns - gapPx
      element.style.setProperty('--row-height', `${height}px`)
      element.dataset.size = container.clientWidth ? cellSize(width, height) : 'roomy'
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(container)
    window.addEventListener('resize', fit)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', fit)
    }
  }, [grid, rows, columns])
}
