import type { ReadFileReply } from '@lims/contract/imports.ts'

/** The content of a file as text cells. */
export type Table = {
  format: ReadFileReply['format']
  /** Delimiter of a CSV file. */
  delimiter?: string
  header: string[]
  /** The non-blank rows, with their row numbers as in a spreadsheet. */
  rows: TableRow[]
  /** Workbooks: number of sheets with visible content that are not read. */
  otherSheets?: number
  /** Workbooks: numbers of the rows that Excel hides, blank ones included. */
  hiddenRows?: number[]
  /** Filled rows above the header. */
  titleRows?: number
}
/**
 * Workbooks: columns that hold a date, columns with a number that is shown with an exponent, and columns with a text
 * such as '1.234', which is not a number.
 */
export type ConvertedCells = {
  dates?: number[]
  exponents?: number[]
  grouped?: number[]
}
export type TableRow = { number: number; cells: string[] } & ConvertedCells

/** `error`: the sentence that says why the file cannot be read. */
export type ParsedFile = { table?: Table; error?: string }

/** Thrown for a file that cannot be imported. The message is shown to the user. */
export class UnreadableFile extends Error {}

export const passwordProtected = 'This workbook is protected by a password. Save it without one.'
export const noRows = 'This file has a header but no rows.'
