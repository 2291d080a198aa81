import { createHash } from 'node:crypto'
import { errorTexts } from '@lims/contract/errors.ts'
import type { CheckFileReply, ImportQuery } from '@lims/contract/imports.ts'
import { findBatch } from '../batches/batch-queries.ts'
import type { LaboratoryTime } from '../config.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { checkRows } from './check-rows.ts'
import type { Places } from './find-places.ts'
import { findEarlierImport, isBatchNameTaken, listNamesInBatch } from './import-queries.ts'
import type { ImportRow } from './import-row.ts'
import type { Table } from './table.ts'

/**
 * Returns what an import would create and all problems that prevent it. Throws `batch-not-found` and
 * `batch-name-taken`.
 */
export async function checkFile(
  db: Db,
  { table, sha256 }: { table: Table; sha256: string },
  { columns, batchId, batchName, positionNumbers, dateOrder }: ImportQuery,
  reading: { seesSubjects: boolean; laboratoryTime: LaboratoryTime; now: Date },
): Promise<CheckFileReply> {
  if (batchId && !(await findBatch(db, batchId))) {
    throw new DomainError('batch-not-found', errorTexts.batchNotFound, 'batchId')
  }
  if (batchName && (await isBatchNameTaken(db, batchName))) {
    throw new DomainError('batch-name-taken', errorTexts.batchNameTaken(batchName), 'batchName')
  }
  const { rows, parents, places, problems } = await checkRows(db, {
    table,
    columns,
    batchId,
    choices: { positionNumbers, dateOrder },
    ...reading,
  })
  const repeated = findRepeatedRows(table, columns)
  return {
    numSamples: rows.length,
    numChildren: parents.size,
    numPlaced: places.size,
    numBoxes: new Set([...places.values()].map(({ storageId }) => storageId)).size,
    placeExample: findExample(rows, places),
    namesInBatch: batchId ? await findNamesInBatch(db, batchId, rows) : null,
    repeatedRows: countWithExamples(repeated),
    sameNames: findSameNames(rows, new Set(repeated)),
    problems: problems.listFirst(),
    totalProblems: problems.total(),
    importedBefore: (await findEarlierImport(db, sha256, batchId)) ?? null,
  }
}

const maxExamples = 3

/** Returns null if there are no rows. */
const countWithExamples = <Example>(rows: readonly Example[]) =>
  rows.length === 0 ? null : { numRows: rows.length, examples: rows.slice(0, maxExamples) }

async function findNamesInBatch(db: Db, batchId: string, rows: readonly ImportRow[]) {
  const names = rows.map(({ name }) => name).filter((name) => name !== '')
  return countWithExamples(await listNamesInBatch(db, batchId, names))
}

/** Returns the numbers of rows that repeat an earlier one in every imported column. */
function findRepeatedRows({ rows }: Table, columns: ImportQuery['columns']): number[] {
  const seen = new Set<string>()
  const repeated = rows.filter(({ cells }) => {
    const imported = columns.map((field, index) => (field ? cells[index]?.trim() : undefined) ?? '')
    const key = createHash('sha256').update(imported.join('\0')).digest('base64')
    const isRepeated = seen.has(key)
    seen.add(key)
    return isRepeated
  })
  return repeated.map(({ number }) => number)
}

/** Returns the names that are in several rows. The rows with the numbers `repeated` do not count. */
function findSameNames(
  rows: readonly ImportRow[],
  repeated: ReadonlySet<number>,
): CheckFileReply['sameNames'] {
  const seen = new Set<string>()
  const same = new Set<string>()
  for (const { name, number } of rows) {
    if (name === '' || repeated.has(number)) continue
    if (seen.has(name)) same.add(name)
    seen.add(name)
  }
  return same.size === 0 ? null : { numNames: same.size, examples: [...same].slice(0, maxExamples) }
}

/** Returns the second of the placed samples: the first one is in A1, however the cells are numbered. */
function findExample(rows: readonly ImportRow[], places: Places): CheckFileReply['placeExample'] {
  const [first, second = first] = rows.filter(({ id }) => places.has(id))
  const place = second && places.get(second.id)
  return place ? { name: second.name, path: place.path } : null
}
