import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { whileSet } from '../db/while-set.ts'
import type { Candidate, FileToFit } from './fit-sample.ts'

export type FileKey = { dvc_path: string; path: string }
/** Linking locks samples, so its pages are smaller. */
const pageSize = { matching: 500, linking: 100 }
/** More candidates of one name need not be read: two are ambiguous already. */
const maxPerName = 3

/** Marks the copies of a linked file to be matched again if that file is gone. */
export async function unsettleCopiesOfGoneFiles(trx: Transaction) {
  await sql`
    update data_file f set needs_match = true
    from sample s
    where s.id = f.sample_id and s.bam_path <> f.path and s.bam_md5 is not null
      and not f.needs_match and not f.is_gone
      and not exists (select from data_file linked where linked.path = s.bam_path and not linked.is_gone)
  `.execute(trx)
}

export type UnmatchedFile = FileKey & FileToFit & { fits: string | null }

/**
 * Lists files that no scan has linked yet, or that have changed since, or their sample. Returns the page after `after`.
 */
export async function listUnmatched(db: Db, after: FileKey | undefined): Promise<UnmatchedFile[]> {
  const { rows } = await sql<UnmatchedFile>`
    select dvc_path, path, uri, header, sample_names as "sampleNames", fits from data_file
    where (needs_match or sample_id is null) and not is_gone and header <> 'unusable'
      and (dvc_path, path) > (${after?.dvc_path ?? ''}, ${after?.path ?? ''})
    order by dvc_path, path limit ${pageSize.matching}
  `.execute(db)
  return rows
}

/** Lists samples by id (lower case), tube ID or name (upper case). */
export async function listCandidates(db: Db, names: readonly string[]): Promise<Candidate[]> {
  const wanted = [...new Set(names)]
  const { rows } = await sql<Candidate>`
    select sample.id, alias, name, subject_id, bam_file_uri, bam_path from (
      select unnest(${wanted.filter(isUuid)}::uuid[]) as id
      union
      select found.id from unnest(${wanted}::text[]) wanted (name)
        cross join lateral (select id from sample where upper(alias) = upper(wanted.name)) found
      union
      select found.id from unnest(${wanted}::text[]) wanted (name)
        cross join lateral (select id from sample where upper(name) = upper(wanted.name) limit ${maxPerName}) found
    ) named join sample using (id)
    order by sample.number
  `.execute(db)
  return rows
}

/** Saves which sample each file fits; null where none does. */
export async function saveFits(trx: Transaction, fits: (FileKey & { sampleId: string | null })[]) {
  if (fits.length === 0) return
  await sql`
    update data_file f set fits = found."sampleId"
    from jsonb_to_recordset(${JSON.stringify(fits)}::jsonb) found (dvc_path text, path text, "sampleId" uuid)
    where f.dvc_path = found.dvc_path and f.path = found.path
  `.execute(trx)
}

export type FittingFile = FileKey &
  FileToFit & {
    fits: string
    md5: string
    size: number | null
    /** Another file with other content that fits the same sample. */
    rival: string | null
    /** Another file with the same content that fits another sample. */
    copy: { path: string; name: string; alias: string } | null
  }

/** Files with the content of `f` that fit another sample. */
const copiesForOthers = sql`
  data_file other join sample of_other on of_other.id = other.fits
  where other.md5 = f.md5 and other.fits <> f.fits and not other.is_gone and other.header <> 'unusable'
`

/**
 * Lists files whose sample is known and whose link is missing or outdated. Returns the page after `after`. A rival that
 * only this scan has not found counts too: it may have been moved while the tree was walked.
 */
export async function listFitting(db: Db, after: FileKey | undefined, runId: number): Promise<FittingFile[]> {
  const counts = sql`(not other.is_gone or other.run_id = ${runId})`
  const { rows } = await sql<FittingFile>`
    with page as (
      select * from data_file
      where fits is not null and (needs_match or sample_id is null) and not is_gone and header <> 'unusable'
        and (dvc_path, path) > (${after?.dvc_path ?? ''}, ${after?.path ?? ''})
      order by dvc_path, path limit ${pageSize.linking}
    ),
    -- Once for each sample: it may have thousands of files. The second one is for files with the content of the first.
    first_files as materialized (
      select fits, first.path, first.md5, second.path as second_path
      from (select distinct fits from page) samples
      cross join lateral (
        select other.path, other.md5 from data_file other where other.fits = samples.fits and ${counts}
        order by other.path limit 1
      ) first
      left join lateral (
        select other.path from data_file other
        where other.fits = samples.fits and other.md5 <> first.md5 and ${counts}
        order by other.path limit 1
      ) second on true
    )
    select f.dvc_path, f.path, f.fits, f.md5, f.size, f.uri, f.header, f.sample_names as "sampleNames",
      case when first_files.md5 <> f.md5 then first_files.path else first_files.second_path end as rival,
      (select jsonb_build_object('path', other.path, 'name', of_other.name, 'alias', of_other.alias)
        from ${copiesForOthers} order by other.path limit 1) as copy
    from page f join first_files on first_files.fits = f.fits
    order by f.dvc_path, f.path
  `.execute(db)
  return rows.map((row) => ({ ...row, size: row.size === null ? null : Number(row.size) }))
}

export type LinkedSample = {
  id: string
  alias: string
  name: string
  version: number
  bam_file_uri: string | null
  bam_path: string | null
  bam_md5: string | null
  bam_size: number | null
  bam_doubt: string | null
  /** Whether a person removed the link of a scan, and has entered none since. */
  is_taken_off: boolean
  /** Whether the file at the linked path, or at the address that a person entered, is still in the repository. */
  is_live: boolean
  /**
   * Whether this scan is the first that has not found the linked file. It may have been moved while the tree was
   * walked.
   */
  has_just_gone: boolean
}

/** Locks samples in the order of their ids. Returns them with their present links. */
export async function lockLinkedSamples(
  trx: Transaction,
  ids: string[],
  runId: number,
): Promise<Map<string, LinkedSample>> {
  const { rows } = await sql<LinkedSample>`
    select id, alias, name, version, bam_file_uri, bam_path, bam_md5, bam_size, bam_doubt,
      bam_taken_off_at is not null as is_taken_off,
      exists (
        select from data_file f
        where not f.is_gone and (
          f.path = coalesce(s.bam_path, s.bam_file_uri) or s.bam_path is null and f.uri = s.bam_file_uri
        )
      ) as is_live,
      exists (
        select from data_file f where f.path = s.bam_path and f.is_gone and f.run_id = ${runId}
      ) as has_just_gone
    from sample s where id = any(${ids}::uuid[]) order by id for no key update
  `.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Links each file to the sample that it fits. Triggers take it for the change of a scan, not of a person, while
 * `lims.linking` is on.
 */
export async function linkSamples(trx: Transaction, files: FittingFile[], at: Date) {
  const link = sql`
    update sample s
    set bam_file_uri = f.uri, bam_path = f.path, bam_md5 = f.md5, bam_size = f.size, bam_doubt = null,
      version = s.version + 1, updated_at = ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) f (fits uuid, uri text, path text, md5 text, size bigint)
    where s.id = f.fits
  `
  await whileSet(trx, 'lims.linking', () => link.execute(trx))
}

export type DoubtfulLink = Pick<
  LinkedSample,
  'id' | 'alias' | 'name' | 'version' | 'bam_file_uri' | 'bam_path' | 'bam_md5'
> & {
  /** Where the linked file is now. */
  path: string
  is_unusable: boolean
  /** The problem that this scan, or an earlier one, has found with the file. */
  message: string | null
}

const doubtColumns = sql`
  s.id, s.alias, s.name, s.version, s.bam_file_uri, s.bam_path, s.bam_md5, f.path,
  f.header = 'unusable' as is_unusable, problem.message
`
const problemOfFile = sql`
  left join lateral (
    select message from sync_error e
    where e.kind in ('file', 'match') and e.dvc_path = f.dvc_path and e.path = f.path
    order by e.run_id desc limit 1
  ) problem on true
`

/**
 * Locks samples whose linked file has changed so that it cannot be used, belongs to another sample, or has the content
 * of another sample's file.
 */
export async function lockDoubtfulLinks(trx: Transaction): Promise<DoubtfulLink[]> {
  const { rows } = await sql<DoubtfulLink>`
    select ${doubtColumns}
    from data_file f join sample s on s.bam_path = f.path ${problemOfFile}
    where s.bam_md5 is not null and s.bam_doubt is null and not f.is_gone
      and (
        (f.header = 'unusable' or f.fits is distinct from s.id) and not exists (
          select from data_file other where other.path = f.path and not other.is_gone
            and other.header <> 'unusable' and other.fits = s.id
        )
        or f.fits = s.id and f.md5 <> s.bam_md5 and exists (select from ${copiesForOthers})
      )
    order by s.id limit ${pageSize.linking} for no key update of s
  `.execute(trx)
  return rows
}

/**
 * Locks samples whose linked file is gone, but whose content (the same MD5) is at another path, where it cannot be used
 * or belongs to another sample. If it fits no sample there, the link is not in doubt.
 */
export async function lockDoubtfulMoves(trx: Transaction): Promise<DoubtfulLink[]> {
  const { rows } = await sql<DoubtfulLink>`
    select ${doubtColumns}
    from sample s join data_file f on f.md5 = s.bam_md5 ${problemOfFile}
    where s.bam_path <> f.path and s.bam_doubt is null and not f.is_gone
      and (f.fits is not null or f.sample_id = s.id or problem.message is not null)
      and not exists (select from data_file linked where linked.path = s.bam_path and not linked.is_gone)
      and not exists (
        select from data_file other where other.md5 = s.bam_md5 and not other.is_gone
          and other.header <> 'unusable' and other.fits = s.id
      )
    order by s.id limit ${pageSize.linking} for no key update of s
  `.execute(trx)
  return rows
}

export async function saveDoubts(trx: Transaction, doubts: { id: string; doubt: string }[], at: Date) {
  await sql`
    update sample s set bam_doubt = d.doubt, version = s.version + 1, updated_at = ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(doubts)}::jsonb) d (id uuid, doubt text) where s.id = d.id
  `.execute(trx)
}

/** Lists links in doubt, also those of earlier scans. */
export async function listDoubts(
  db: Db,
): Promise<{ dvc_path: string; path: string; name: string; alias: string }[]> {
  const { rows } = await sql<{ dvc_path: string; path: string; name: string; alias: string }>`
    select '' as dvc_path, s.bam_path as path, s.name, s.alias from sample s
    where s.bam_doubt is not null order by s.number limit 1000
  `.execute(db)
  return rows
}

/** Marks files as linked: they are not matched again until they change. */
export async function settleFiles(trx: Transaction, files: (FileKey & { fits: string })[]) {
  await sql`
    update data_file f set sample_id = settled.fits, needs_match = false
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) settled (dvc_path text, path text, fits uuid)
    where f.dvc_path = settled.dvc_path and f.path = settled.path
  `.execute(trx)
}

/**
 * Lists files that are not in the repository although a sample is linked to them, by the link of the sample: a file
 * that is gone is forgotten while its sample is deleted, also if that is brought back.
 */
export async function listMissed(db: Db): Promise<{ path: string; name: string; alias: string }[]> {
  const { rows } = await sql<{ path: string; name: string; alias: string }>`
    select s.bam_path as path, s.name, s.alias from sample s
    where s.bam_path is not null and s.bam_md5 is not null
      and not exists (select from data_file f where f.path = s.bam_path and not f.is_gone)
    order by s.bam_path, s.number limit 1000
  `.execute(db)
  return rows
}

type SharedContent = FileKey & {
  name: string
  alias: string
  otherPath: string
  otherName: string
  otherAlias: string
}

/** Lists files that are linked although a file with the same content is linked to another sample. */
export async function listSharedContents(db: Db): Promise<SharedContent[]> {
  const { rows } = await sql<SharedContent>`
    select f.dvc_path, f.path, s.name, s.alias,
      other.path as "otherPath", other.name as "otherName", other.alias as "otherAlias"
    from data_file f join sample s on s.id = f.fits and s.bam_path = f.path and s.bam_md5 = f.md5
    cross join lateral (
      select other.path, of_other.name, of_other.alias from ${copiesForOthers}
        and of_other.bam_path = other.path and of_other.bam_md5 = f.md5
      order by other.path limit 1
    ) other
    where not f.is_gone and s.bam_doubt is null
    order by f.path limit 1000
  `.execute(db)
  return rows
}

export async function deleteForgottenFiles(trx: Transaction) {
  await sql`
    delete from data_file f where is_gone and not exists (
      select from sample s where s.bam_path = f.path and s.bam_md5 = f.md5
    )
  `.execute(trx)
}

export async function listUnknown(db: Db, runId: number): Promise<{ total: number; examples: string[] }> {
  const { rows } = await sql<{ path: string; total: number }>`
    select path, count(*) over () as total from data_file
    where fits is null and (needs_match or sample_id is null) and not is_gone and header <> 'unusable'
      and not exists (
        select from sync_error e
        where e.kind = 'match' and e.dvc_path = data_file.dvc_path and e.path = data_file.path and e.run_id = ${runId}
      )
    order by path limit 3
  `.execute(db)
  return { total: Number(rows[0]?.total ?? 0), examples: rows.map(({ path }) => path) }
}
