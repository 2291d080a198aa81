import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ImportField, ReadingChoices } from '@lims/contract/imports.ts'
import { parseStorageCode } from '@lims/contract/storage-code.ts'
import type { LaboratoryTime } from '../config.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { findPlaces, type Places } from './find-places.ts'
import { listParents, listSamplesById, listTakenTubeIds } from './import-queries.ts'
import { type CellRules, cellRulesFor, type ImportRow, readRow } from './import-row.ts'
import { findParents, type Parents } from './parents.ts'
import { createProblemList, type ProblemList } from './problem-list.ts'
import type { Table, TableRow } from './table.ts'

/** The rows of a file with what they refer to. */
export type CheckedRows = { rows: ImportRow[]; parents: Parents; places: Places; problems: ProblemList }

type CheckInput = {
  /** Whether the caller may see subjects and sites, which problems quote. */
  seesSubjects: boolean
  laboratoryTime: LaboratoryTime
  now: Date
  table: Table
  columns: readonly (ImportField | undefined)[]
  choices?: ReadingChoices
  /** Undefined for a new batch. */
  batchId: string | undefined
}

/**
 * Parses every row and collects all problems. Throws `request-invalid` if the columns do not match those of the table.
 */
export async function checkRows(
  db: Db,
  { table, columns, choices = {}, batchId, seesSubjects, ...clock }: CheckInput,
): Promise<CheckedRows> {
  if (columns.length !== table.header.length) {
    throw new DomainError(
      'request-invalid',
      `columns has ${columns.length} entries, but the file has ${table.header.length} columns. Please read the file again.`,
      'columns',
    )
  }
  const problems = createProblemList(table, columns, { seesSubjects })
  const rows = await readRows(
    table,
    cellRulesFor(table, columns, { ...clock, dateOrder: choices.dateOrder }),
    problems,
  )
  reportNotesBelow(table, problems)
  reportStorageCodes(rows, problems)
  await reportDuplicateTubeIds(db, rows, problems)
  const references = rows.flatMap(({ parent }) => parent ?? [])
  const known = batchId ? await listParents(db, batchId, [...new Set(references)]) : []
  const parents = findParents(rows, known, ({ number }, message) => problems.add(number, 'parent', message))
  const places = await findPlaces(db, rows, choices, problems)
  return { rows, parents, places, problems }
}

const rowsPerSlice = 500

async function readRows({ header, rows }: Table, rules: CellRules, problems: ProblemList) {
  const read: ImportRow[] = []
  for (const [index, row] of rows.entries()) {
    // Lets other requests run in between.
    if (index % rowsPerSlice === 0) await yieldToEventLoop()
    if (row.cells.length > header.length) {
      const message = `has ${row.cells.length} cells, but the header has ${header.length}`
      problems.add(row.number, null, message)
    }
    if (repeats(header, row)) problems.add(row.number, null, 'repeats the header: delete the row')
    read.push(readRow(row, rules, ({ field, message }) => problems.add(row.number, field, message)))
  }
  return read
}

/** People put one table below another in a sheet, and files one after the other. */
const repeats = (header: readonly string[], { cells }: TableRow) =>
  cells.length > 1 && cells.every((cell, index) => cell.trim() === header[index])

/** A note below the table, after an empty row, would be a sample with nothing but a name. */
function reportNotesBelow({ rows }: Table, problems: ProblemList) {
  const lastOfTable = rows.findLastIndex(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1)
  if (lastOfTable < 0) return
  const below = rows.slice(lastOfTable)
  const firstNote = below.findIndex(({ number }, index) => number - (below[index - 1]?.number ?? number) > 1)
  if (firstNote < 0) return
  for (const { number } of below.slice(firstNote)) problems.add(number, null, noteBelow)
}

const noteBelow =
  'has only one cell, below an empty row: delete the row if it is a note, or the empty row if it is a sample'

/** A scan of such a tube ID is taken for that of the label. */
function reportStorageCodes(rows: ImportRow[], problems: ProblemList) {
  for (const { number, alias } of rows) {
    if (alias && parseStorageCode(alias) !== undefined) {
      problems.add(number, 'alias', 'has the form of the code on the label of a storage')
    }
  }
}

async function reportDuplicateTubeIds(db: Db, rows: ImportRow[], problems: ProblemList) {
  const firstOf = new Map<string, ImportRow>()
  for (const row of rows) {
    const first = row.alias && firstOf.get(row.alias.toUpperCase())
    if (first) problems.add(row.number, 'alias', `is already used in row ${first.number}`)
    else if (row.alias) firstOf.set(row.alias.toUpperCase(), row)
  }
  for (const { alias, name, batch_name } of await listTakenTubeIds(db, [...firstOf.keys()])) {
    const row = firstOf.get(alias.toUpperCase())
    if (row) problems.add(row.number, 'alias', `is already the tube ID of ${name} in ${batch_name}`)
  }
  for (const { id, name, batch_name } of await listSamplesById(db, [...firstOf.keys()])) {
    const row = firstOf.get(id.toUpperCase())
    const ofWhich = name === null ? 'a deleted sample' : `${name} in ${batch_name}`
    if (row) problems.add(row.number, 'alias', `is the code on the label of ${ofWhich}`)
  }
}
