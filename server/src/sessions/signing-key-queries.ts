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

/** Returns the key with which running servers sign; undefined if no server has started on the database. */
export async function findSigningKey(db: Db): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('signing_key').select('secret').executeTakeFirst()
  return row && new Uint8Array(row.secret)
}

export function saveSigningKey(trx: Transaction, secret: Uint8Array, madeAt: Date) {
  return trx
    .insertInto('signing_key')
    .values({ id: 1, secret, made_at: madeAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ secret, made_at: madeAt }))
    .execute()
}
