import type { ListedSample } from '@lims/contract/samples.ts'
import type { Db } from '../db/database.ts'
import type { ResolvedFilter } from '../samples/resolve-filter.ts'
import { orderByNumber } from '../samples/sample-list-queries.ts'
import { matchesAmongAll } from '../samples/sample-match-queries.ts'
import { asListedSamples } from '../samples/sample-place-queries.ts'

const samplesPerRead = 1000

/**
 * Yields all matching samples in pages, in the order of registration. Each page is a query of its own that continues
 * after the last sample, so that a slow client holds no transaction.
 */
export async function* readSamples(db: Db, filter: ResolvedFilter): AsyncGenerator<ListedSample[]> {
  let last = 0
  for (;;) {
    const next = orderByNumber(db, filter, 'asc', { after: last })
    const rows = await next.limit(samplesPerRead).execute()
    if (rows.length > 0) yield await asListedSamples(db, rows)
    if (rows.length < samplesPerRead) return
    last = rows.at(-1)?.number ?? last
  }
}

/** Counts matching samples up to `limit` + 1. */
export async function countMatches(db: Db, filter: ResolvedFilter, limit: number): Promise<number> {
  const found = db
    .selectFrom('sample')
    .where(matchesAmongAll(filter, 'sample'))
    .select('sample.id')
    .limit(limit + 1)
  const { total } = await db
    .selectFrom(found.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
