import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInput } from './id-input.ts'
import { parameters } from './parameters.ts'
import { ChosenIds } from './sample-bulk.ts'
import { refuseIncompleteFilters, sampleFilters } from './sample-filters.ts'
import type { Sample } from './samples.ts'

export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export const ExportFormat = z.enum(['csv', 'xlsx'], { error: 'format must be csv or xlsx' })
export type ExportFormat = z.infer<typeof ExportFormat>

/** Maximum number of samples per file. An Excel file is built in memory, a CSV file is streamed. */
export const maxExportedSamples: Record<ExportFormat, number> = { csv: 1_000_000, xlsx: 50_000 }

/** Columns of the manifest: all fields of a sample except `metadata`, `version`, `custody` and `thawCount`. */
export const manifestColumns = [
  'id',
  'name',
  'alias',
  'type',
  'status',
  'volume',
  'notes',
  'batchId',
  'batchName',
  'parentSampleId',
  'visitId',
  'subjectId',
  'siteId',
  'collectionTimestamp',
  'receivedTimestamp',
  'qcTimestamp',
  'processedTimestamp',
  'archivedTimestamp',
  'bamFileUri',
  'tubeType',
] as const satisfies readonly (keyof Sample)[]

/** Columns of an export: those of the manifest, followed by the place of the tube and whether it can be taken. */
export const exportColumns = [...manifestColumns, 'place', 'storageId', 'custody', 'thawCount'] as const

/** Written for an empty value. */
export const notAvailable = 'N/A'

const File = z.string().meta({
  description:
    'CSV: UTF-8 with a byte order mark; N/A for an empty or hidden value; an apostrophe before what a spreadsheet would take for a formula',
})
const replyTypes = ['text/csv', fileTypes.xlsx] as const
const format = ExportFormat.default('csv')

const SampleExportQuery = parameters({ ...sampleFilters, format }).superRefine(refuseIncompleteFilters)

export const ChosenExportBody = parameters({ sampleIds: ChosenIds, format })
export type ChosenExportBody = z.infer<typeof ChosenExportBody>

export const exportsApi = {
  manifest: endpoint({
    method: 'GET',
    path: '/batches/manifest',
    permission: 'export',
    summary: 'All samples of a batch as a file named after the batch',
    query: parameters({ id: IdInput, format }),
    reply: File,
    replyTypes,
  }),
  samples: endpoint({
    method: 'GET',
    path: '/samples/export',
    permission: 'export',
    summary:
      'All samples that match a text and filters as a file with their places, in order of registration',
    query: SampleExportQuery,
    reply: File,
    replyTypes,
  }),
  chosen: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/samples/export-chosen',
    permission: 'export',
    summary: 'Chosen samples as a file, in the order of the request',
    body: ChosenExportBody,
    reply: File,
    replyTypes,
  }),
}
