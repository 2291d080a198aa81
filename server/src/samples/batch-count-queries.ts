import type { SampleStatus } from '@lims/contract/sample-status.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

type ByStatus = Partial<Record<SampleStatus, number>>

/** Counts the samples of each batch by status. */
export async function listBatchCounts(db: Db, batchIds: string[]): Promise<Map<string, ByStatus>> {
  const rows = await db
    .selectFrom('sample_count')
    .select(['batch_id', 'status'])
    .select((eb) => eb.fn.sum<number>('samples').as('samples'))
    .where(sql<boolean>`batch_id = any(${batchIds}::uuid[])`)
    .groupBy(['batch_id', 'status'])
    .having((eb) => eb.fn.sum('samples'), '>', 0)
    .execute()
  const counts = new Map<string, ByStatus>()
  for (const { batch_id, status, samples } of rows) {
    counts.set(batch_id, { ...counts.get(batch_id), [status]: Number(samples) })
  }
  return counts
}
