import type { Readable } from 'node:stream'
import { type ExportFormat, fileTypes, mostExported, type SampleExportQuery } from '@lims/contract/exports.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { fileName } from '../http/attachment.ts'
import type { Download } from '../http/download.ts'
import type { SampleFilter } from '../samples/sample-list-queries.ts'
import { csvFile } from './csv-file.ts'
import { countMatches, readSamples } from './exported-sample-queries.ts'
import { xlsxFile } from './xlsx-file.ts'

const makeFile: Record<ExportFormat, (pages: ReturnType<typeof readSamples>) => Readable> = {
  csv: csvFile,
  xlsx: xlsxFile,
}

/** All samples that match the filters, as a file under the name given. */
export async function exportSamples(
  db: Db,
  { format, ...filter }: SampleExportQuery,
  name: string,
): Promise<Download> {
  await assertExportable(db, format, filter)
  return {
    name: fileName(name, format),
    type: fileTypes[format],
    content: makeFile[format](readSamples(db, filter)),
  }
}

async function assertExportable(db: Db, format: ExportFormat, filter: SampleFilter) {
  const most = mostExported[format]
  if ((await countMatches(db, filter, most)) <= most) return
  const other = format === 'xlsx' ? 'Export them as CSV, or narrow the filters.' : 'Narrow the filters.'
  throw new DomainError(
    'export-too-large',
    `These are more than the ${most.toLocaleString('en')} samples that one ${inWords[format]} file may hold. ${other}`,
  )
}

const inWords: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'Excel' }
