import {
  type LabelPageQuery,
  maxDoubtsNamed,
  maybePrintedStates,
  type PrintedBefore,
  type PrintState,
} from '@lims/contract/print-runs.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { type SampleRow, selectSamples } from '../samples/sample-queries.ts'

type LabelRow = Selectable<Tables['print_label']>

/** Inserts the labels of a batch or of selected samples as waiting. Returns their number. */
export async function insertLabels(
  trx: Transaction,
  runId: string,
  source: ({ batchId: string } | { sampleIds: string[] }) & { onlyUnprinted: boolean },
  actor: Actor,
): Promise<number> {
  const selected =
    'batchId' in source
      ? sql`batch_id = ${source.batchId}::uuid`
      : sql`id = any(${source.sampleIds.filter(isUuid)}::uuid[])`
  const unprinted = source.onlyUnprinted
    ? sql`${selected} and not ${wasPrinted(sql.ref('sample.id'), runId)}`
    : selected
  const { numAffectedRows } = await sql`
    insert into print_label (run_id, place, sample_id, sample_name, tube_id, changed_at, changed_by)
    select ${runId}::uuid, row_number() over (order by number), id, name, alias, ${actor.at}::timestamptz, ${actor.userId}::text
    from (select id, number, name, alias from sample where ${unprinted} order by id for share) sample
  `.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** True if a label of the sample was printed or may have been; `runId` itself does not count. */
const wasPrinted = (sampleId: RawBuilder<unknown>, runId?: string) => sql`exists (
  select from print_label earlier
  where earlier.sample_id = ${sampleId} ${runId ? sql`and earlier.run_id <> ${runId}` : sql``}
    and earlier.state = any(${[...maybePrintedStates]}::text[])
)`

/** Counts the labels of a batch, those that were printed or may have been, and those in doubt. */
export const countPrintedInBatch = (db: Db, batchId: string): Promise<PrintedBefore> =>
  countPrinted(db, sql`sample.batch_id = any(${[batchId].filter(isUuid)}::uuid[])`)

/** Counts chosen samples, those whose label was printed or may have been, and those in doubt. */
export const countPrintedOfChosen = (db: Db, ids: readonly string[]): Promise<PrintedBefore> =>
  countPrinted(db, sql`sample.id = any(${ids.filter(isUuid)}::uuid[])`)

async function countPrinted(db: Db, samples: RawBuilder<unknown>): Promise<PrintedBefore> {
  const isInDoubt = sql`earlier.is_known and not earlier.is_sent`
  const { rows } = await sql<PrintedBefore>`
    select count(*)::int as total,
      (count(*) filter (where earlier.is_known))::int as "printedBefore",
      (count(*) filter (where ${isInDoubt}))::int as "inDoubt",
      coalesce(to_json((array_agg(
        json_build_object('sampleId', sample.id, 'sampleName', sample.name, 'tubeId', sample.alias)
        order by sample.number
      ) filter (where ${isInDoubt}))[1:${sql.lit(maxDoubtsNamed)}]), '[]') as "samplesInDoubt"
    from sample cross join lateral (
      select count(*) > 0 as is_known, coalesce(bool_or(state = 'sent'), false) as is_sent from print_label
      where sample_id = sample.id and state = any(${[...maybePrintedStates]}::text[])
    ) earlier
    where ${samples}
  `.execute(db)
  return rows[0] ?? { total: 0, printedBefore: 0, inDoubt: 0, samplesInDoubt: [] }
}

/**
 * Returns how many samples of a run have a label that is still to be printed in the open run of a batch, and which.
 * No page shows the run of a deleted batch.
 */
export async function findWaitingInBatchRun(
  trx: Transaction,
  runId: string,
): Promise<{ labels: number; batchName: string } | undefined> {
  const { rows } = await sql<{ labels: number; batchName: string }>`
    select count(*)::int as labels, batch.name as "batchName"
    from print_label own
    join print_label other on other.sample_id = own.sample_id and other.state in ('waiting', 'sending', 'failed')
    join print_run run on run.id = other.run_id and run.finished_at is null
    join batch on batch.id = run.batch_id
    where own.run_id = ${runId}
    group by run.id, batch.name order by run.started_at limit 1
  `.execute(trx)
  return rows[0]
}

/** Counts the labels of a run that were printed in another run, or may have been. */
export async function countPrintedBefore(trx: Transaction, runId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from print_label label
    where label.run_id = ${runId} and ${wasPrinted(sql.ref('label.sample_id'), runId)}
  `.execute(trx)
  return rows[0]?.total ?? 0
}

export function listLabels(db: Db, { runId, states, after, pageSize }: LabelPageQuery): Promise<LabelRow[]> {
  return db
    .selectFrom('print_label')
    .selectAll()
    .where('run_id', '=', runId)
    .where('place', '>', after)
    .where(states ? sql<boolean>`state = any(${states}::text[])` : sql<boolean>`true`)
    .orderBy('place')
    .limit(pageSize)
    .execute()
}

/** Returns the samples of labels by id, without deleted ones. */
export async function listSamplesOfLabels(
  db: Db,
  labels: readonly LabelRow[],
): Promise<Map<string, SampleRow>> {
  const ids = labels.map(({ sample_id }) => sample_id)
  const samples = await selectSamples(db).where(sql<boolean>`sample.id = any(${ids}::uuid[])`).execute()
  return new Map(samples.map((sample) => [sample.id, sample]))
}

type Mark = {
  place: number
  from: PrintState
  to: PrintState
  reason?: string | undefined
  attempt?: number | undefined
}
export type MarkedLabel = Pick<LabelRow, 'place' | 'sample_id' | 'state' | 'reason'> & {
  state_before: PrintState
  reason_before: string
  changed_at_before: Date
  changed_by_before: string
  /** Why the label became cancelled instead of sending. */
  left_out: 'sample-deleted' | 'printed-elsewhere' | null
}

/**
 * Keeps other runs from sending labels of the same samples, and the samples from being changed or deleted, until the
 * transaction ends. Waits for a deletion that has only locked them so far, too.
 */
export async function lockLabelsOfSamples(
  trx: Transaction,
  runId: string,
  places: readonly number[],
): Promise<void> {
  const labels = sql`from print_label where run_id = ${runId} and place = any(${[...places]}::integer[])`
  await sql`
    select count(*) from (
      select id from sample where id in (select sample_id ${labels}) order by id for share
    ) held
  `.execute(trx)
  await sql`
    select pg_advisory_xact_lock(hashtext('labels of sample'), key)
    from (select distinct hashtext(sample_id::text) as key ${labels} order by key) held
  `.execute(trx)
}

/**
 * True if another run has printed the label of a sample, or may have, and the reason of this run is not for it: the
 * label was first printed since this run began. A run without a reason starts only if none of its labels was printed
 * before.
 */
const isPrintedElsewhere = sql`(
  select run.reason = '' or min(coalesce(other.sent_at, other.changed_at)) > run.started_at from print_label other
  where other.sample_id = before.sample_id and other.run_id <> before.run_id
    and other.state = any(${[...maybePrintedStates]}::text[])
  having count(*) > 0
)`

/**
 * Updates the labels that are in the expected state `from`, and in the expected attempt, if it is given. Returns them
 * with their values before and after. A label becomes cancelled instead of sending if its sample was deleted, or
 * another run has printed it and this one has no reason to print it again.
 */
export async function markLabels(
  trx: Transaction,
  runId: string,
  marks: readonly Mark[],
  actor: Actor,
): Promise<MarkedLabel[]> {
  const { rows } = await sql<MarkedLabel>`
    update print_label label
    set state = case when left_out.why is null then mark.to_state else 'cancelled' end,
      reason = case left_out.why
        when 'sample-deleted' then 'The sample was deleted'
        when 'printed-elsewhere' then 'The label was printed in another print run, or may have been'
        else mark.reason
      end,
      attempts = label.attempts + case
        when left_out.why is not null then 0
        when mark.to_state = 'sending' then 1
        when mark.from_state = 'sending' and mark.to_state = 'waiting' then -1
        else 0
      end,
      sent_at = case
        when left_out.why is not null then null
        when mark.to_state = any(${[...maybePrintedStates]}::text[])
          then coalesce(label.sent_at, ${actor.at}::timestamptz)
      end,
      changed_at = ${actor.at}::timestamptz, changed_by = ${actor.userId}
    from unnest(
      ${marks.map(({ place }) => place)}::integer[], ${marks.map(({ from }) => from)}::text[],
      ${marks.map(({ to }) => to)}::text[], ${marks.map(({ reason }) => reason ?? '')}::text[],
      ${marks.map(({ attempt }) => attempt ?? null)}::integer[]
    ) mark (place, from_state, to_state, reason, attempt)
    join print_label before on before.run_id = ${runId} and before.place = mark.place
    join print_run run on run.id = before.run_id
    cross join lateral (
      select case
        when mark.to_state <> 'sending' then null
        when not exists (select from sample where id = before.sample_id) then 'sample-deleted'
        when ${isPrintedElsewhere} then 'printed-elsewhere'
      end as why
    ) left_out
    where label.run_id = ${runId} and label.place = mark.place and label.state = mark.from_state
      and label.attempts = coalesce(
        mark.attempt - case when mark.to_state = 'sending' then 1 else 0 end, label.attempts
      )
    returning label.place, label.sample_id, label.state, label.reason, before.state as state_before,
      before.reason as reason_before, before.changed_at as changed_at_before, before.changed_by as changed_by_before,
      left_out.why as left_out
  `.execute(trx)
  return rows
}

/** Changes all labels in one of the states `from`. Returns their number. */
export async function moveLabels(
  trx: Transaction,
  runId: string,
  { from, to, reason }: { from: readonly PrintState[]; to: PrintState; reason: string },
  actor: Actor,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('print_label')
    .set({ state: to, reason, changed_at: actor.at, changed_by: actor.userId })
    .where('run_id', '=', runId)
    .where('state', 'in', from)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lists the labels in state sending, with time and person. */
export async function listBeingSent(trx: Transaction, runId: string) {
  const labels = await trx
    .selectFrom('print_label')
    .select(['place', 'changed_by', 'changed_at'])
    .where('run_id', '=', runId)
    .where('state', '=', 'sending')
    .orderBy('place')
    .execute()
  return labels.map((label) => ({
    place: label.place,
    changedBy: label.changed_by,
    changedAt: label.changed_at.toISOString(),
  }))
}

export async function getFirstSampleId(db: Db, runId: string): Promise<string> {
  const first = db.selectFrom('print_label').select('sample_id').where('run_id', '=', runId)
  return (await first.orderBy('place').limit(1).executeTakeFirstOrThrow()).sample_id
}

/**
 * Lists the labels of a sample that were printed or may have been, newest first. `at`: when it was sent, or the last
 * change of one that was sent before that was noted. `is_run_open`: whether this person can resume the run of it. No
 * page shows the run of a deleted batch.
 */
export function listPrintsOfSample(db: Db, sampleId: string, userId: string) {
  const at = sql<Date>`coalesce(print_label.sent_at, print_label.changed_at)`
  return db
    .selectFrom('print_label')
    .innerJoin('print_run', 'print_run.id', 'print_label.run_id')
    .innerJoin('person', 'person.id', 'print_label.changed_by')
    .select(['print_label.run_id', 'print_label.place', 'print_label.state', at.as('at')])
    .select(['person.name', 'print_run.reason'])
    .select((eb) =>
      eb
        .and([
          eb('print_run.finished_at', 'is', null),
          eb.or([
            eb.exists(eb.selectFrom('batch').whereRef('batch.id', '=', 'print_run.batch_id')),
            eb.and([eb('print_run.is_of_chosen', '=', true), eb('print_run.started_by', '=', userId)]),
          ]),
        ])
        .as('is_run_open'),
    )
    .where('print_label.sample_id', '=', sampleId)
    .where('print_label.state', 'in', maybePrintedStates)
    .orderBy(at, 'desc')
    .execute()
}
