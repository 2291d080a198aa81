import { manifestColumns } from '@lims/contract/exports.ts'
import type { ImportField } from '@lims/contract/imports.ts'

const reasons = [
  {
    columns: manifestColumns.filter((column) => column.endsWith('Timestamp')),
    because: 'times come with the history of a sample, which begins here with the import',
  },
  {
    columns: manifestColumns.filter((column) => column.startsWith('batch')),
    because: 'the samples go where Import into says',
  },
]

/** Says of the columns of a manifest that are not taken why that is so. */
export function whyLeftOut(headers: readonly string[], fields: readonly (ImportField | null)[]): string[] {
  const leftOut = headers.filter((_, index) => fields[index] === null)
  return reasons.flatMap(({ columns, because }) => {
    const named = columns.filter((column) => leftOut.includes(column))
    if (named.length === 0) return []
    return [`${series.format(named)} ${named.length === 1 ? 'is' : 'are'} left out: ${because}.`]
  })
}

const series = new Intl.ListFormat('en', { type: 'conjunction' })
