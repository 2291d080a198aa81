import { setImmediate as afterWaitingInput } from 'node:timers/promises'
import type { ImportField } from '@lims/contract/imports.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { listParents, listTakenTubeIds } from './import-queries.ts'
import { cellRulesFor, type ImportRow, readRow } from './import-row.ts'
import { findParents, type Parents } from './parents.ts'
import { createProblemList, type ProblemList } from './problem-list.ts'
import type { Table } from './table.ts'

export type CheckedRows = { rows: ImportRow[]; parents: Parents; problems: ProblemList }

type Asked = {
  table: Table
  columns: readonly (ImportField | undefined)[]
  /** Undefined for a batch that is still to be made. */
  batchId: string | undefined
}

/** Reads every row as a sample, and finds everything that speaks against it. */
export async function checkRows(db: Db, { table, columns, batchId }: Asked): Promise<CheckedRows> {
  if (columns.length !== table.header.length) {
    throw new DomainError(
      'request-invalid',
      `columns names ${columns.length} columns, and the file has ${table.header.length}. Please read the file again.`,
      'columns',
    )
  }
  const problems = createProblemList(table, columns)
  const rows = await readRows(table, columns, problems)
  await findTubeIdsTwice(db, rows, problems)
  const named = rows.flatMap(({ parent }) => parent ?? [])
  const known = batchId ? await listParents(db, batchId, [...new Set(named)]) : []
  const parents = findParents(rows, known, ({ number }, message) => problems.add(number, 'parent', message))
  return { rows, parents, problems }
}

const rowsAtOnce = 500

async function readRows({ header, rows }: Table, columns: Asked['columns'], problems: ProblemList) {
  const read: ImportRow[] = []
  const reading = cellRulesFor(header, columns)
  for (const [index, row] of rows.entries()) {
    // Others are answered in between.
    if (index % rowsAtOnce === 0) await afterWaitingInput()
    if (row.cells.length > header.length) {
      const message = `has ${row.cells.length} cells, and the header has ${header.length}`
      problems.add(row.number, null, message)
    }
    read.push(readRow(row, reading, ({ field, message }) => problems.add(row.number, field, message)))
  }
  return read
}

async function findTubeIdsTwice(db: Db, rows: ImportRow[], problems: ProblemList) {
  const firstOf = new Map<string, ImportRow>()
  for (const row of rows) {
    const first = row.alias && firstOf.get(row.alias.toUpperCase())
    if (first) problems.add(row.number, 'alias', `stands in row ${first.number} already`)
    else if (row.alias) firstOf.set(row.alias.toUpperCase(), row)
  }
  for (const { alias, name, batch_name } of await listTakenTubeIds(db, [...firstOf.keys()])) {
    const row = firstOf.get(alias.toUpperCase())
    if (row) problems.add(row.number, 'alias', `is the tube id of ${name} in ${batch_name}`)
  }
}
