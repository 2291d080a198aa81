import { manifestColumns, notAvailable } from '@lims/contract/exports.ts'
import type { Sample } from '@lims/contract/samples.ts'

export type Cell = string | number

/** A sample as a row of the manifest, before any file format. */
export const manifestRow = (sample: Sample): Cell[] =>
  manifestColumns.map((column) => cellOf(sample[column] ?? null))

/** Text and numbers as they are, lists in one cell, nothing as 'N/A'. */
export function cellOf(value: string | number | readonly (string | number)[] | null): Cell {
  if (typeof value === 'number') return value
  const text = Array.isArray(value) ? value.join('; ') : value
  return (text as string | null) || notAvailable
}
