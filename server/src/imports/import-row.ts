import { randomUUID } from 'node:crypto'
import { manifestColumns, notAvailable } from '@lims/contract/exports.ts'
import { type ImportField, TimeInput, TubeIdInput } from '@lims/contract/imports.ts'
import { SampleInput, VolumeMl } from '@lims/contract/sample-fields.ts'
import { type SampleStatus, StatusInput } from '@lims/contract/sample-status.ts'
import { SampleType, SampleTypeInput } from '@lims/contract/sample-type.ts'
import { text } from '@lims/contract/text.ts'
import { toNanolitres } from '@lims/contract/volume.ts'
import type { z } from 'zod'
import { unguard, unguardStart } from '../exports/formula-guard.ts'
import { isErrorValue } from './error-cells.ts'
import { isAmbiguousVolume, parseVolumeMl } from './parse-volume.ts'
import type { TableRow } from './table.ts'

/** A sample as a row of a file gives it. */
export type ImportRow = {
  /** Of the sample that it becomes. */
  id: string
  /** As a spreadsheet counts. */
  number: number
  name: string
  /** Undefined: the server makes one. */
  alias: string | undefined
  type: SampleType
  status: SampleStatus
  volumeNl: number
  notes: string | undefined
  subjectId: string | undefined
  siteId: string | undefined
  visitId: string | undefined
  bamFileUri: string | undefined
  tubeType: string | undefined
  collectionTimestamp: string | undefined
  receivedTimestamp: string | undefined
  qcTimestamp: string | undefined
  processedTimestamp: string | undefined
  archivedTimestamp: string | undefined
  /** Id, tube id or name of the parent sample. */
  parent: string | undefined
  sourceId: string | undefined
}

export type FieldProblem = { field: ImportField | null; message: string }

const shortText = text(200)
const tubeType = text(60)
const { name, notes, subjectId, siteId, visitId, bamFileUri } = SampleInput.shape

/** How the cells of a file are read. */
export type CellRules = {
  columns: readonly (ImportField | undefined)[]
  unguard: (cell: string) => string
  mayHoldErrors: boolean
}

/** In our own exports the guard of formulas also stands inside a text, and what looks like an error is a text. */
export function cellRulesFor(header: readonly string[], columns: CellRules['columns']): CellRules {
  const isOurs = manifestV1Columns.every((column) => header.includes(column))
  return { columns, unguard: isOurs ? unguard : unguardStart, mayHoldErrors: !isOurs }
}

/** All but the newest, which exports of earlier versions lack. */
const manifestV1Columns = manifestColumns.filter((column) => column !== 'tubeType')

/** Reads one row; each field that cannot be taken is told to `report` and left empty. */
export function readRow(
  row: TableRow,
  { columns, unguard, mayHoldErrors }: CellRules,
  report: (problem: FieldProblem) => void,
): ImportRow {
  const given = new Map<ImportField, string>()
  for (const [index, field] of columns.entries()) {
    const content = contentOf(unguard, row.cells[index])
    if (!field || content === '') continue
    if (mayHoldErrors && isErrorValue(content)) {
      report({ field, message: 'is an error of Excel: mend the formula, or empty the cell' })
    } else given.set(field, content)
  }
  const take = <T>(field: ImportField, schema: z.ZodType<T>, value: unknown = given.get(field)) => {
    const { data, error } = schema.safeParse(value)
    if (error) report({ field, message: error.issues[0]?.message ?? 'is not valid' })
    return data
  }
  const takeText = (field: ImportField, schema: z.ZodType<string | undefined>) =>
    given.has(field) ? take(field, schema) : undefined
  const volumeField = columns.includes('volumeUl') ? 'volumeUl' : 'volume'
  const takeVolume = (volume: string) => {
    if (!isAmbiguousVolume(volume)) return take(volumeField, VolumeMl, parseVolumeMl(volume, volumeField))
    report({ field: volumeField, message: 'may mean thousands or thousandths: write it without the comma' })
  }
  return {
    id: randomUUID(),
    number: row.number,
    name: take('name', name) ?? '',
    alias: takeText('alias', TubeIdInput),
    type: parseType(given.get('type'), report),
    status: take('status', StatusInput, normaliseCode(given.get('status') ?? 'UNKNOWN')) ?? 'UNKNOWN',
    volumeNl: toNanolitres(takeVolume(given.get(volumeField) ?? '0') ?? 0),
    notes: takeText('notes', notes),
    subjectId: takeText('subjectId', subjectId),
    siteId: takeText('siteId', siteId),
    visitId: takeText('visitId', visitId),
    bamFileUri: takeText('bamFileUri', bamFileUri),
    tubeType: takeText('tubeType', tubeType),
    collectionTimestamp: takeText('collectionTimestamp', TimeInput),
    receivedTimestamp: takeText('receivedTimestamp', TimeInput),
    qcTimestamp: takeText('qcTimestamp', TimeInput),
    processedTimestamp: takeText('processedTimestamp', TimeInput),
    archivedTimestamp: takeText('archivedTimestamp', TimeInput),
    parent: takeText('parent', shortText),
    sourceId: takeText('sourceId', shortText),
  }
}

/** A cell without what only protects it from a spreadsheet. */
function contentOf(unguard: (cell: string) => string, cell = ''): string {
  const content = unguard(cell.trim()).trim()
  return content === notAvailable ? '' : content
}

const typeNames = SampleType.options.map((type) => type.replace('UNKNOWN_SAMPLE_TYPE', 'UNKNOWN')).join(', ')

/** 'QC pass' is QC_PASS. */
const normaliseCode = (given: string) => given.toUpperCase().replace(/[\s-]+/g, '_')

function parseType(given: string | undefined, report: (problem: FieldProblem) => void): SampleType {
  if (given === undefined) return 'UNKNOWN_SAMPLE_TYPE'
  const { data } = SampleTypeInput.safeParse(normaliseCode(given))
  if (!data) report({ field: 'type', message: `is none of the sample types ${typeNames}` })
  return data ?? 'UNKNOWN_SAMPLE_TYPE'
}
