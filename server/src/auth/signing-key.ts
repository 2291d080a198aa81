import { randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { getSigningKey, insertSigningKey } from './signing-key-queries.ts'

const bytes = 32

/** The key of all tokens, made by the first server that starts on a database. */
export async function loadSigningKey(db: Db, now: Date): Promise<Uint8Array> {
  await insertSigningKey(db, randomBytes(bytes), now)
  return getSigningKey(db)
}
