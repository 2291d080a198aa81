import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { columnMentionsId, type Traces } from './trace-queries.ts'

const addressMentionsId = (uri: RawBuilder<unknown>, path: RawBuilder<unknown>, wanted: string) =>
  columnMentionsId(sql`concat_ws(' ', ${uri}, ${path})`, wanted)

/**
 * Takes the BAM files whose address or path contains the ID off the samples of a subject, also off deleted ones. Scans
 * give these samples none again, as if a person had taken the file off. Returns the number of samples.
 */
export async function removeAddresses(
  trx: Transaction,
  erasedAt: Date,
  { wanted, sampleIds }: Pick<Traces, 'wanted' | 'sampleIds'>,
): Promise<number> {
  const { rows } = await sql`
    update sample set bam_file_uri = null, bam_path = null, bam_md5 = null, bam_size = null, bam_doubt = null,
      bam_taken_off_at = ${erasedAt}
    where id = any(${sampleIds}::uuid[]) and ${addressMentionsId(sql`bam_file_uri`, sql`bam_path`, wanted)}
    returning id
  `.execute(trx)
  const withoutAddress = {
    bam_file_uri: null,
    bam_path: null,
    bam_md5: null,
    bam_size: null,
    bam_doubt: null,
    bam_taken_off_at: erasedAt,
  }
  await sql`
    update deleted_row set content = content || ${JSON.stringify(withoutAddress)}::jsonb
    where table_name = 'sample' and content ->> 'id' = any(${sampleIds}::text[])
      and ${addressMentionsId(sql`content ->> 'bam_file_uri'`, sql`content ->> 'bam_path'`, wanted)}
  `.execute(trx)
  return rows.length
}

/**
 * Lists the samples whose BAM file still has an ID in its address or path after the erasure: by tube ID, or by id if
 * the tube ID contains the erased one.
 */
export async function listAddressesLeft(trx: Transaction, wanted: string): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    select case when ${columnMentionsId(sql`alias`, wanted)} then id::text else alias end as identifier from sample
    where bam_file_uri is not null and ${addressMentionsId(sql`bam_file_uri`, sql`bam_path`, wanted)}
    order by number
  `.execute(trx)
  return rows.map(({ identifier }) => identifier)
}

/** Counts the BAM files in the data repository whose path contains an ID, as the last scan has found them. */
export async function countFilesLeft(trx: Transaction, wanted: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct path)::integer as total from data_file
    where not is_gone and ${columnMentionsId(sql`path`, wanted)}
  `.execute(trx)
  return rows[0]?.total ?? 0
}
