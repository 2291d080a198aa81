import type { ReadFileReply } from '@lims/contract/imports.ts'

/** A file as a grid of text. */
export type Table = {
  format: ReadFileReply['format']
  header: string[]
  /** The rows that hold anything, each with its number as a spreadsheet counts. */
  rows: TableRow[]
}
export type TableRow = { number: number; cells: string[] }

/** A file that cannot be imported at all; the message is for a person. */
export class UnreadableFile extends Error {}
