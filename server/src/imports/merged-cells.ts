import { attribute, parsePlace } from './first-sheet.ts'

/**
 * Writes the value of a merged cell into each row below that it covers and that has other cells, as a person reads it:
 * the file holds it once. A header over two rows stays as it is.
 */
export function fillMergedCells(sheet: Buffer, cells: string[][]): void {
  // Skips other sheets, because decoding doubles their memory.
  if (!sheet.includes('<mergeCell ')) return
  const isFilled = (row: string[] | undefined) => row?.some((cell) => cell.trim() !== '') ?? false
  const header = cells.findIndex(isFilled)
  for (const [tag] of sheet.toString('utf8').matchAll(/<mergeCell\s[^<>]*>/g)) {
    const [from, to] = (attribute(tag, 'ref') ?? '').split(':').map(parsePlace)
    if (!from || !to || from.row <= header) continue
    const value = cells[from.row]?.[from.column] ?? ''
    for (const row of cells.slice(from.row + 1, to.row + 1)) {
      if (!isFilled(row)) continue
      while (row.length <= from.column) row.push('')
      row[from.column] = value
    }
  }
}
