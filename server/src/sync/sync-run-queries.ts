import { maxRecentErrors, type SyncStatus } from '@lims/contract/sync.ts'
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Db, Transaction } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { dataPipeline } from '../people/data-pipeline.ts'
import { lockOutErasures } from '../subjects/trace-queries.ts'

/** A scan without a heartbeat for `lostAfter` belongs to a server that is gone. */
export const heartbeatMs = 2000
const lostAfter = sql`interval '10 seconds'`
const runsKept = sql`interval '90 days'`

/** `tokenId` is the API token that began the run, if one did. */
export type SyncRun = { id: number; startedAt: Date; startedBy: string | null; tokenId?: string | undefined }
type Outcome = 'done' | 'failed' | 'stopped'

/** Begins a scan unless one runs, or one has begun within `everyMs`. Ends a scan whose server is gone. */
export async function insertSyncRun(
  trx: Transaction,
  { actor, at, everyMs }: { actor: string | null; at: Date; everyMs?: number },
): Promise<SyncRun | undefined> {
  await endLostRun(trx, at)
  const { rows } = await sql<{ id: number }>`
    insert into sync_run (started_at, started_by, files_expected)
    select ${at}::timestamptz, ${actor}::text,
      (select files_processed from sync_run where outcome = 'done' order by id desc limit 1)
    where not exists (
      -- One that seems to begin later is of a clock that was ahead.
      select from sync_run
      where abs(extract(epoch from started_at - ${at}::timestamptz)) * 1000 < ${everyMs ?? null}::float8
    )
    on conflict ((true)) where ended_at is null do nothing
    returning id
  `.execute(trx)
  const id = rows[0]?.id
  if (id === undefined) return undefined
  // The last complete one stays: it says since when the links may be out of date.
  await sql`
    delete from sync_run
    where ended_at < ${at}::timestamptz - ${runsKept}
      and id <> coalesce((select max(id) from sync_run where outcome = 'done'), 0)
  `.execute(trx)
  return { id, startedAt: at, startedBy: actor }
}

/** Begins a scan if none has begun for `everyMs`. */
export function beginDueRun(db: Db, at: Date, everyMs: number): Promise<SyncRun | undefined> {
  return inTransaction(db, (trx) => insertSyncRun(trx, { actor: null, at, everyMs }))
}

async function endLostRun(trx: Transaction, at: Date) {
  // A run that a step has locked is alive, and is not waited for.
  const lost = await sql<{ id: number }>`
    update sync_run set ended_at = ${at}::timestamptz, outcome = 'stopped'
    where id in (
      select id from sync_run where ended_at is null and beat_at < clock_timestamp() - ${lostAfter}
      for update skip locked
    )
    returning id
  `.execute(trx)
  for (const { id } of lost.rows) {
    await saveScanError(trx, {
      runId: id,
      at,
      message: 'A scan broke off: its server stopped, or did not reach the database.',
    })
  }
}

/** Returns the actor of the changes of a scan: who began it, with which API token. */
export async function actorOf(trx: Transaction, run: SyncRun, at: Date): Promise<Actor> {
  return { userId: await personOf(trx, run), at, tokenId: run.tokenId }
}

async function personOf(trx: Transaction, { startedBy, startedAt }: SyncRun): Promise<string> {
  if (startedBy !== null) return startedBy
  await sql`
    insert into person (id, name, avatar, first_signed_in_at, last_signed_in_at)
    values (${dataPipeline.id}, ${dataPipeline.name}, null, ${startedAt}, ${startedAt})
    on conflict (id) do nothing
  `.execute(trx)
  return dataPipeline.id
}

/** Thrown in a scan that another server has ended as lost, so that two never write at once. */
export class ScanLost extends Error {}

/**
 * Runs one step of a scan in a transaction that locks its run, and that no erasure interrupts. Throws `ScanLost`. The
 * lock excludes the end of a lost run, and lets heartbeats through while the step waits for others.
 */
export function inScan<T>(db: Db, runId: number, work: (trx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(db, async (trx) => {
    const run = await trx
      .selectFrom('sync_run')
      .select('id')
      .where('id', '=', runId)
      .where('ended_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst()
    if (!run) throw new ScanLost()
    await lockOutErasures(trx)
    return work(trx)
  })
}

export async function saveHeartbeat(db: Db, runId: number, filesProcessed: number): Promise<void> {
  await db
    .updateTable('sync_run')
    .set({ files_processed: filesProcessed, beat_at: sql`clock_timestamp()` })
    .where('id', '=', runId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Adds to the number of samples that a running scan has linked, and marks the scan as alive. */
export async function addLinked(trx: Transaction, runId: number, samples: number) {
  await trx
    .updateTable('sync_run')
    .set((eb) => ({ samples_linked: eb('samples_linked', '+', samples), beat_at: sql`clock_timestamp()` }))
    .where('id', '=', runId)
    .execute()
}

/** Ends a scan. A complete one has read everything: deletes the errors that it has not found again. */
export async function endRun(
  trx: Transaction,
  {
    runId,
    outcome,
    at,
    filesProcessed,
  }: { runId: number; outcome: Outcome; at: Date; filesProcessed: number },
) {
  if (outcome === 'done') {
    await sql`
      delete from sync_error where kind in ('scan', 'tree', 'match') and run_id <> ${runId}
    `.execute(trx)
  }
  await trx
    .updateTable('sync_run')
    .set({ ended_at: at, outcome, files_processed: filesProcessed })
    .where('id', '=', runId)
    .execute()
}

/** Ends an incomplete scan, with an error that says why. */
export function abortRun(
  db: Db,
  { message, ...end }: { runId: number; outcome: Outcome; at: Date; filesProcessed: number; message: string },
): Promise<void> {
  return inScan(db, end.runId, async (trx) => {
    await saveScanError(trx, { ...end, message })
    await endRun(trx, end)
  })
}

async function saveScanError(
  trx: Transaction,
  { runId, at, message }: { runId: number; at: Date; message: string },
) {
  await sql`
    insert into sync_error (kind, dvc_path, path, message, at, run_id)
    values ('scan', '', '', ${message}, ${at}, ${runId})
    on conflict (key) do update set at = excluded.at, run_id = excluded.run_id
  `.execute(trx)
}

export async function readSyncStatus(db: Db, isConfigured: boolean): Promise<SyncStatus> {
  const { rows: runs } = await sql<{
    started_at: Date
    started_by_name: string | null
    is_running: boolean
    broken_off_at: Date | null
    files_expected: number | null
    files_processed: number
    samples_linked: number
  }>`
    select started_at, person.name as started_by_name, files_expected, files_processed, samples_linked, is_running,
      case when not is_running and outcome is distinct from 'done' then coalesce(ended_at, beat_at) end
        as broken_off_at
    from sync_run left join person on person.id = sync_run.started_by
    cross join lateral (
      select ended_at is null and beat_at >= clock_timestamp() - ${lostAfter} as is_running
    ) life
    order by sync_run.id desc limit 1
  `.execute(db)
  const { rows: sums } = await sql<{ last: Date | null; errors: number; files: number }>`
    select (select ended_at from sync_run where outcome = 'done' order by id desc limit 1) as last,
      (select count(*) from sync_error) as errors,
      (select count(*) from data_file where not is_gone) as files
  `.execute(db)
  const run = runs[0]
  const sum = sums[0]
  return {
    isRunning: run?.is_running ?? false,
    lastScanTime: sum?.last?.toISOString() ?? null,
    brokenOffTime: run?.broken_off_at?.toISOString() ?? null,
    filesProcessed: run?.files_processed ?? 0,
    recentErrors: await listErrors(db),
    totalErrors: Number(sum?.errors ?? 0),
    isConfigured,
    // If there are more files than in the last scan, nobody knows how many there will be.
    filesExpected: run && (run.files_expected ?? 0) >= run.files_processed ? run.files_expected : null,
    bamFiles: Number(sum?.files ?? 0),
    samplesLinked: run?.samples_linked ?? 0,
    startedAt: run?.started_at.toISOString() ?? null,
    startedByName: run?.started_by_name ?? null,
  }
}

async function listErrors(db: Db): Promise<SyncStatus['recentErrors']> {
  const errors = await db
    .selectFrom('sync_error')
    .select(['path', 'message', 'at'])
    .orderBy('at', 'desc')
    .orderBy('path')
    .orderBy('message')
    .limit(maxRecentErrors)
    .execute()
  return errors.map(({ path, message, at }) => ({
    message: path ? `${path} ${message}` : message,
    timestamp: at.toISOString(),
  }))
}
