import type { ReadFileReply } from '@lims/contract/imports.ts'

/** The content of a file as text cells. */
export type Table = {
  format: ReadFileReply['format']
  /** Of a CSV file: the character between its cells. */
  delimiter?: string
  header: string[]
  /** The non-blank rows, with their row numbers as in a spreadsheet. */
  rows: TableRow[]
  /** Of a workbook: sheets that are not read although a person sees something on them. */
  otherSheets?: number
  /** Of a workbook: the numbers of rows that Excel hides, also of blank ones. */
  hiddenRows?: number[]
  /** Filled rows above the header. */
  titleRows?: number
}
/**
 * Of a workbook: the columns that hold a date, those with a number that is shown with an exponent, and
 * those with a text such as '1.234', which is no number.
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

export const noRows = 'This file has a header but no rows.'
