import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'
import { listErasedNames } from '../subjects/erasure-queries.ts'
import type { DataFile, KnownDvcFile, Problem, ScanLine } from './scan-lines.ts'

const pageSize = 2000
type Of<I extends ScanLine['is']> = Extract<ScanLine, { is: I }>

/** Yields the DVC files that earlier scans have read. Reads them in pages. */
export async function* listKnownDvcFiles(db: Db): AsyncGenerator<Pick<KnownDvcFile, 'path' | 'signature'>> {
  for (let after = ''; ; ) {
    const page = await db
      .selectFrom('dvc_file')
      .select(['path', 'signature'])
      .where('path', '>', after)
      .orderBy('path')
      .limit(pageSize)
      .execute()
    yield* page
    after = page.at(-1)?.path ?? ''
    if (page.length < pageSize) return
  }
}

export async function* listKnownDataFiles(db: Db): AsyncGenerator<{ dvcPath: string; file: DataFile }> {
  for (let after = { dvc_path: '', path: '' }; ; ) {
    const page = await db
      .selectFrom('data_file')
      .selectAll()
      .where(sql<boolean>`(dvc_path, path) > (${after.dvc_path}, ${after.path})`)
      .where('is_gone', '=', false)
      .orderBy('dvc_path')
      .orderBy('path')
      .limit(pageSize)
      .execute()
    for (const row of page) {
      const { path, md5, size, layout, remote, uri, object, header } = row
      const file = { path, md5, size, layout, remote, uri, object, header }
      yield { dvcPath: row.dvc_path, file }
    }
    after = page.at(-1) ?? after
    if (page.length < pageSize) return
  }
}

/**
 * Saves files. Those whose address, content or header has changed are matched again. An erased name becomes what the
 * erasure has put in its place if the file was known with the same content, else null.
 */
export async function saveDataFiles(trx: Transaction, files: Of<'file'>[], runId: number) {
  const erased = await listErasedNames(
    trx,
    files.flatMap(({ sampleNames = [] }) => sampleNames),
  )
  const found = files.map(({ sampleNames, ...file }) => ({
    ...file,
    names: sampleNames?.map((name) => (erased.has(name) ? null : name)),
  }))
  await sql`
    insert into data_file as known (dvc_path, path, md5, size, uri, layout, remote, object, header, sample_names, run_id)
    select "dvcPath", found.path, found.md5, found.size, found.uri, found.layout, found.remote, found.object,
      found.header,
      case when names is null then coalesce(saved.sample_names, '{}') else array(
        select coalesce(name, case when found.md5 = saved.md5 then saved.sample_names[place::int] end)
        from unnest(names) with ordinality read (name, place) order by place
      ) end,
      ${runId}::bigint
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) found (
      "dvcPath" text, path text, md5 text, size bigint, uri text, layout smallint, remote text, object text,
      header text, names text[]
    )
    left join data_file saved on saved.dvc_path = found."dvcPath" and saved.path = found.path
    on conflict (dvc_path, path) do update set
      needs_match = known.needs_match or known.is_gone or known.md5 <> excluded.md5 or known.uri <> excluded.uri
        or known.header <> excluded.header or known.sample_names <> excluded.sample_names,
      md5 = excluded.md5, size = excluded.size, uri = excluded.uri, layout = excluded.layout,
      remote = excluded.remote, object = excluded.object, header = excluded.header,
      sample_names = excluded.sample_names, run_id = excluded.run_id, is_gone = false
  `.execute(trx)
}

/**
 * Saves DVC files, whose BAM files must have been saved before. Files and errors of theirs that this scan has not found
 * again are gone.
 */
export async function saveDvcFiles(trx: Transaction, files: Of<'dvc-file'>[], runId: number) {
  const read = files.filter(({ keepsFiles }) => !keepsFiles).map(({ path }) => path)
  await sql`
    insert into dvc_file (path, signature, run_id)
    select path, signature, ${runId}::bigint
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) found (path text, signature text)
    on conflict (path) do update set signature = excluded.signature, run_id = excluded.run_id
  `.execute(trx)
  await sql`
    update data_file set is_gone = true, run_id = ${runId}
    where dvc_path = any(${read}::text[]) and run_id <> ${runId} and not is_gone
  `.execute(trx)
  await sql`
    delete from sync_error
    where kind = 'dvc-file' and dvc_path = any(${files.map(({ path }) => path)}::text[]) and run_id <> ${runId}
  `.execute(trx)
  await deleteErrorsOfGoneFiles(trx, read)
}

/** Deletes DVC files that this scan has not found. Their BAM files are gone. */
export async function deleteDvcFiles(trx: Transaction, paths: string[], runId: number) {
  await sql`delete from dvc_file where path = any(${paths}::text[])`.execute(trx)
  await sql`
    update data_file set is_gone = true, run_id = ${runId} where dvc_path = any(${paths}::text[]) and not is_gone
  `.execute(trx)
  await sql`delete from sync_error where kind = 'dvc-file' and dvc_path = any(${paths}::text[])`.execute(trx)
  await deleteErrorsOfGoneFiles(trx, paths)
}

/**
 * Marks files of DVC files that were never read to their end as gone. A scan that broke off had saved them, and a
 * complete scan has not found their DVC file.
 */
export async function markFilesOfNoDvcFile(trx: Transaction, runId: number) {
  await sql`
    update data_file f set is_gone = true, run_id = ${runId}
    where not is_gone and not exists (select from dvc_file d where d.path = f.dvc_path)
  `.execute(trx)
  await sql`
    delete from sync_error e
    where kind in ('dvc-file', 'file') and not exists (select from dvc_file d where d.path = e.dvc_path)
  `.execute(trx)
}

async function deleteErrorsOfGoneFiles(trx: Transaction, dvcPaths: string[]) {
  await sql`
    delete from sync_error e using data_file f
    where e.kind = 'file' and e.dvc_path = f.dvc_path and e.path = f.path
      and f.is_gone and f.dvc_path = any(${dvcPaths}::text[])
  `.execute(trx)
}

/** Deletes the errors that files had before, if this scan has not found them again. */
export async function deleteErrorsOfFiles(trx: Transaction, files: Of<'file'>[], runId: number) {
  await sql`
    delete from sync_error e
    using jsonb_to_recordset(${JSON.stringify(files)}::jsonb) read ("dvcPath" text, path text)
    where e.kind = 'file' and e.dvc_path = read."dvcPath" and e.path = read.path and e.run_id <> ${runId}
  `.execute(trx)
}

/** Saves problems as errors. An error keeps the time at which it was found first. */
export async function saveProblems(
  trx: Transaction,
  problems: (Omit<Problem, 'kind'> & { kind: Problem['kind'] | 'match' })[],
  { runId, at }: { runId: number; at: Date },
) {
  if (problems.length === 0) return
  await sql`
    insert into sync_error (kind, dvc_path, path, message, at, run_id)
    select distinct kind, "dvcPath", path, message, ${at}::timestamptz, ${runId}::bigint
    from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) problem (
      kind text, "dvcPath" text, path text, message text
    )
    on conflict (key) do update set run_id = excluded.run_id
  `.execute(trx)
}
