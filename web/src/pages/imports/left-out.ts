import { manifestColumns } from '@lims/contract/exports.ts'
import type { ImportField } from '@lims/contract/imports.ts'

const batchColumns = manifestColumns.filter((column) => column.startsWith('batch'))

/** The reason why the batch columns of a manifest are not imported, where the file has any; else undefined. */
export function whyLeftOut(
  headers: readonly string[],
  fields: readonly (ImportField | null)[],
): string | undefined {
  const leftOut = headers.filter((_, index) => fields[index] === null)
  const named = batchColumns.filter((column) => leftOut.includes(column))
  if (named.length === 0) return undefined
  const verb = named.length === 1 ? 'is' : 'are'
  return `${series.format(named)} ${verb} left out: the samples go where Import into says.`
}

const series = new Intl.ListFormat('en', { type: 'conjunction' })
