import { exportColumns, manifestColumns, notAvailable } from '@lims/contract/exports.ts'
import { isPersonalField } from '@lims/contract/personal.ts'
import type { ListedSample, Sample } from '@lims/contract/samples.ts'

export type CellValue = string | number

/** The columns of a file, and a sample as one of its rows, in any file format. */
export type Layout = { columns: readonly string[]; rowOf: (sample: ListedSample) => CellValue[] }

/** Who reads the file: without `seesSubjects`, the columns of subjects and sites are empty. */
type Reader = { seesSubjects: boolean }

const manifestRow = (sample: Sample, { seesSubjects }: Reader): CellValue[] =>
  manifestColumns.map((column) =>
    cellOf(seesSubjects || !isPersonalField(column) ? (sample[column] ?? null) : null),
  )

export const manifestLayout = (reader: Reader): Layout => ({
  columns: manifestColumns,
  rowOf: (sample) => manifestRow(sample, reader),
})

export const exportLayout = (reader: Reader): Layout => ({
  columns: exportColumns,
  rowOf: (sample) => [
    ...manifestRow(sample, reader),
    cellOf(sample.place?.path ?? null),
    cellOf(sample.place?.storageId ?? null),
    sample.custody,
    sample.thawCount,
  ],
})

/** Returns text and numbers unchanged, lists joined by '; ', and 'N/A' for empty values. */
export function cellOf(value: string | number | readonly (string | number)[] | null): CellValue {
  if (typeof value === 'number') return value
  const text = Array.isArray(value) ? value.join('; ') : value
  return (text as string | null) || notAvailable
}
