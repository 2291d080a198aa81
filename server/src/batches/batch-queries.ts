import type { Batch, BatchListQuery } from '@lims/contract/batches.ts'
import { errorTexts } from '@lims/contract/errors.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { containing } from '../db/containing.ts'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { naturalOrder, naturalOrderLimit } from '../db/natural-order.ts'
import { DomainError } from '../errors/domain-error.ts'

type BatchRow = Selectable<Tables['batch']> & { by_status: Partial<Record<SampleStatus, number>> }

const selectBatches = (db: Db) =>
  db
    .selectFrom('batch')
    .selectAll('batch')
    .select(
      sql<BatchRow['by_status']>`(
        select coalesce(jsonb_object_agg(status, samples), '{}') from (
          select status, sum(samples) as samples from sample_count
          where batch_id = batch.id group by status having sum(samples) > 0
        ) counted
      )`.as('by_status'),
    )

export function findBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  return isUuid(id)
    ? selectBatches(db).where('batch.id', '=', id).executeTakeFirst()
    : Promise.resolve(undefined)
}

/** Throws `batch-not-found`. */
export async function getBatch(db: Db, id: string): Promise<BatchRow> {
  const batch = await findBatch(db, id)
  if (!batch) throw new DomainError('batch-not-found', errorTexts.batchNotFound)
  return batch
}

/**
 * Lists a page of the `total` batches that match: by name as storages are, if they are few enough to sort. With `newest`,
 * the batch of exactly the name that is searched comes before all others. The page is found first, or the samples of each
 * batch before it would be counted too.
 */
export function listBatches(
  db: Db,
  { pageNumber, pageSize, query, sort }: BatchListQuery,
  total: number,
): Promise<BatchRow[]> {
  const order = orderOf({ sort, query }, total)
  const page = sql`
    select id from batch where ${nameContains(query)} order by ${order} limit ${pageSize} offset ${pageNumber * pageSize}
  `
  return selectBatches(db).where(sql<boolean>`batch.id = any(array(${page}))`).orderBy(order).execute()
}

function orderOf(
  { sort, query }: Pick<BatchListQuery, 'sort' | 'query'>,
  total: number,
): RawBuilder<unknown> {
  if (sort === 'newest') {
    const named = query ? sql`lower(batch.name) = lower(${query}) desc,` : sql``
    return sql`${named} batch.number desc`
  }
  const direction = sql.raw(sort === 'name' ? 'asc' : 'desc')
  const name = sql`batch.name`
  const key = total <= naturalOrderLimit ? naturalOrder(name) : sql`lower(${name})`
  return sql`${key} ${direction}, batch.number ${direction}`
}

export async function countBatches(db: Db, query: string | undefined): Promise<number> {
  const { total } = await db
    .selectFrom('batch')
    .where(nameContains(query))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const nameContains = (query: string | undefined) =>
  query ? sql<boolean>`lower(batch.name) like lower(${containing(query)})` : sql<boolean>`true`

/** Locks the row until the transaction ends. Throws `batch-not-found` for the field of the request. */
export async function lockBatch(trx: Transaction, id: string, field?: string) {
  const batch = isUuid(id)
    ? await trx.selectFrom('batch').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined
  if (!batch) throw new DomainError('batch-not-found', errorTexts.batchNotFound, field)
  return batch
}

/**
 * Locks a batch and all its samples. Samples are locked first, in the same order as elsewhere, and once more after the
 * batch, because samples may have been added until the batch was locked. Returns their number too. Throws what
 * `lockBatch` throws.
 */
export async function lockBatchWithSamples(trx: Transaction, id: string, field?: string) {
  if (isUuid(id)) await lockSamplesOf(trx, id)
  const batch = await lockBatch(trx, id, field)
  return { ...batch, numSamples: await lockSamplesOf(trx, id) }
}

/** In the order of ids, like every lock on several samples, to prevent deadlocks. */
async function lockSamplesOf(trx: Transaction, batchId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select id from sample where batch_id = ${batchId} order by id for no key update) held
  `.execute(trx)
  return rows[0]?.count ?? 0
}

export function updateBatchColumns(
  trx: Transaction,
  id: string,
  columns: { name: string; description: string },
  at: Date,
) {
  return trx
    .updateTable('batch')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute()
}

/** Deletes a batch and its samples. Returns the number of samples. */
export async function deleteBatchRows(trx: Transaction, id: string): Promise<number> {
  await sql`
    delete from placement using sample where sample.id = placement.sample_id and sample.batch_id = ${id}
  `.execute(trx)
  const { numDeletedRows } = await trx.deleteFrom('sample').where('batch_id', '=', id).executeTakeFirst()
  await trx.deleteFrom('batch').where('id', '=', id).execute()
  return Number(numDeletedRows)
}

/** Returns undefined if the name exists, ignoring case. */
export function insertBatch(
  trx: Transaction,
  batch: { name: string; description: string; metadata: Record<string, unknown> },
  actor: Actor,
) {
  return trx
    .insertInto('batch')
    .values({
      name: batch.name,
      description: batch.description,
      metadata: JSON.stringify(batch.metadata),
      created_at: actor.at,
      created_by: actor.userId,
      updated_at: actor.at,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(name)`).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export const asBatch = (row: BatchRow): Batch => ({
  id: row.id,
  name: row.name,
  description: row.description,
  numSamples: Object.values(row.by_status).reduce((sum, samples) => sum + samples, 0),
  byStatus: row.by_status,
  metadata: {
    ...row.metadata,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  },
  version: row.version,
})
