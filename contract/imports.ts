import { z } from 'zod'
import { AddBatchBody, Batch } from './batches.ts'
import { DeletedReply } from './deletions.ts'
import { endpoint } from './endpoint.ts'
import { ErrorReply } from './errors.ts'
import { IdInput } from './id-input.ts'
import { keysOf } from './keys-of.ts'
import { exactlyOne, parameters } from './parameters.ts'
import { maskable } from './personal.ts'
import { maxTubeIdLength, tubeIdCharacters } from './sample-codes.ts'
import { sampleFields } from './sample-fields.ts'
import { success } from './success.ts'
import { optionalText, text } from './text.ts'

/** Problems listed one by one in a reply; beyond that only their number is given. */
export const maxListedProblems = 200

/** Fields that a column of a file can be mapped to. Only the name is required; type and status default to unknown. */
export const importFields = {
  name: sampleFields.name.caption,
  alias: 'Tube ID',
  type: sampleFields.type.caption,
  status: sampleFields.status.caption,
  volume: 'Volume (mL)',
  volumeUl: 'Volume (µL)',
  volumeUnit: 'Unit of the volume',
  notes: sampleFields.notes.caption,
  subjectId: sampleFields.subjectId.caption,
  siteId: sampleFields.siteId.caption,
  visitId: sampleFields.visitId.caption,
  bamFileUri: sampleFields.bamFileUri.caption,
  tubeType: 'Tube Type',
  freezer: 'Freezer',
  shelf: 'Shelf',
  drawer: 'Drawer',
  rack: 'Rack',
  box: 'Box',
  position: 'Position in the box',
  positionRow: 'Row in the box',
  positionColumn: 'Column in the box',
  place: 'Place with its path',
  collectionTimestamp: 'Collected',
  receivedTimestamp: 'Received',
  qcTimestamp: 'QC',
  processedTimestamp: 'Processed',
  archivedTimestamp: 'Archived',
  thawCount: 'Freeze-thaw cycles',
  parent: 'Parent Sample',
  /** Not stored: rows of the same file refer to their parent by it. */
  sourceId: 'ID in this file',
} as const
export type ImportField = keyof typeof importFields
export const ImportField = z.enum(keysOf(importFields))

/** The columns of the template that people download, with the headers by which the import recognises them. */
export const importTemplate: readonly { field: ImportField; header: string }[] = [
  { field: 'name', header: importFields.name },
  { field: 'alias', header: importFields.alias },
  { field: 'type', header: importFields.type },
  { field: 'status', header: importFields.status },
  { field: 'volume', header: importFields.volume },
  { field: 'tubeType', header: importFields.tubeType },
  { field: 'freezer', header: importFields.freezer },
  { field: 'shelf', header: importFields.shelf },
  { field: 'rack', header: importFields.rack },
  { field: 'box', header: importFields.box },
  { field: 'position', header: 'Position' },
  { field: 'subjectId', header: importFields.subjectId },
  { field: 'siteId', header: importFields.siteId },
  { field: 'visitId', header: importFields.visitId },
  { field: 'collectionTimestamp', header: 'Collected at' },
  { field: 'receivedTimestamp', header: 'Received at' },
  { field: 'processedTimestamp', header: 'Processed at' },
  { field: 'qcTimestamp', header: 'QC at' },
  { field: 'parent', header: importFields.parent },
  { field: 'notes', header: importFields.notes },
]

type ChosenFields = readonly (ImportField | null | undefined)[]

/** The fields that name storages around a box, outermost first. */
export const fieldsAroundBox = ['freezer', 'shelf', 'drawer', 'rack'] as const satisfies ImportField[]

/** The fields that say where a tube is stored. */
export const placeFields = [
  ...fieldsAroundBox,
  'box',
  'position',
  'positionRow',
  'positionColumn',
  'place',
] as const satisfies ImportField[]

/** Whether one of the columns says where the tubes are stored. */
export const hasPlaces = (fields: ChosenFields): boolean =>
  placeFields.some((field) => fields.includes(field))

/** Returns what is missing, or too much, among the columns that say where the tubes are; undefined if nothing is. */
export function placeColumnsProblem(fields: ChosenFields): string | undefined {
  if (!hasPlaces(fields)) return undefined
  if (fields.includes('place'))
    return placeFields.some((field) => field !== 'place' && fields.includes(field))
      ? 'Choose either the place with its path, or the box and the position'
      : undefined
  if (!fields.includes('box')) return 'Choose the column that holds the box of each tube'
  const hasRow = fields.includes('positionRow')
  const hasColumn = fields.includes('positionColumn')
  if (fields.includes('position'))
    return hasRow || hasColumn ? 'Choose either the position, or its row and its column' : undefined
  if (hasRow !== hasColumn) return 'Choose both the row and the column in the box'
  return hasRow ? undefined : 'Choose the column that holds the position of each tube in its box'
}

/** How the cells of a box are numbered, if positions are plain numbers: 1, 2, 3 along a row, or down a column. */
export const PositionNumbers = z.enum(['rows', 'columns'])
export type PositionNumbers = z.infer<typeof PositionNumbers>

/** What comes first in a date with the year last: 3/11/2026 and 3-11-2026 are a day of November, or of March. */
export const DateOrder = z.enum(['day-first', 'month-first'])
export type DateOrder = z.infer<typeof DateOrder>

/** What a file does not say by itself, and a person chooses. */
export type ReadingChoices = {
  positionNumbers?: PositionNumbers | undefined
  dateOrder?: DateOrder | undefined
}

export const TubeIdInput = text(maxTubeIdLength).regex(
  tubeIdCharacters,
  'may contain only ASCII letters, digits and punctuation',
)

/** Freeze-thaw cycles that a sample had before it was registered here, as a text. */
export const ThawCountInput = text(10)
  .regex(/^\d{1,3}$/, 'must be a whole number from 0 to 999')
  .transform(Number)

export const ReadFileReply = z.object({
  format: z.enum(['csv', 'xlsx']),
  /** In a masked column, which seems to hold subjects or sites, the cells of the first rows are empty. */
  columns: z.array(z.object({ header: z.string(), field: ImportField.nullable(), ...maskable })),
  /** The first rows below the header, unchanged. */
  firstRows: z.array(z.array(z.string())),
  totalRows: z.number().int(),
  /** Sheets of a workbook, besides the one that is read, that a person sees and that hold something. */
  otherSheets: z.number().int(),
  /** Rows of a workbook that are read although Excel hides them, such as by a filter. */
  hiddenRows: z.number().int(),
  /** Rows above the header that are left out, such as a title. */
  titleRows: z.number().int(),
})
export type ReadFileReply = z.infer<typeof ReadFileReply>

const findRepeated = (fields: ChosenFields) =>
  fields.find((field, index) => field && fields.indexOf(field) < index)

/** Returns why a file cannot be imported by these columns; undefined if it can. */
export function columnsProblem(fields: ChosenFields): string | undefined {
  if (!fields.includes('name')) return `Choose the column that holds the ${importFields.name} of each sample`
  const repeated = findRepeated(fields)
  if (repeated) return `Two columns are both chosen as ${importFields[repeated]}`
  if (fields.includes('volume') && fields.includes('volumeUl'))
    return 'Choose one column for the volume: the one in mL or the one in µL'
  return placeColumnsProblem(fields)
}

/** Comma-separated fields of the columns of the file, in order; empty for a column that is not imported. */
const Columns = text(4000)
  .transform((list) => list.split(',').map((field) => field.trim() || undefined))
  .pipe(z.array(ImportField.optional()))
  .superRefine((fields, context) => {
    const message = columnsProblem(fields)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .meta({
    description: `The field of each column of the file, in order, separated by commas; empty for a column that is not imported, such as 'name,,type'. Fields: ${ImportField.options.join(', ')}`,
  })

/** Imports into an existing batch or a new one. These are query parameters, so their lengths are limited. */
export const ImportQuery = parameters({
  columns: Columns,
  batchId: IdInput.optional(),
  batchName: AddBatchBody.shape.name.optional(),
  batchDescription: text(500).optional(),
  fileName: optionalText(200),
  positionNumbers: PositionNumbers.optional().meta({
    description:
      'How cells are numbered, if positions are plain numbers: along the rows, or down the columns',
  }),
  dateOrder: DateOrder.optional().meta({
    description: 'What comes first in dates with slashes or hyphens and the year last, such as 3/11/2026',
  }),
  /** True: import even if the same file was imported into this batch before. */
  importAgain: z.stringbool().optional().meta({ description: 'true or false' }),
}).refine(...exactlyOne('batchId', 'batchName', 'Please choose a batch or name a new one'))
export type ImportQuery = z.infer<typeof ImportQuery>

export const ImportProblem = z.object({
  /** Row number as in a spreadsheet; the header is row 1. */
  row: z.number().int(),
  /** Header of the column; null if the problem concerns the whole row. */
  column: z.string().nullable(),
  /** Empty in a masked column, which holds subjects or sites. */
  value: z.string(),
  message: z.string(),
  ...maskable,
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** An earlier import of a byte-identical file into a batch that still exists. */
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
  /** Samples that are placed in a cell, and the boxes of these cells. */
  numPlaced: z.number().int(),
  numBoxes: z.number().int(),
  /** One of the samples that are placed, for a person to see whether its place is the right one. */
  placeExample: z.object({ name: z.string(), path: z.string() }).nullish(),
  /** Rows whose name a sample of the chosen batch has already, as of a list that was imported before and has grown. */
  namesInBatch: z.object({ numRows: z.number().int(), examples: z.array(z.string()) }).nullish(),
  /** Rows that repeat an earlier one in every imported column, as of a list that was pasted twice. */
  repeatedRows: z.object({ numRows: z.number().int(), examples: z.array(z.number().int()) }).nullish(),
  /** Names that are in several rows, as of two tubes of one name. Rows in `repeatedRows` do not count. */
  sameNames: z.object({ numNames: z.number().int(), examples: z.array(z.string()) }).nullish(),
  problems: z.array(ImportProblem),
  totalProblems: z.number().int(),
  /** The latest import of this file into the chosen batch, else into any batch; null if there is none. */
  importedBefore: EarlierImport.nullish(),
})
export type CheckFileReply = z.infer<typeof CheckFileReply>

export const ImportProgress = z.object({ saved: z.number().int(), total: z.number().int() })
export type ImportProgress = z.infer<typeof ImportProgress>
export const ImportedReply = z.object({
  success,
  batch: Batch,
  numSamples: z.number().int(),
  /** Samples that were placed in a cell. */
  numPlaced: z.number().int().optional(),
})
export type ImportedReply = z.infer<typeof ImportedReply>

const FileBody = z
  .custom<Uint8Array<ArrayBuffer>>(
    (input) => input instanceof Uint8Array,
    'The body must be the file itself, sent with Content-Type: application/octet-stream.',
  )
  .meta({ type: 'string', format: 'binary' })

export const importsApi = {
  read: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/samples/import/read',
    permission: 'import',
    summary: 'Read a CSV or Excel file: its columns, and a suggested field for each',
    takesFile: true,
    body: FileBody,
    reply: ReadFileReply,
  }),
  check: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/samples/import/check',
    permission: 'import',
    summary: 'List every problem of a file by row and column; changes nothing',
    query: ImportQuery,
    takesFile: true,
    body: FileBody,
    reply: CheckFileReply,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/samples/import/apply',
    permission: 'import',
    summary:
      'Import a whole file or nothing. The reply is newline-delimited JSON: progress, then the result or an error, with status 200 in both cases',
    query: ImportQuery,
    takesFile: true,
    body: FileBody,
    reply: z.union([ImportProgress, ImportedReply, z.object({ error: ErrorReply })]),
    replyTypes: ['application/x-ndjson'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/samples/import/undo',
    permission: 'import',
    summary:
      'Undo an import into a new batch: deletes the batch with its samples, if nothing has happened to them since',
    body: parameters({ batchId: IdInput }),
    reply: DeletedReply,
  }),
}
