import { maxCountedTotal } from '@lims/contract/paging.ts'
import type { OrphanSamplesQuery } from '@lims/contract/sample-location.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { CountedSamples } from '../samples/sample-list-queries.ts'
import { matches } from '../samples/sample-match-queries.ts'
import { type SampleRow, selectSamples } from '../samples/sample-queries.ts'

const isUnplaced = sql<boolean>`not sample.is_stored`
const matchesQuery = ({ searchText, status }: OrphanSamplesQuery) => matches({ query: searchText, status })

/** Lists samples that are not in storage, newest first. */
export function listOrphanSamples(db: Db, query: OrphanSamplesQuery): Promise<SampleRow[]> {
  return selectSamples(db)
    .where(isUnplaced)
    .where(matchesQuery(query))
    .orderBy('sample.number', 'desc')
    .limit(query.pageSize)
    .offset(query.pageNumber * query.pageSize)
    .execute()
}

/** Counts up to `maxCountedTotal`. */
export async function countOrphanSamples(db: Db, query: OrphanSamplesQuery): Promise<CountedSamples> {
  const found = db
    .selectFrom('sample')
    .where(isUnplaced)
    .where(matchesQuery(query))
    .select('sample.id')
    .limit(maxCountedTotal + 1)
  const { total } = await db
    .selectFrom(found.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const isExact = Number(total) <= maxCountedTotal
  return { total: isExact ? Number(total) : maxCountedTotal, isExact }
}
