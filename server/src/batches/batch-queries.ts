import type { Batch, BatchListQuery } from '@lims/contract/batches.ts'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { containing } from '../db/containing.ts'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'

type BatchRow = Selectable<Tables['batch']> & { num_samples: number }

const selectBatches = (db: Db) =>
  db
    .selectFrom('batch')
    .selectAll('batch')
    .select((eb) =>
      eb
        .selectFrom('sample')
        .whereRef('sample.batch_id', '=', 'batch.id')
        .select((sample) => sample.fn.countAll<number>().as('count'))
        .as('num_samples'),
    )
    .$narrowType<{ num_samples: number }>()

export function findBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  return isUuid(id)
    ? selectBatches(db).where('batch.id', '=', id).executeTakeFirst()
    : Promise.resolve(undefined)
}

export function listBatches(
  db: Db,
  { pageNumber, pageSize, query, sort }: BatchListQuery,
): Promise<BatchRow[]> {
  const page = selectBatches(db)
    .where((eb) => nameContains(eb, query))
    .limit(pageSize)
    .offset(pageNumber * pageSize)
  if (sort === 'newest') return page.orderBy('batch.number', 'desc').execute()
  return page.orderBy(sql`lower(batch.name)`, sort === 'name' ? 'asc' : 'desc').execute()
}

export async function countBatches(db: Db, query: string | undefined): Promise<number> {
  const { total } = await db
    .selectFrom('batch')
    .where((eb) => nameContains(eb, query))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const nameContains = (eb: ExpressionBuilder<Tables, 'batch'>, query: string | undefined) =>
  query ? eb('batch.name', 'ilike', containing(query)) : eb.lit(true)

/** Undefined when the name is taken, in whatever case. */
export function insertBatch(
  trx: Transaction,
  batch: { name: string; description: string; metadata: Record<string, unknown> },
  by: { userId: string; at: Date },
) {
  return trx
    .insertInto('batch')
    .values({
      name: batch.name,
      description: batch.description,
      metadata: JSON.stringify(batch.metadata),
      created_at: by.at,
      created_by: by.userId,
      updated_at: by.at,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export const asBatch = (row: BatchRow): Batch => ({
  id: row.id,
  name: row.name,
  description: row.description,
  numSamples: Number(row.num_samples),
  metadata: {
    ...row.metadata,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  },
  version: row.version,
})
