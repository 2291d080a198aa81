import type { LabelPageQuery, PrintState } from '@lims/contract/print-runs.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { type SampleRow, selectSamples } from '../samples/sample-queries.ts'

type By = { userId: string; at: Date }
export type LabelRow = Selectable<Tables['print_label']>

/** Puts the labels of a batch, or of chosen samples, in line; answers how many. */
export async function insertLabels(
  trx: Transaction,
  runId: string,
  of: { batchId: string } | { sampleIds: string[] },
  by: By,
): Promise<number> {
  const chosen =
    'batchId' in of
      ? sql`batch_id::text = ${of.batchId}`
      : sql`id = any(${of.sampleIds.filter(isUuid)}::uuid[])`
  const { numAffectedRows } = await sql`
    insert into print_label (run_id, place, sample_id, sample_name, tube_id, changed_at, changed_by)
    select ${runId}::uuid, row_number() over (order by number), id, name, alias, ${by.at}::timestamptz, ${by.userId}::text
    from sample where ${chosen}
  `.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** How many of the labels of a run were printed before, or may have been. */
export async function countPrintedBefore(trx: Transaction, runId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from print_label wanted
    where wanted.run_id = ${runId} and exists (
      select from print_label earlier
      where earlier.sample_id = wanted.sample_id and earlier.run_id <> wanted.run_id
        and earlier.state in ('sent', 'unknown', 'sending')
    )
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

/** The samples of labels, by id; deleted ones are missing. */
export async function readSamplesOf(db: Db, labels: readonly LabelRow[]): Promise<Map<string, SampleRow>> {
  const ids = labels.map(({ sample_id }) => sample_id)
  const samples = await selectSamples(db).where(sql<boolean>`sample.id = any(${ids}::uuid[])`).execute()
  return new Map(samples.map((sample) => [sample.id, sample]))
}

type Mark = { place: number; from: PrintState; to: PrintState; reason?: string | undefined }

/** Marks the labels that are in the state they are marked from; answers their places. */
export async function markLabels(
  trx: Transaction,
  runId: string,
  marks: readonly Mark[],
  by: By,
): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    update print_label label
    set state = mark.to_state, reason = mark.reason, changed_at = ${by.at}::timestamptz, changed_by = ${by.userId},
      attempts = attempts + case when mark.to_state = 'sending' then 1 else 0 end
    from unnest(
      ${marks.map(({ place }) => place)}::integer[], ${marks.map(({ from }) => from)}::text[],
      ${marks.map(({ to }) => to)}::text[], ${marks.map(({ reason }) => reason ?? '')}::text[]
    ) mark (place, from_state, to_state, reason)
    where label.run_id = ${runId} and label.place = mark.place and label.state = mark.from_state
    returning label.place
  `.execute(trx)
  return rows.map(({ place }) => place)
}

/** Moves every label of one state to another. */
export function moveLabels(
  trx: Transaction,
  runId: string,
  { from, to, reason }: { from: readonly PrintState[]; to: PrintState; reason: string },
  by: By,
) {
  return trx
    .updateTable('print_label')
    .set({ state: to, reason, changed_at: by.at, changed_by: by.userId })
    .where('run_id', '=', runId)
    .where('state', 'in', from)
    .execute()
}

/** The labels of a sample that were printed or may have been, newest first. */
export function listPrintsOfSample(db: Db, sampleId: string) {
  return db
    .selectFrom('print_label')
    .innerJoin('print_run', 'print_run.id', 'print_label.run_id')
    .innerJoin('person', 'person.id', 'print_label.changed_by')
    .select(['print_label.changed_at', 'print_label.state', 'person.name', 'print_run.reason'])
    .where('print_label.sample_id', '=', sampleId)
    .where('print_label.state', 'in', ['sent', 'unknown', 'sending'])
    .orderBy('print_label.changed_at', 'desc')
    .execute()
}
