import { guard } from '@lims/contract/formula-guard.ts'
import { byteOrderMark } from '@lims/contract/text-encoding.ts'
import { stringify } from 'csv-stringify/sync'
import type { CellValue } from './manifest-row.ts'

/** Returns the beginning of a CSV file: the names of its columns. */
export const csvHeader = (columns: readonly string[]): string => byteOrderMark + csvText([columns])

/**
 * Returns rows of a CSV file, without formulas. `quoted_match` quotes LF inside cells, which csv-stringify does not do
 * with CRLF as record delimiter.
 */
export const csvText = (rows: readonly (readonly CellValue[])[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : guard(cell)))),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
