import { attribute, parsePlace } from './first-sheet.ts'

/**
 * Writes the value of a merged cell into each row below that it covers and that has other cells, as a person reads it:
 * the file holds it once. A header over two rows stays as it is. Of two that overlap, which no program should write,
 * each row takes the upper one.
 */
export function fillMergedCells(sheet: Buffer, cells: string[][]): void {
  // Skips other sheets, because decoding doubles their memory.
  if (!sheet.includes('<mergeCell ')) return
  const header = cells.findIndex(isFilled)
  const width = cells.reduce((widest, row) => Math.max(widest, row.length), 0)
  const merged = mergedCells(sheet.toString('utf8')).filter(
    ({ row, column }) => row > header && column < width,
  )
  const nextRows: number[] = []
  for (const { row, column, lastRow } of merged.toSorted((one, other) => one.row - other.row)) {
    const value = cells[row]?.[column] ?? ''
    const first = Math.max(row + 1, nextRows[column] ?? 0)
    nextRows[column] = Math.max(first, lastRow + 1)
    for (const line of cells.slice(first, lastRow + 1)) {
      if (!isFilled(line)) continue
      while (line.length <= column) line.push('')
      line[column] = value
    }
  }
}

const isFilled = (row: readonly string[]) => row.some((cell) => cell.trim() !== '')

/** Lists the places of merged cells, with their first column only: the others are read empty. */
const mergedCells = (xml: string) =>
  [...xml.matchAll(/<mergeCell\s[^<>]*>/g)].flatMap(([tag]) => {
    const [from, to] = (attribute(tag, 'ref') ?? '').split(':').map(parsePlace)
    return from && to ? [{ ...from, lastRow: to.row }] : []
  })
