import { mostProblemsListed } from '@lims/contract/import-limits.ts'
import type { ImportField, ImportProblem } from '@lims/contract/imports.ts'
import type { Table } from './table.ts'

const maxValueLength = 80

/** Gathers what is wrong with a table, in the order of its rows. */
export function problemList(
  { header, rows }: Table,
  columns: readonly (ImportField | undefined)[],
): {
  add: (row: number, field: ImportField | null, message: string) => void
  total: () => number
  firstOnes: () => ImportProblem[]
} {
  const found: { row: number; place: number; message: string }[] = []
  const cellsOf = new Map(rows.map(({ number, cells }) => [number, cells]))
  return {
    add: (row, field, message) => found.push({ row, place: field ? columns.indexOf(field) : -1, message }),
    total: () => found.length,
    firstOnes: () =>
      found
        .toSorted((one, other) => one.row - other.row || one.place - other.place)
        .slice(0, mostProblemsListed)
        .map(({ row, place, message }) => ({
          row,
          column: place < 0 ? null : header[place]?.slice(0, maxValueLength) || `column ${place + 1}`,
          value: (cellsOf.get(row)?.[place] ?? '').slice(0, maxValueLength),
          message,
        })),
  }
}

export type ProblemList = ReturnType<typeof problemList>
