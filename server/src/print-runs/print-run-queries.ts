import { type PrintRun, PrintState } from '@lims/contract/print-runs.ts'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { DomainError } from '../errors/domain-error.ts'

type RunRow = Selectable<Tables['print_run']> & {
  person_name: string
  counts: Partial<Record<PrintState, number>>
}

const selectRuns = (db: Db) =>
  db
    .selectFrom('print_run')
    .innerJoin('person', 'person.id', 'print_run.started_by')
    .selectAll('print_run')
    .select([
      'person.name as person_name',
      sql<RunRow['counts']>`(
        select coalesce(jsonb_object_agg(state, labels), '{}') from (
          select state, count(*) as labels from print_label where run_id = print_run.id group by state
        ) counted
      )`.as('counts'),
    ])

/** Throws `print-run-not-found`. */
export async function getRun(db: Db, id: string): Promise<RunRow> {
  const run = await selectRuns(db).where('print_run.id', '=', id).executeTakeFirst()
  if (!run) throw runNotFound()
  return run
}

export function findOpenRun(db: Db, batchId: string): Promise<RunRow | undefined> {
  if (!isUuid(batchId)) return Promise.resolve(undefined)
  return selectRuns(db)
    .where('print_run.batch_id', '=', batchId)
    .where('print_run.finished_at', 'is', null)
    .executeTakeFirst()
}

/** Returns the unfinished run of chosen samples that a person has started. */
export function findOpenRunOfChosen(db: Db, userId: string): Promise<RunRow | undefined> {
  return selectRuns(db)
    .where('print_run.started_by', '=', userId)
    .where('print_run.is_of_chosen', '=', true)
    .where('print_run.finished_at', 'is', null)
    .executeTakeFirst()
}

/** Returns when the state of a label of the run last changed. */
export async function getLastChangeAt(db: Db, runId: string): Promise<Date> {
  const { at } = await db
    .selectFrom('print_label')
    .where('run_id', '=', runId)
    .select((eb) => eb.fn.max('changed_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/**
 * Locks a run, and thereby its labels, until the transaction ends. Runs for each printed label, so it does not count
 * labels. Throws `print-run-not-found`.
 */
export async function lockRun(
  trx: Transaction,
  id: string,
): Promise<{ isFinished: boolean; batchId: string | null }> {
  const run = await trx
    .selectFrom('print_run')
    .select(['finished_at', 'batch_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!run) throw runNotFound()
  return { isFinished: run.finished_at !== null, batchId: run.batch_id }
}

const runNotFound = () => new DomainError('print-run-not-found', 'Print run not found')

/** Returns undefined if the batch already has an open run, or the person one of chosen samples. */
export async function insertRun(
  trx: Transaction,
  run: { batchId: string | undefined; isOfChosen: boolean; reason: string | undefined },
  actor: Actor,
): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('print_run')
    .values({
      batch_id: run.batchId ?? null,
      reason: run.reason ?? '',
      started_at: actor.at,
      started_by: actor.userId,
      finished_at: null,
      is_of_chosen: run.isOfChosen,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export function finishRun(trx: Transaction, id: string, at: Date) {
  return trx.updateTable('print_run').set({ finished_at: at }).where('id', '=', id).execute()
}

export function asRun(row: RunRow): PrintRun {
  const counts = Object.fromEntries(
    PrintState.options.map((state) => [state, Number(row.counts[state] ?? 0)]),
  ) as PrintRun['counts']
  return {
    id: row.id,
    batchId: row.batch_id,
    startedAt: row.started_at.toISOString(),
    startedByName: row.person_name,
    finishedAt: row.finished_at?.toISOString() ?? null,
    reason: row.reason,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
  }
}
