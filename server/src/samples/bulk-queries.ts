import type { ChosenSample } from '@lims/contract/sample-bulk.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { matches, type SampleFilter } from './sample-list-queries.ts'

/** Lists up to `limit` matching samples in the order of the tree: newest batch first, then by registration. */
export async function findMatchingSamples(
  db: Db,
  filter: SampleFilter,
  limit: number,
): Promise<ChosenSample[]> {
  // Limited before it is sorted: without filters, sorting would read all samples of the laboratory.
  const { rows } = await sql<ChosenSample>`
    select match.id, match.name, match.alias, match.status
    from (
      select sample.id, sample.name, sample.alias, sample.status, sample.batch_id, sample.number
      from sample where ${matches(filter)} limit ${limit}
    ) match
    join batch on batch.id = match.batch_id
    order by batch.number desc, match.number
  `.execute(db)
  return rows
}
