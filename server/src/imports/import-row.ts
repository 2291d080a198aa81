import { manifestColumns, notAvailable } from '@lims/contract/exports.ts'
import { unguard, unguardStart } from '@lims/contract/formula-guard.ts'
import {
  type ImportField,
  placeFields,
  type ReadingChoices,
  ThawCountInput,
  TubeIdInput,
} from '@lims/contract/imports.ts'
import { SampleInput, VolumeMl } from '@lims/contract/sample-fields.ts'
import { type SampleStatus, StatusInput } from '@lims/contract/sample-status.ts'
import { SampleType, SampleTypeInput } from '@lims/contract/sample-type.ts'
import { asComposed, asOneLine, isBlank, text } from '@lims/contract/text.ts'
import { toNanolitres } from '@lims/contract/volume.ts'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { LaboratoryTime } from '../config.ts'
import { cellProblem, dateProblem, exponentProblem, manifestProblem } from './error-cells.ts'
import {
  hasDecimalComma,
  hasDecimalPoint,
  isAmbiguousVolume,
  isGroupedByPoint,
  isVolumeUnit,
  needsUnit,
  parseVolumeMl,
} from './parse-volume.ts'
import { type PlaceReference, readPlaceReference } from './place-reference.ts'
import type { Table, TableRow } from './table.ts'
import { timeInputOf } from './time-input.ts'

/** A parsed row of a file. */
export type ImportRow = {
  /** Id of the new sample. */
  id: string
  /** Row number as in a spreadsheet. */
  number: number
  name: string
  /** Undefined: the database generates one. */
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
  /** Freeze-thaw cycles before the import. */
  thawCount: number | undefined
  /** Id, tube ID or name of the parent sample. */
  parent: string | undefined
  sourceId: string | undefined
  /** Undefined: the tube is in no cell. */
  place: PlaceReference | undefined
}

type FieldProblem = { field: ImportField | null; message: string }

const shortText = text(200)
const PlaceColumn = text(1000).overwrite(asOneLine)
const tubeType = text(60)
const { name, notes, subjectId, siteId, visitId, bamFileUri } = SampleInput.shape

const ambiguous = {
  besideCommas: 'is ambiguous, as other volumes have a decimal comma: write it without a point',
  withSemicolons:
    'is ambiguous in a file with semicolons, as 1.000 may be 1 or 1000: write it without a point',
}

/** Rules for parsing the cells of a file. */
export type CellRules = {
  columns: readonly (ImportField | undefined)[]
  unguard: (cell: string) => string
  /** Why the content of a cell cannot be imported; undefined if it can. */
  contentProblem: typeof cellProblem
  /** Why a volume such as 1.000 is ambiguous in this file; undefined if a point is a decimal sign. */
  ambiguousPoint: string | undefined
  /** Whether a volume may be a number of a workbook, not a text. */
  mayBeNumber: (row: TableRow) => boolean
  timeInput: z.ZodType<string>
}

/**
 * Returns the rules for a file. Our own exports guard formulas inside texts too, and contain texts that look like Excel
 * errors. Those in workbooks are cells of type text, which Excel leaves as they are.
 */
export function cellRulesFor(
  { format, delimiter, header, rows }: Table,
  columns: CellRules['columns'],
  {
    laboratoryTime,
    now,
    dateOrder,
  }: { laboratoryTime: LaboratoryTime; now: Date; dateOrder?: ReadingChoices['dateOrder'] },
): CellRules {
  const isManifest = manifestV1Columns.every((column) => header.includes(column))
  const unguardCell = isManifest ? unguard : unguardStart
  const volumeField = volumeFieldOf(columns)
  const volumeIndex = columns.indexOf(volumeField)
  const volumes = rows.map(({ cells }) => contentOf(unguardCell, volumeField, cells[volumeIndex]))
  return {
    columns,
    unguard: unguardCell,
    contentProblem: !isManifest ? cellProblem : format === 'csv' ? manifestProblem : () => undefined,
    ambiguousPoint: whyAmbiguous(volumes, delimiter),
    // A number of a workbook has no decimal sign of a country. A text has one.
    mayBeNumber: ({ grouped }) => format === 'xlsx' && !grouped?.includes(volumeIndex),
    timeInput: timeInputOf(laboratoryTime, { format, now, dateOrder }),
  }
}

/** Where the decimal sign is a comma, programs separate cells by semicolons. */
function whyAmbiguous(volumes: string[], delimiter: string | undefined): string | undefined {
  if (volumes.some(hasDecimalComma)) return ambiguous.besideCommas
  return delimiter === ';' && !volumes.some(hasDecimalPoint) ? ambiguous.withSemicolons : undefined
}

const volumeFieldOf = (columns: CellRules['columns']) =>
  columns.includes('volumeUl') ? 'volumeUl' : 'volume'

/** Without tubeType, which exports of earlier versions lack. */
const manifestV1Columns = manifestColumns.filter((column) => column !== 'tubeType')

/** Parses one row. Reports each invalid field and leaves it empty. */
export function readRow(
  row: TableRow,
  { columns, unguard, contentProblem, ambiguousPoint, mayBeNumber, timeInput }: CellRules,
  report: (problem: FieldProblem) => void,
): ImportRow {
  const values = new Map<ImportField, string>()
  const invalid = new Set<ImportField>()
  for (const [index, field] of columns.entries()) {
    if (!field) continue
    const content = contentOf(unguard, field, row.cells[index])
    if (content === '') continue
    const problem =
      (row.dates?.includes(index) ? dateProblem(field) : undefined) ??
      (row.exponents?.includes(index) ? exponentProblem(field) : undefined) ??
      contentProblem(content, field)
    if (problem === undefined) values.set(field, content)
    else {
      invalid.add(field)
      report({ field, message: problem })
    }
  }
  const take = <T>(field: ImportField, schema: z.ZodType<T>, value: unknown = values.get(field)) => {
    const { data, error } = schema.safeParse(value)
    if (error) {
      invalid.add(field)
      report({ field, message: error.issues[0]?.message ?? 'is not valid' })
    }
    return data
  }
  const takeText = (field: ImportField, schema: z.ZodType<string | undefined>) =>
    values.has(field) ? take(field, schema) : undefined
  const volumeField = volumeFieldOf(columns)
  const refuse = (field: ImportField, message: string) => void report({ field, message })
  const takeVolume = (volume: string) => {
    if (isAmbiguousVolume(volume)) return refuse(volumeField, 'is ambiguous: write it without a comma')
    if (ambiguousPoint && isGroupedByPoint(volume) && !mayBeNumber(row))
      return refuse(volumeField, ambiguousPoint)
    if (!columns.includes('volumeUnit') || !needsUnit(volume))
      return take(volumeField, VolumeMl, parseVolumeMl(volume, volumeField))
    const unit = values.get('volumeUnit')
    if (unit === undefined) return refuse('volumeUnit', 'is missing: write mL or µL beside the volume')
    if (!isVolumeUnit(unit)) return refuse('volumeUnit', 'must be mL or µL')
    return take(volumeField, VolumeMl, parseVolumeMl(`${volume}${unit}`, volumeField))
  }
  const takePlace = () => {
    const texts = new Map(placeFields.map((field) => [field, takeText(field, PlaceColumn)] as const))
    if (placeFields.some((field) => invalid.has(field))) return undefined
    return readPlaceReference((field) => texts.get(field), report)
  }
  return {
    id: uuidv7(),
    number: row.number,
    name: (invalid.has('name') ? undefined : take('name', name)) ?? '',
    alias: takeText('alias', TubeIdInput),
    type: parseType(values.get('type'), report),
    status: take('status', StatusInput, normaliseCode(values.get('status') ?? 'UNKNOWN')) ?? 'UNKNOWN',
    volumeNl: toNanolitres(takeVolume(values.get(volumeField) ?? '0') ?? 0),
    notes: takeText('notes', notes),
    subjectId: takeText('subjectId', subjectId),
    siteId: takeText('siteId', siteId),
    visitId: takeText('visitId', visitId),
    bamFileUri: takeText('bamFileUri', bamFileUri),
    tubeType: takeText('tubeType', tubeType),
    collectionTimestamp: takeText('collectionTimestamp', timeInput),
    receivedTimestamp: takeText('receivedTimestamp', timeInput),
    qcTimestamp: takeText('qcTimestamp', timeInput),
    processedTimestamp: takeText('processedTimestamp', timeInput),
    archivedTimestamp: takeText('archivedTimestamp', timeInput),
    thawCount: values.has('thawCount') ? take('thawCount', ThawCountInput) : undefined,
    parent: takeText('parent', shortText),
    sourceId: takeText('sourceId', shortText),
    place: takePlace(),
  }
}

/**
 * Returns the content of a cell as a person sees it, without the guard against formulas; empty for 'N/A', and for a
 * cell in which nothing is seen. An address keeps each of its characters.
 */
function contentOf(unguard: CellRules['unguard'], field: ImportField, cell = ''): string {
  const written = unguard(cell.trim()).trim()
  const seen = asComposed(written).trim()
  if (isBlank(seen) || seen === notAvailable) return ''
  return field === 'bamFileUri' ? written : seen
}

const typeNames = SampleType.options.map((type) => type.replace('UNKNOWN_SAMPLE_TYPE', 'UNKNOWN')).join(', ')

/** Returns QC_PASS for 'QC pass'. */
const normaliseCode = (text: string) => text.toUpperCase().replace(/[\s-]+/g, '_')

/** Other names of types, as `normaliseCode` returns them: the files of German laboratories have German headers too. */
const otherTypeNames: ReadonlyMap<string, SampleType> = new Map([
  ['WHOLE_BLOOD', 'BLOOD'],
  ['BLUT', 'BLOOD'],
  ['VOLLBLUT', 'BLOOD'],
  ['CEREBROSPINAL_FLUID', 'CSF'],
  ['LIQUOR', 'CSF'],
  ['DNS', 'DNA'],
  ['UNBEKANNT', 'UNKNOWN_SAMPLE_TYPE'],
])

function parseType(text: string | undefined, report: (problem: FieldProblem) => void): SampleType {
  if (text === undefined) return 'UNKNOWN_SAMPLE_TYPE'
  const code = normaliseCode(text)
  const { data } = SampleTypeInput.safeParse(otherTypeNames.get(code) ?? code)
  if (!data) report({ field: 'type', message: `is not one of the sample types ${typeNames}` })
  return data ?? 'UNKNOWN_SAMPLE_TYPE'
}
