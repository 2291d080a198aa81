import { Readable } from 'node:stream'
import { type ExportFormat, fileTypes, maxExportedSamples } from '@lims/contract/exports.ts'
import { formatNumber } from '@lims/contract/format-count.ts'
import type { ListedSample } from '@lims/contract/samples.ts'
import type { AuditEvent } from '../audit/audit-queries.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { fileName } from '../http/attachment.ts'
import type { Download } from '../http/download.ts'
import { type ResolvedFilter, withRareStatuses } from '../samples/resolve-filter.ts'
import { csvHeader, csvText } from './csv-text.ts'
import { countMatches, readSamples } from './exported-sample-queries.ts'
import type { Layout } from './manifest-row.ts'
import { xlsxFile } from './xlsx-file.ts'

const csvFile = (pages: AsyncIterable<ListedSample[]>, layout: Layout): Readable =>
  Readable.from(csvOf(pages, layout))

async function* csvOf(pages: AsyncIterable<ListedSample[]>, { columns, rowOf }: Layout) {
  yield csvHeader(columns)
  for await (const samples of pages) yield csvText(samples.map(rowOf))
}

export const makeFile: Record<
  ExportFormat,
  (pages: AsyncIterable<ListedSample[]>, layout: Layout) => Readable
> = {
  csv: csvFile,
  xlsx: xlsxFile,
}

/** What an export of samples holds, and the audit event that says so. */
type ExportedContent = { format: ExportFormat; numSamples: number }
export type EventOf = (content: ExportedContent) => AuditEvent

/** Returns all matching samples as a file. Throws `export-too-large`. */
export async function exportSamples(
  db: Db,
  { format, resolved }: { format: ExportFormat; resolved: ResolvedFilter },
  { name, layout, eventOf }: { name: string; layout: Layout; eventOf: EventOf },
): Promise<Download> {
  const filter = await withRareStatuses(db, resolved)
  const numSamples = await countExportable(db, format, filter)
  return {
    name: fileName(name, format),
    type: fileTypes[format],
    event: eventOf({ format, numSamples }),
    content: () => makeFile[format](readSamples(db, filter), layout),
  }
}

async function countExportable(db: Db, format: ExportFormat, filter: ResolvedFilter): Promise<number> {
  const limit = maxExportedSamples[format]
  const count = await countMatches(db, filter, limit)
  if (count <= limit) return count
  const advice = format === 'xlsx' ? 'Export them as CSV, or narrow the filters.' : 'Narrow the filters.'
  throw new DomainError(
    'export-too-large',
    `These are more than the ${formatNumber(limit)} samples that one ${formatNames[format]} file may contain. ${advice}`,
  )
}

const formatNames: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'Excel' }
