import { z } from 'zod'
import { AddBatchBody, Batch } from './batches.ts'
import { endpoint } from './endpoint.ts'
import { ErrorReply } from './errors.ts'
import { IdInput } from './id-input.ts'
import { parameters } from './parameters.ts'
import { sampleFields } from './sample-fields.ts'
import { optionalText, text } from './text.ts'

export const maxImportedSamples = 20_000
export const maxImportFileBytes = 5 * 1024 * 1024
/** Problems listed one by one in a reply; beyond that only their number is given. */
export const maxListedProblems = 200

/** What a column of a file can be. Only the name is required; type and status begin as unknown. */
export const importFields = {
  name: sampleFields.name.caption,
  alias: 'Tube ID',
  type: sampleFields.type.caption,
  status: sampleFields.status.caption,
  volume: 'Volume (mL)',
  volumeUl: 'Volume (µL)',
  notes: sampleFields.notes.caption,
  subjectId: sampleFields.subjectId.caption,
  siteId: sampleFields.siteId.caption,
  visitId: sampleFields.visitId.caption,
  bamFileUri: sampleFields.bamFileUri.caption,
  tubeType: 'Tube Type',
  collectionTimestamp: 'Collected',
  receivedTimestamp: 'Received',
  qcTimestamp: 'QC',
  processedTimestamp: 'Processed',
  archivedTimestamp: 'Archived',
  parent: 'Parent Sample',
  /** Kept by nobody: by it, rows of the same file name their parent. */
  sourceId: 'ID in this file',
} as const
export type ImportField = keyof typeof importFields
export const ImportField = z.enum(Object.keys(importFields) as [ImportField, ...ImportField[]])

const aTime = 'must be a time such as 2026-11-20T09:30:00Z, or a day such as 2026-11-20'
const firstTime = '1900-01-01T00:00:00.000Z'
const lastTime = '2199-12-31T23:59:59.999Z'

/** A time, or a day, which means its first instant in UTC. */
export const TimeInput = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], aTime)
  .transform((given) => new Date(given).toISOString())
  .refine((at) => at >= firstTime && at <= lastTime, 'must be a time from 1900 to 2199')

/** Printable ASCII, so that any scanner and any keyboard can enter it. */
export const TubeIdInput = text(60).regex(/^[ -~]*$/, 'must be of plain letters, digits and signs (ASCII)')

export const ReadFileReply = z.object({
  format: z.enum(['csv', 'xlsx']),
  columns: z.array(z.object({ header: z.string(), field: ImportField.nullable() })),
  /** The first rows below the header, as they stand there. */
  firstRows: z.array(z.array(z.string())),
  totalRows: z.number().int(),
})
export type ReadFileReply = z.infer<typeof ReadFileReply>

const twice = (fields: readonly (ImportField | undefined)[]) =>
  fields.find((field, place) => field !== undefined && fields.indexOf(field) < place)

/** The field of each column of the file in their order, with commas between; nothing for a column that is left out. */
const Columns = text(4000)
  .transform((list) => list.split(',').map((field) => field.trim() || undefined))
  .pipe(z.array(ImportField.optional()))
  .superRefine((fields, check) => {
    const repeated = twice(fields)
    const message = !fields.includes('name')
      ? 'None of the columns is chosen as Name'
      : repeated
        ? `Two columns are both chosen as ${importFields[repeated]}`
        : fields.includes('volume') && fields.includes('volumeUl')
          ? 'Two columns are both chosen as volume: choose the one in mL or the one in µL'
          : undefined
    if (message) check.addIssue({ code: 'custom', message })
  })

/** A file goes into a batch that is there, or into a new one. These stand in the address, so they are short. */
export const ImportQuery = parameters({
  columns: Columns,
  batchId: IdInput.optional(),
  batchName: AddBatchBody.shape.name.optional(),
  batchDescription: text(500).optional(),
  fileName: optionalText(200),
  /** True: the batch holds the samples of this same file already, and shall get them once more. */
  importAgain: z.stringbool().optional(),
}).superRefine(({ batchId, batchName }, check) => {
  if (Boolean(batchId) === Boolean(batchName)) {
    const message = 'Please choose a batch or name a new one'
    check.addIssue({ code: 'custom', path: ['batchId'], message })
  }
})
export type ImportQuery = z.infer<typeof ImportQuery>

export const ImportProblem = z.object({
  /** As a spreadsheet counts, the header's being 1. */
  row: z.number().int(),
  /** The header of the column, or null when the whole row is meant. */
  column: z.string().nullable(),
  value: z.string(),
  message: z.string(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** An earlier import of the same file, byte by byte, into a batch that is still there. */
export const EarlierImport = z.object({
  at: z.iso.datetime(),
  userName: z.string(),
  batchId: z.uuid(),
  batchName: z.string(),
  numSamples: z.number().int(),
})
export type EarlierImport = z.infer<typeof EarlierImport>

export const CheckFileReply = z.object({
  numSamples: z.number().int(),
  numChildren: z.number().int(),
  problems: z.array(ImportProblem),
  totalProblems: z.number().int(),
  /** The last import into the chosen batch, else the last one of all; null without any. */
  importedBefore: EarlierImport.nullish(),
})
export type CheckFileReply = z.infer<typeof CheckFileReply>

export const ImportProgress = z.object({ saved: z.number().int(), total: z.number().int() })
export type ImportProgress = z.infer<typeof ImportProgress>
export const ImportedReply = z.object({
  success: z.literal(true),
  batch: Batch,
  numSamples: z.number().int(),
})
export type ImportedReply = z.infer<typeof ImportedReply>

const FileBody = z
  .custom<Uint8Array<ArrayBuffer>>(
    (given) => given instanceof Uint8Array,
    'The body must be the file itself, sent with Content-Type: application/octet-stream.',
  )
  .meta({ type: 'string', format: 'binary' })

export const importsApi = {
  read: endpoint({
    method: 'POST',
    path: '/samples/import/read',
    summary: 'What a CSV or Excel file holds: its columns, and which field each seems to be',
    takesFile: true,
    body: FileBody,
    reply: ReadFileReply,
  }),
  check: endpoint({
    method: 'POST',
    path: '/samples/import/check',
    summary: 'Everything that keeps a file from being imported, by row and column; changes nothing',
    query: ImportQuery,
    takesFile: true,
    body: FileBody,
    reply: CheckFileReply,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/samples/import/apply',
    summary:
      'Import a file, all of it or nothing. Answers line by line: progress, then the result or an error',
    query: ImportQuery,
    takesFile: true,
    body: FileBody,
    reply: z.union([ImportProgress, ImportedReply, z.object({ error: ErrorReply })]),
    replyTypes: ['application/x-ndjson'],
  }),
}
