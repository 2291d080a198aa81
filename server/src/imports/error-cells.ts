import { type ImportField, placeFields } from '@lims/contract/imports.ts'
import { isExcelError } from '../excel-errors.ts'
import { attribute, setCell } from './first-sheet.ts'

/**
 * Stands for the value of a formula whose result is not in the file: programs that write workbooks do not calculate.
 */
const noResult = '#NO RESULT!'

/** Fields that name something. In others, 1E+05 is a number like any other. */
const namingFields: readonly ImportField[] = [
  'name',
  'alias',
  'subjectId',
  'siteId',
  'visitId',
  'parent',
  'sourceId',
  ...placeFields,
]
/**
 * Excel writes 1234567890123 as 1.23457E+12, and 3E-2 as 3.00E-02, into a CSV file. Without decimals, 3E-02 is a name
 * with a hyphen.
 */
const shortenedNumber = /^[+-]?\d(?:[.,]\d+E[+-]|E\+)\d+$/i

const shortened = 'was shortened by Excel: format the column as text and enter all digits'

/** Returns why a cell cannot be imported; undefined if it can. */
export function cellProblem(cell: string, field: ImportField): string | undefined {
  if (namingFields.includes(field) && shortenedNumber.test(cell)) return shortened
  if (cell === noResult) return 'is a formula without a result: open the file in Excel and save it there'
  return isExcelError(cell)
    ? 'is an error of the spreadsheet: correct the formula or clear the cell'
    : undefined
}

/** Excel writes an exponent with two digits or more. A name that a person gave, such as 1E5, may have one. */
const writtenByExcel = /E[+-]\d\d/i

/**
 * Returns why a cell of a manifest of ours cannot be imported: Excel shortens numbers where a person opens it and saves
 * it as CSV. Texts that look like errors are the content of samples.
 */
export const manifestProblem = (cell: string, field: ImportField): string | undefined =>
  namingFields.includes(field) && shortenedNumber.test(cell) && writtenByExcel.test(cell)
    ? shortened
    : undefined

/**
 * Returns why a cell that holds a date cannot be imported: Excel makes one of MAR1 and of 1-2. A visit may be called by
 * its day.
 */
export const dateProblem = (field: ImportField): string | undefined =>
  namingFields.includes(field) && field !== 'visitId'
    ? 'is a date in Excel: format the column as text and enter it again'
    : undefined

/**
 * Returns why a cell that shows a number with an exponent cannot be imported: Excel makes one of 1E5. Its digits are
 * those of 100000.
 */
export const exponentProblem = (field: ImportField): string | undefined =>
  namingFields.includes(field)
    ? 'is a number such as 1.00E+05 in Excel: format the column as text and enter it again'
    : undefined

const cell = /(<c\s[^<>]*>)\s*(?:<f[^<>]*>(?:[^<>]*<\/f>)?\s*)?<v(?:\s[^<>]*)?>([^<>]*)<\/v>/g
const unsolved = /(<c\s[^<>]*>)\s*<f[^<>]*>(?:[^<>]*<\/f>)?\s*(?:<v(?:\s*\/|><\/v)>\s*)?<\/c>/g

/**
 * Inserts the errors of failed formulas in the first sheet, and `#NO RESULT!` for formulas without a saved result:
 * read-excel-file returns both as empty cells.
 */
export function insertErrorValues(sheet: Buffer, cells: string[][]): void {
  // Skips sheets without errors and formulas, because decoding doubles their memory.
  if (!['t="e"', "t='e'", '<f'].some((part) => sheet.includes(part))) return
  const text = sheet.toString('utf8')
  for (const [, tag = '', value = ''] of text.matchAll(cell)) {
    if (attribute(tag, 't') === 'e') setCell(cells, tag, isExcelError(value) ? value : '#VALUE!')
  }
  for (const [, tag = ''] of text.matchAll(unsolved)) {
    // A text may be empty.
    if (attribute(tag, 't') !== 'str') setCell(cells, tag, noResult)
  }
}
