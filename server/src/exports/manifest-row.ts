import { manifestColumns, notAvailable } from '@lims/contract/exports.ts'
import type { Sample } from '@lims/contract/samples.ts'

export type Cell = string | number

/** Returns a sample as a row of the manifest in any file format. */
export const manifestRow = (sample: Sample): Cell[] =>
  manifestColumns.map((column) => cellOf(sample[column] ?? null))

/** Returns text and numbers unchanged, lists joined by '; ', and 'N/A' for empty values. */
export function cellOf(value: string | number | readonly (string | number)[] | null): Cell {
  if (typeof value === 'number') return value
  const text = Array.isArray(value) ? value.join('; ') : value
  return (text as string | null) || notAvailable
}
