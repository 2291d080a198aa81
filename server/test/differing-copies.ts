import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/** The rule of `sample_waits`, written once more: a copy must not be compared with itself. */
const waits = sql`(
  custody not in ('DEPLETED', 'DISPOSED') and (parent_sample_id is null or sample.status not in ('UNKNOWN', 'COLLECTED'))
)`

/**
 * Describes up to ten samples and counts for which a table that triggers maintain says something else than `sample`.
 */
export async function listDifferingCopies(db: Db): Promise<string[]> {
  const { rows } = await sql<{ difference: string }>`
    with counted as (
      select batch_id, status, type, coalesce(site_id, '') as site_id,
        ${waits} as waits, count(*) as samples
      from sample group by 1, 2, 3, 4, 5
    ), kept as (
      select batch_id, status, type, site_id, waits, sum(samples) as samples from sample_count
      group by 1, 2, 3, 4, 5 having sum(samples) <> 0
    )
    select format('sample %s: %s since %s, %s, sample_in_status: %s since %s, waits %s', number, sample.status,
      status_since, custody, listed.status, since, waits) as difference
    from sample full join sample_in_status listed using (number)
    where (sample.status, status_since, ${waits})
      is distinct from (listed.status, since, waits)
    union all
    select format('sample %s: stored %s, with a place %s, %s, in sample_without_place %s, in use %s', sample.number,
      is_stored, placement.sample_id is not null, custody, listed.number is not null, is_in_use)
    from sample left join placement on placement.sample_id = sample.id
      full join sample_without_place listed on listed.number = sample.number
    where (is_stored, placement.sample_id is null) is distinct from (listed.number is null, listed.number is not null)
      or is_in_use <> is_in_use(custody)
    union all
    select format('sample %s: %s, sample_not_available: %s', number, sample.custody, listed.custody)
    from (select number, custody from sample where custody <> 'AVAILABLE') sample
      full join sample_not_available listed using (number)
    where sample.custody is distinct from listed.custody
    union all
    select format('%s %s %s %s %s: %s samples, sample_count: %s', batch_id, status, type, site_id, waits,
      counted.samples, kept.samples)
    from counted full join kept using (batch_id, status, type, site_id, waits)
    where counted.samples is distinct from kept.samples
    order by 1 limit 10
  `.execute(db)
  return rows.map(({ difference }) => difference)
}
