import { exportColumns, manifestColumns, notAvailable } from '@lims/contract/exports.ts'
import type { ListedSample, Sample } from '@lims/contract/samples.ts'

export type Cell = string | number

/** The columns of a file, and a sample as one of its rows, in any file format. */
export type Layout = { columns: readonly string[]; rowOf: (sample: ListedSample) => Cell[] }

const manifestRow = (sample: Sample): Cell[] =>
  manifestColumns.map((column) => cellOf(sample[column] ?? null))

export const manifestLayout: Layout = { columns: manifestColumns, rowOf: manifestRow }

export const exportLayout: Layout = {
  columns: exportColumns,
  rowOf: (sample) => [
    ...manifestRow(sample),
    cellOf(sample.place?.path ?? null),
    cellOf(sample.place?.storageId ?? null),
  ],
}

/** Returns text and numbers unchanged, lists joined by '; ', and 'N/A' for empty values. */
export function cellOf(value: string | number | readonly (string | number)[] | null): Cell {
  if (typeof value === 'number') return value
  const text = Array.isArray(value) ? value.join('; ') : value
  return (text as string | null) || notAvailable
}
