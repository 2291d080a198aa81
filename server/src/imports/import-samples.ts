import { errorTexts } from '@lims/contract/errors.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import type { ImportedReply, ImportProgress, ImportQuery, ReadingChoices } from '@lims/contract/imports.ts'
import { timeInMessage } from '@lims/contract/message-times.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import { asBatch, findBatch, getBatch, insertBatch } from '../batches/batch-queries.ts'
import type { LaboratoryTime } from '../config.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { errorCode } from '../errors/error-code.ts'
import { uniqueViolation } from '../errors/sql-states.ts'
import { afterChangesOf, saveChildCounts, shareLockBatch } from '../samples/sample-write-queries.ts'
import type { SignedInActor } from '../sessions/require-sign-in.ts'
import { seesSubjects } from '../sessions/sees-subjects.ts'
import { placeSamples } from '../storage/place-samples.ts'
import { lockStorageCells, lockStorages, saveArchivedTimes } from '../storage/placement-queries.ts'
import { type CheckedRows, checkRows } from './check-rows.ts'
import { countsFromNames, higherCounts } from './child-counts.ts'
import { findPlaces, type Places } from './find-places.ts'
import {
  findEarlierImport,
  insertImported,
  lockImport,
  lockParents,
  type NewSample,
  skipTubeNumbers,
} from './import-queries.ts'
import { childrenNames, toNewSamples, tubeNumbers } from './new-samples.ts'
import { isRow, type Parents } from './parents.ts'
import type { ProblemList } from './problem-list.ts'
import type { Table } from './table.ts'

type File = { table: Table; sha256: string }
type Report = (progress: ImportProgress) => Promise<void>

const samplesPerInsert = 500

/**
 * Imports every row of a table or nothing. Throws `import-has-problems`, `import-repeated`, `batch-name-taken` or
 * `tube-id-taken`.
 */
export async function importSamples(
  trx: Transaction,
  { table, sha256 }: File,
  { columns, fileName, importAgain, positionNumbers, dateOrder, ...target }: ImportQuery,
  {
    actor: requested,
    report,
    laboratoryTime,
  }: { actor: SignedInActor; report: Report; laboratoryTime: LaboratoryTime },
): Promise<ImportedReply> {
  const batchId = await targetBatch(trx, target, requested)
  if (target.batchId && !importAgain) await assertNotRepeated(trx, sha256, target.batchId)
  const choices = { positionNumbers, dateOrder }
  const checked = await checkRows(trx, {
    table,
    columns,
    choices,
    batchId,
    seesSubjects: seesSubjects(requested),
    laboratoryTime,
    now: requested.at,
  })
  const { rows, parents, problems } = checked
  assertNoProblems(problems)

  const parentIds = await countChildrenOfExistingParents(trx, batchId, parents)
  const actor = await afterChangesOf(trx, parentIds, requested)
  // After the parents, because samples are always locked before their batch.
  if (!(await shareLockBatch(trx, batchId))) throw batchNotFound()
  const samples = toNewSamples(rows, parents)
  await skipTubeNumbers(trx, tubeNumbers(samples))
  const places = await lockPlaces(trx, checked, choices)
  await saveSamples(trx, batchId, { samples, places }, { actor, report })

  const batch = asBatch(await getBatch(trx, batchId))
  const numSamples = samples.length
  const { id: entityId, ...present } = batch
  const created = {
    action: 'batch.create',
    entityId,
    after: { ...present, numSamples: 0, byStatus: {} },
  } as const
  const after = { numSamples, sha256, ...(fileName ? { fileName } : {}) }
  const imported = { action: 'batch.import', entityId, after } as const
  const stored = [...places].map(([sampleId, { path }]) => ({
    action: 'sample.place' as const,
    entityId: sampleId,
    after: { location: path },
  }))
  await saveAuditEvents(trx, [...(target.batchId ? [] : [created]), imported, ...stored], actor)
  return { ...succeeded, batch, numSamples, numPlaced: places.size }
}

/**
 * Throws `import-repeated`, also after waiting for such an import that runs. Without tube IDs nothing else prevents
 * importing the same rows twice.
 */
async function assertNotRepeated(trx: Transaction, sha256: string, batchId: string) {
  await lockImport(trx, sha256, batchId)
  const earlier = await findEarlierImport(trx, sha256, batchId)
  if (earlier?.batchId !== batchId) return
  throw new DomainError(
    'import-repeated',
    `${earlier.userName} already imported this file into ${earlier.batchName} at ${timeInMessage(new Date(earlier.at))}, ${formatCount(earlier.numSamples, 'sample')}. Nothing was imported. To import it again, please confirm.`,
  )
}

/**
 * Locks the boxes in one order, and finds the places again: until it had the locks, somebody may have filled a box, or
 * given it other labels. Call it when everything else is locked.
 */
async function lockPlaces(
  trx: Transaction,
  { rows, places, problems }: CheckedRows,
  choices: ReadingChoices,
): Promise<Places> {
  const boxIds = [...new Set([...places.values()].map(({ storageId }) => storageId))]
  await lockStorageCells(trx, boxIds)
  await lockStorages(trx, boxIds)
  const locked = await findPlaces(trx, rows, choices, problems)
  assertNoProblems(problems)
  return locked
}

type Target = Pick<ImportQuery, 'batchId' | 'batchName' | 'batchDescription'>

async function targetBatch(trx: Transaction, { batchId, batchName, batchDescription }: Target, actor: Actor) {
  if (batchId) {
    if (await findBatch(trx, batchId)) return batchId
    throw batchNotFound()
  }
  const name = batchName ?? ''
  const inserted = await insertBatch(trx, { name, description: batchDescription ?? '', metadata: {} }, actor)
  if (!inserted) throw new DomainError('batch-name-taken', errorTexts.batchNameTaken(name), 'batchName')
  return inserted.id
}

const batchNotFound = () => new DomainError('batch-not-found', errorTexts.batchNotFound, 'batchId')

function assertNoProblems(problems: ProblemList) {
  const [first] = problems.listFirst()
  if (!first) return
  const where = `row ${first.row}${first.column === null ? '' : `, ${first.column}`}`
  const all = formatCount(problems.total(), 'problem')
  throw new DomainError(
    'import-has-problems',
    `Nothing was imported. The file has ${all}, the first in ${where}: ${first.message}`,
  )
}

/** Locks the existing parents and updates their child counts. Returns their ids. */
async function countChildrenOfExistingParents(trx: Transaction, batchId: string, parents: Parents) {
  const newCounts = new Map(
    [...childrenNames(parents)].flatMap(([parent, names]) =>
      isRow(parent) ? [] : [[parent.id, countsFromNames(parent.name, names)] as const],
    ),
  )
  const locked = await lockParents(trx, batchId, [...newCounts.keys()])
  if (locked.length < newCounts.size) {
    throw new DomainError(
      'sample-not-found',
      'A parent sample was deleted or moved to another batch during the import.',
    )
  }
  const changed = locked.flatMap(({ id, child_counts }) => {
    const counts = newCounts.get(id) ?? {}
    return Object.keys(counts).length > 0 ? [[id, higherCounts(child_counts, counts)] as const] : []
  })
  if (changed.length > 0) await saveChildCounts(trx, new Map(changed))
  return locked.map(({ id }) => id)
}

async function saveSamples(
  trx: Transaction,
  batchId: string,
  { samples, places }: { samples: NewSample[]; places: Places },
  { actor, report }: { actor: Actor; report: Report },
) {
  const total = samples.length
  await report({ saved: 0, total })
  for (let saved = 0; saved < total; saved += samplesPerInsert) {
    const portion = samples.slice(saved, saved + samplesPerInsert)
    await insert(trx, batchId, portion, actor)
    await place(trx, portion, places, actor)
    await report({ saved: Math.min(saved + samplesPerInsert, total), total })
  }
}

async function place(trx: Transaction, samples: readonly NewSample[], places: Places, actor: Actor) {
  const placed = samples.flatMap(({ id }) => {
    const found = places.get(id)
    return found ? [{ sampleId: id, ...found }] : []
  })
  if (placed.length === 0) return
  await placeSamples(trx, placed, actor, {
    sentence: (cell, content) =>
      `Nothing was imported: ${cell} holds ${content}. Please check the file again.`,
  })
  const archivedTimes = samples.flatMap(({ id, archivedTimestamp: archivedAt }) =>
    places.has(id) && archivedAt !== undefined ? [{ id, archivedAt }] : [],
  )
  await saveArchivedTimes(trx, archivedTimes)
}

async function insert(trx: Transaction, batchId: string, samples: NewSample[], actor: Actor) {
  try {
    await insertImported(trx, batchId, samples, actor)
  } catch (error) {
    if (errorCode(error) !== uniqueViolation) throw error
    throw new DomainError(
      'tube-id-taken',
      'Nothing was imported: another sample has just been created with one of these tube IDs. Please check the file again.',
    )
  }
}
