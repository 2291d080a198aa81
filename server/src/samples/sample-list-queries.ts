import { largestCountedTotal } from '@lims/contract/paging.ts'
import type { SampleListQuery } from '@lims/contract/samples.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { containing } from '../db/containing.ts'
import type { Db, Tables } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { type SampleRow, selectSamples } from './sample-queries.ts'

type Filter = Omit<SampleListQuery, 'pageNumber' | 'pageSize'>

/** A page in the order of registration within one batch, else the newest first. */
export function listSamples(
  db: Db,
  { pageNumber, pageSize, ...filter }: SampleListQuery,
): Promise<SampleRow[]> {
  return selectSamples(db)
    .where((eb) => matches(eb, filter))
    .orderBy('sample.number', filter.batchId ? 'asc' : 'desc')
    .limit(pageSize)
    .offset(pageNumber * pageSize)
    .execute()
}

/** Exact, except that a free-text search stops counting at 10,000. */
export async function countSamples(db: Db, filter: Filter): Promise<{ total: number; isExact: boolean }> {
  const counted = db.selectFrom('sample').where((eb) => matches(eb, filter))
  if (!filter.query) {
    const { total } = await counted
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return { total: Number(total), isExact: true }
  }
  const { total } = await db
    .selectFrom(
      counted
        .select('sample.id')
        .limit(largestCountedTotal + 1)
        .as('found'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const isExact = Number(total) <= largestCountedTotal
  return { total: isExact ? Number(total) : largestCountedTotal, isExact }
}

function matches(eb: ExpressionBuilder<Tables, 'sample'>, filter: Filter) {
  const { query, batchId, status, sampleType, subjectId, siteId } = filter
  if (batchId && !isUuid(batchId)) return eb.lit(false)
  return eb.and([
    ...(batchId ? [eb('sample.batch_id', '=', batchId)] : []),
    ...(status ? [eb('sample.status', '=', status)] : []),
    ...(sampleType ? [eb('sample.type', '=', sampleType)] : []),
    ...(subjectId ? [eb('sample.subject_id', '=', subjectId)] : []),
    ...(siteId ? [eb('sample.site_id', '=', siteId)] : []),
    ...(query ? [containsText(eb, query)] : []),
  ])
}

function containsText(eb: ExpressionBuilder<Tables, 'sample'>, query: string) {
  const pattern = containing(query)
  return eb.or([
    eb('sample.name', 'ilike', pattern),
    eb('sample.alias', 'ilike', pattern),
    sql<boolean>`sample.type ilike ${pattern}`,
    eb('sample.notes', 'ilike', pattern),
    ...(isUuid(query) ? [eb('sample.id', '=', query)] : []),
  ])
}
