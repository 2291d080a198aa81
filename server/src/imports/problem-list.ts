import type { ImportField, ImportProblem } from '@lims/contract/imports.ts'
import { maxListedProblems } from '@lims/contract/imports.ts'
import { isPersonalField } from '@lims/contract/personal.ts'
import type { Table } from './table.ts'

const maxValueLength = 80

/** Collects the problems of a table. `listFirst` sorts them by row and column. */
export function createProblemList(
  { header, rows }: Table,
  columns: readonly (ImportField | undefined)[],
  { seesSubjects }: { seesSubjects: boolean },
): {
  add: (row: number, field: ImportField | null, message: string) => void
  total: () => number
  listFirst: () => ImportProblem[]
} {
  const isHidden = (field: ImportField | undefined) => !seesSubjects && isPersonalField(field)
  const found: { row: number; index: number; message: string }[] = []
  const cellsOf = new Map(rows.map(({ number, cells }) => [number, cells]))
  return {
    add: (row, field, message) => found.push({ row, index: field ? columns.indexOf(field) : -1, message }),
    total: () => found.length,
    listFirst: () =>
      found
        .toSorted((one, other) => one.row - other.row || one.index - other.index)
        .slice(0, maxListedProblems)
        .map(({ row, index, message }) => ({
          row,
          column: index < 0 ? null : header[index]?.slice(0, maxValueLength) || `column ${index + 1}`,
          ...(isHidden(columns[index])
            ? { value: '', masked: true as const }
            : { value: (cellsOf.get(row)?.[index] ?? '').slice(0, maxValueLength) }),
          message,
        })),
  }
}

export type ProblemList = ReturnType<typeof createProblemList>
