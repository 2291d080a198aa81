import type { Db, Transaction } from '../db/database.ts'

export function insertSigningKey(db: Db, secret: Uint8Array, madeAt: Date) {
  return db
    .insertInto('signing_key')
    .values({ id: 1, secret, made_at: madeAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function getSigningKey(db: Db): Promise<Uint8Array> {
  const { secret } = await db.selectFrom('signing_key').select('secret').executeTakeFirstOrThrow()
  return new Uint8Array(secret)
}

export function updateSigningKey(trx: Transaction, secret: Uint8Array, madeAt: Date) {
  return trx.updateTable('signing_key').set({ secret, made_at: madeAt }).where('id', '=', 1).execute()
}
