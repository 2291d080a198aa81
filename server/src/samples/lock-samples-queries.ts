import { type Selectable, sql } from 'kysely'
import type { Tables, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { samplesNotFound } from './samples-not-found.ts'

const lockedColumns = [
  'id',
  'name',
  'alias',
  'type',
  'status',
  'custody',
  'custody_event_id',
  'thaw_count',
  'is_stored',
  'parent_sample_id',
  'version',
] as const satisfies (keyof Tables['sample'])[]

/** A sample that the transaction has locked together with others, with what rules need of it. */
export type LockedSample = Pick<Selectable<Tables['sample']>, (typeof lockedColumns)[number]>

/**
 * Locks samples in the order of their ids, which prevents deadlocks. Unknown ids are left out. Like every lock on a
 * sample, it is `for no key update`: for each second change of a child within a transaction, PostgreSQL checks that its
 * parent exists, which would wait for `for update`.
 */
export function lockExistingSamples(trx: Transaction, ids: readonly string[]): Promise<LockedSample[]> {
  return trx
    .selectFrom('sample')
    .select(lockedColumns)
    .where(sql<boolean>`id = any(${ids.filter(isUuid)}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Locks samples as `lockExistingSamples` does. Returns them in the order of `ids`, which names each once. Throws
 * `sample-not-found` if one does not exist; `consequence` is a sentence such as 'Nothing was changed.'
 */
export async function lockSamples(
  trx: Transaction,
  ids: readonly string[],
  { consequence, field }: { consequence: string; field?: string },
): Promise<LockedSample[]> {
  const locked = new Map((await lockExistingSamples(trx, ids)).map((sample) => [sample.id, sample]))
  if (locked.size < ids.length) throw samplesNotFound(ids.length - locked.size, consequence, field)
  return ids.flatMap((id) => locked.get(id) ?? [])
}
