import type { Db, Transaction } from '../db/database.ts'

export type Claim = { personId: string; key: string; call: string; fingerprint: string }

/** True when the key is new; waits for another transaction that is using it. */
export async function claimKey(trx: Transaction, { personId, ...claim }: Claim, at: Date): Promise<boolean> {
  const inserted = await trx
    .insertInto('answered_request')
    .values({ person_id: personId, ...claim, answered_at: at })
    .onConflict((conflict) => conflict.columns(['person_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

export function saveAnswer(trx: Transaction, { personId, key }: Claim, reply: Record<string, unknown>) {
  return trx
    .updateTable('answered_request')
    .set({ reply: JSON.stringify(reply) })
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .execute()
}

export function findAnswer(trx: Transaction, { personId, key }: Claim) {
  return trx
    .selectFrom('answered_request')
    .select(['call', 'fingerprint', 'reply'])
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** Nobody repeats a request after a week. */
export function deleteOldAnswers(db: Db, before: Date) {
  return db.deleteFrom('answered_request').where('answered_at', '<', before).execute()
}
