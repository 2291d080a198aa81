import type { Custody } from '@lims/contract/custody.ts'
import {
  type FoundBatch,
  type FoundPlace,
  type FoundSample,
  type FoundStorage,
  type FoundSubject,
  maxCountedOfSubject,
  maxHitsOfEach,
} from '@lims/contract/find.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import { parseStorageCode } from '@lims/contract/storage-code.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'
import { type RawBuilder, sql } from 'kysely'
import { containing } from '../db/containing.ts'
import type { Db } from '../db/database.ts'
import { listNamesAbove } from '../samples/sample-place-queries.ts'

/** How many of the newest samples are searched for a part before the index is used. */
const recentSamples = 2000
/** Up to this many matches of a part are compared; of more, some are left out. */
const maxCompared = 1000

/** Lists samples whose tube ID begins with the text, in the order of tube IDs. */
export const listTubeIdsThatStart = (db: Db, text: string, limit: number) =>
  listIdsInRange(db, { column: sql`upper(alias) collate "C"`, start: sql`upper(${text}::text)`, limit })

/** Lists samples whose name begins with the text, in the order of names. */
export const listNamesThatStart = (db: Db, text: string, limit: number) =>
  listIdsInRange(db, { column: sql`lower(name) collate "C"`, start: sql`lower(${text}::text)`, limit })

type Range = { column: RawBuilder<unknown>; start: RawBuilder<unknown>; limit: number }

/**
 * Reads as few rows as it returns. Uses a range, because PostgreSQL cannot use the index for a LIKE pattern that is a
 * parameter.
 */
async function listIdsInRange(db: Db, { column, start, limit }: Range): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sample
    where ${column} >= ${start} and ${column} < (${start} || ${lastCharacter})
    order by ${column} limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

const lastCharacter = '\u{10FFFF}'

/**
 * A sample that contains all words. `beginnings`: how many of several words begin one of the sample; 0 for one word.
 */
export type PartMatch = { id: string; beginnings: number }

/**
 * Lists samples that contain all words in name, tube ID, type or notes, out of the last ones registered: those with
 * most beginnings first, then the newest.
 */
export async function listRecentPartMatches(
  db: Db,
  words: readonly string[],
  limit: number,
): Promise<PartMatch[]> {
  const { rows } = await sql<PartMatch>`
    select id, ${countBeginnings(words)} as beginnings from (
      select id, number, search_text from sample order by number desc limit ${recentSamples}
    ) newest
    where ${containsAll(sql`search_text`, words)}
    ${bestFirst(words)} limit ${limit}
  `.execute(db)
  return rows
}

/** Lists samples that contain all words, the best of the first `maxCompared` that the index finds. */
export async function listPartMatches(db: Db, words: readonly string[], limit: number): Promise<PartMatch[]> {
  if (!hasPart(words)) return []
  const { rows } = await sql<PartMatch>`
    with ${foundBy(sql`select id, number, search_text from sample where ${containsAll(sql`search_text`, words)}`)}
    select id, ${countBeginnings(words)} as beginnings from compared ${bestFirst(words)} limit ${limit}
  `.execute(db)
  return rows
}

/** One word is not compared: the newest match is read first, and few others. */
const bestFirst = (words: readonly string[]) =>
  words.length === 1 ? sql`order by number desc` : sql`order by beginnings desc, number desc`

/** Counts the words that begin one of `search_text`, such as those of 'lu a' in 'mem-lu-a'. */
const countBeginnings = (words: readonly string[]) =>
  words.length === 1
    ? sql<number>`0`
    : sql<number>`(${sql.join(
        words.map((word) => sql`(search_text ~ lower(${atBeginning(word)}))::integer`),
        sql` + `,
      )})`

/** Returns the regular expression for a text at the beginning of a word. */
const atBeginning = (text: string) => `(^|[^[:alnum:]])${text.replace(/[.*+?()[\]{}|^$\\]/g, '\\$&')}`

/**
 * Defines `compared`: the first `maxCompared` rows of a query. The query is materialized, so that PostgreSQL plans it
 * for all its rows, by the index: for a few rows, it would read the table until it has met them.
 */
const foundBy = (query: RawBuilder<unknown>) =>
  sql`found as materialized (${query}), compared as (select * from found limit ${maxCompared})`

/** Lists samples of the subject with this code, in any case, the newest first. */
export async function listSamplesOfSubject(db: Db, code: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sample where upper(subject_id) = upper(${code})
    order by upper(subject_id) desc, number desc limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

type SampleHit = {
  id: string
  name: string
  alias: string
  status: SampleStatus
  custody: Custody
} & PlaceRow

/** Returns samples with their places, in the order of the ids. */
export async function listFoundSamples(db: Db, ids: readonly string[]): Promise<FoundSample[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SampleHit>`
    select sample.id, sample.name, sample.alias, sample.status, sample.custody, ${placeColumns}
    from unnest(${[...ids]}::uuid[]) with ordinality wanted (id, rank)
    join sample on sample.id = wanted.id
    left join placement at on at.sample_id = sample.id
    left join storage holder on holder.id = at.storage_id
    order by rank
  `.execute(db)
  const places = await listPlaces(db, rows)
  return rows.map(({ id, name, alias, status, custody }, index) => ({
    id,
    name,
    alias,
    status,
    custody,
    place: places[index] ?? null,
  }))
}

/** Lists subjects that contain all words: the one with exactly this code, those that begin with it, then others. */
export async function listSubjectHits(
  db: Db,
  text: string,
  words: readonly string[],
): Promise<FoundSubject[]> {
  const parts = hasPart(words)
    ? sql`select upper(subject_id) as code from sample where ${containsAll(sql`upper(subject_id)`, words, 'upper')}`
    : sql`select upper(subject_id) as code from sample where false`
  const { rows } = await sql<{
    subjectId: string
    numSamples: number
    siteId: string | null
    batchName: string | null
  }>`
    with ${foundBy(parts)},
    best as (
      select code from (
        (select upper(subject_id) as code from sample where upper(subject_id) = upper(${text}) limit 1)
        union select code from compared
      ) codes
      order by code = upper(${text}) desc, starts_with(code, upper(${text})) desc, length(code), code
      limit ${maxHitsOfEach}
    )
    select counted.*
    from best cross join lateral (
      select min(subject_id) as "subjectId", count(*)::int as "numSamples",
        case when count(distinct site_id) = 1 then min(site_id) end as "siteId",
        case when count(distinct batch_id) = 1
          then (select name from batch where id = min(batch_id::text)::uuid) end as "batchName"
      from (
        select subject_id, site_id, batch_id from sample where upper(subject_id) = best.code
        limit ${maxCountedOfSubject}
      ) of_subject
    ) counted
    order by code = upper(${text}) desc, starts_with(code, upper(${text})) desc, length(code), code
  `.execute(db)
  return rows
}

/** Lists batches whose name contains all words: those that begin with the text first, then the newest. */
export async function listBatchHits(db: Db, text: string, words: readonly string[]): Promise<FoundBatch[]> {
  const { rows } = await sql<FoundBatch>`
    with ${foundBy(sql`select id, name, number from batch where ${nameMatches(sql`lower(name)`, text, words)}`)}
    select id, name, (select coalesce(sum(samples), 0)::int from sample_count where batch_id = compared.id) as "numSamples"
    from compared
    order by lower(name) = lower(${text}) desc, starts_with(lower(name), lower(${text})) desc, number desc
    limit ${maxHitsOfEach}
  `.execute(db)
  return rows
}

type StorageHit = { id: number; alias: string; type: StorageType } & PlaceRow

/**
 * Lists storages whose name contains all words: the same name first, then those that begin with the text. One more than
 * is shown, to know whether there are more.
 */
export async function listStorageHits(
  db: Db,
  text: string,
  words: readonly string[],
): Promise<FoundStorage[]> {
  const { rows } = await sql<StorageHit>`
    with ${foundBy(sql`select id from storage where ${nameMatches(sql`lower(alias)`, text, words)}`)},
    same as (select id from storage where lower(alias) = lower(${text}) order by id limit ${maxHitsOfEach})
    select storage.id, storage.alias, storage.type, ${placeColumns}
    from (select id from same union select id from compared union select ${parseStorageCode(text) ?? null}::bigint) matching
    join storage on storage.id = matching.id
    left join placement at on at.child_storage_id = storage.id
    left join storage holder on holder.id = at.storage_id
    order by storage.id = ${parseStorageCode(text) ?? null}::bigint desc nulls last,
      lower(storage.alias) = lower(${text}) desc, starts_with(lower(storage.alias), lower(${text})) desc,
      length(storage.alias), lower(storage.alias), storage.id
    limit ${maxHitsOfEach + 1}
  `.execute(db)
  const places = await listPlaces(db, rows)
  return rows.map(({ id, alias, type }, index) => ({ id, alias, type, place: places[index] ?? null }))
}

type PlaceRow = {
  holderId: number | null
  row: number | null
  column: number | null
  rowPrefix: string | null
  columnPrefix: string | null
}

/** The columns of `PlaceRow`, out of a placement `at` in a storage `holder`. */
const placeColumns = sql`
  holder.id as "holderId", at.row_coordinate as "row", at.column_coordinate as "column",
  holder.row_prefix as "rowPrefix", holder.column_prefix as "columnPrefix"`

/** Returns the place of each row, null for one without. */
async function listPlaces(db: Db, rows: readonly PlaceRow[]): Promise<(FoundPlace | null)[]> {
  const paths = await listNamesAbove(
    db,
    rows.flatMap(({ holderId }) => holderId ?? []),
  )
  return rows.map(({ holderId, row, column, rowPrefix, columnPrefix }) => {
    if (holderId === null || row === null || column === null) return null
    const axes = { rowPrefix: rowPrefix ?? '', columnPrefix: columnPrefix ?? '' }
    return { path: paths.get(holderId) ?? [], location: positionLabel({ row, column }, axes) }
  })
}

/** The condition that a name contains all words, or, where they are too short for the index, begins with the text. */
const nameMatches = (column: RawBuilder<unknown>, text: string, words: readonly string[]) =>
  hasPart(words)
    ? containsAll(column, words)
    : sql<boolean>`${column} like lower(${containing(text).slice(1)})`

/** The condition that a column, all in one case, contains all words. */
const containsAll = (
  column: RawBuilder<unknown>,
  words: readonly string[],
  inCase: 'lower' | 'upper' = 'lower',
) =>
  sql<boolean>`(${sql.join(
    words.map((word) => sql`${column} like ${sql.raw(inCase)}(${containing(word)})`),
    sql` and `,
  )})`

/** A word that the trigram index can look up: three letters or digits, or fewer beside another sign. */
const hasTrigram = (word: string) =>
  word.length >= 3 && /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(word)

const hasPart = (words: readonly string[]) => words.some(hasTrigram)
