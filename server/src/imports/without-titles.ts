import { DomainError } from '../errors/domain-error.ts'
import { suggestColumns } from './suggest-columns.ts'
import { noRows, type Table } from './table.ts'

/** The header is one of the first rows: this many are examined. */
export const maxTitleRows = 10

/**
 * Returns a table whose header is the row that names its columns: above it, people type a title, a date, or captions of
 * groups of columns. Where no row names them better, the first one does. Throws `file-unreadable` if none is below it.
 */
export function withoutTitles(table: Table): Table {
  const rows = table.rows.slice(0, maxTitleRows).map(({ cells }) => cells.map((cell) => cell.trim()))
  const known = rows.map(countKnown)
  const most = Math.max(...known)
  // One known word may be the content of a cell.
  if (most <= Math.max(1, countKnown(table.header))) return table
  const index = known.indexOf(most)
  if (index === table.rows.length - 1) throw new DomainError('file-unreadable', noRows)
  return { ...table, header: rows[index] ?? [], rows: table.rows.slice(index + 1), titleRows: index + 1 }
}

/** Returns how many captions are known, 0 if the one of the name is not. */
export function countKnown(captions: readonly string[]): number {
  const fields = suggestColumns(captions)
  return fields.includes('name') ? fields.filter((field) => field !== null).length : 0
}
