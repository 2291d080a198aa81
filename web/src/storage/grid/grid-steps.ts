import type { Cell } from '@lims/contract/positions.ts'

type Key = { key: string; ctrlKey: boolean; metaKey: boolean }
type Size = { numberRows: number; numberColumns: number }

const rowsPerPage = 10

/** Where a key leads from a cell; undefined for a key that leads nowhere. At an edge it leads to where one is. */
export function stepOf(pressed: Key, from: Cell, size: Size): Cell | undefined {
  const to = target(pressed, from, size)
  return (
    to && {
      row: Math.min(Math.max(to.row, 1), size.numberRows),
      column: Math.min(Math.max(to.column, 1), size.numberColumns),
    }
  )
}

function target({ key, ctrlKey, metaKey }: Key, { row, column }: Cell, size: Size): Cell | undefined {
  const isWhole = ctrlKey || metaKey
  switch (key) {
    case 'ArrowUp':
      return { row: isWhole ? 1 : row - 1, column }
    case 'ArrowDown':
      return { row: isWhole ? size.numberRows : row + 1, column }
    case 'ArrowLeft':
      return { row, column: isWhole ? 1 : column - 1 }
    case 'ArrowRight':
      return { row, column: isWhole ? size.numberColumns : column + 1 }
    case 'Home':
      return { row: isWhole ? 1 : row, column: 1 }
    case 'End':
      return { row: isWhole ? size.numberRows : row, column: size.numberColumns }
    case 'PageUp':
      return { row: row - rowsPerPage, column }
    case 'PageDown':
      return { row: row + rowsPerPage, column }
    default:
      return undefined
  }
}
