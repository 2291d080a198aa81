import { formatNumber } from '@lims/contract/format-count.ts'
import { maxImportedSamples } from '@lims/contract/import-limits.ts'
import { type ConvertedCells, noRows, type Table, type TableRow, UnreadableFile } from './table.ts'

const maxColumns = 200
const maxCharacters = 40_000_000
/** Builds a table. Skips blank rows but counts them, and drops blank columns on the right. Throws UnreadableFile. */
export function buildTable(
  format: Table['format'],
  cells: string[][],
  converted?: readonly ConvertedCells[],
): Table {
  const filled: TableRow[] = cells
    .map((row, index) => ({
      number: index + 1,
      cells: trimBlankEnd(row),
      ...filledLists(converted?.[index]),
    }))
    .filter((row) => row.cells.length > 0)
  const [first, ...rows] = filled
  if (!first) throw new UnreadableFile('This file is empty.')
  if (rows.length === 0) throw new UnreadableFile(noRows)
  if (rows.length > maxImportedSamples) {
    throw new UnreadableFile(
      `This file has ${formatNumber(rows.length)} rows. An import takes at most ${formatNumber(maxImportedSamples)}: please split it.`,
    )
  }
  const wide = filled.find(({ cells }) => cells.length > maxColumns)
  if (wide) {
    throw new UnreadableFile(
      `Row ${wide.number} of this file has ${formatNumber(wide.cells.length)} columns. An import takes at most ${maxColumns}: delete those that are not imported.`,
    )
  }
  if (charactersIn(filled) > maxCharacters)
    throw new UnreadableFile('The cells of this file contain too much text.')
  return { format, header: first.cells.map((caption) => caption.trim()), rows }
}

/** Most rows have none, and the table is sent from one process to another. */
const filledLists = ({ dates, exponents, grouped }: ConvertedCells = {}): ConvertedCells => ({
  ...(dates?.length ? { dates } : {}),
  ...(exponents?.length ? { exponents } : {}),
  ...(grouped?.length ? { grouped } : {}),
})

function trimBlankEnd(row: string[]): string[] {
  const last = row.findLastIndex((cell) => cell.trim() !== '')
  return last === row.length - 1 ? row : row.slice(0, last + 1)
}

const charactersIn = (rows: TableRow[]) =>
  rows.reduce((sum, row) => row.cells.reduce((inRow, cell) => inRow + cell.length, sum), 0)
