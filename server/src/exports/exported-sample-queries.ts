import type { Sample } from '@lims/contract/samples.ts'
import type { Db } from '../db/database.ts'
import { matches, orderByNumber, type SampleFilter } from '../samples/sample-list-queries.ts'
import { asSample, selectSamples } from '../samples/sample-queries.ts'

const samplesPerRead = 1000

/**
 * All samples that match, in the order of registration, some at a time. Each read goes on after the last sample
 * of the one before and holds nothing in between, so a slow reader keeps nobody waiting.
 */
export async function* readSamples(db: Db, filter: SampleFilter): AsyncGenerator<Sample[]> {
  let last = 0
  for (;;) {
    const next = orderByNumber(selectSamples(db), filter, 'asc', last)
    const rows = await next.limit(samplesPerRead).execute()
    if (rows.length > 0) yield rows.map(asSample)
    if (rows.length < samplesPerRead) return
    last = rows.at(-1)?.number ?? last
  }
}

/** How many match, counted no further than one past `most`. */
export async function countMatches(db: Db, filter: SampleFilter, most: number): Promise<number> {
  const found = db
    .selectFrom('sample')
    .where(matches(filter))
    .select('sample.id')
    .limit(most + 1)
  const { total } = await db
    .selectFrom(found.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
