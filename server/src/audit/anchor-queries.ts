import type { Db } from '../db/database.ts'

export type SealHead = { number: number; hash: Buffer }

/** Returns the newest seal. */
export async function findLastSeal(db: Db) {
  return db.selectFrom('audit_seal').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
}

export async function findLastTimeStamp(db: Db) {
  return db
    .selectFrom('audit_time_stamp')
    .select(['seal', 'stamped_at'])
    .orderBy('seal', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Another server may have stamped the same seal. */
export function insertTimeStamp(db: Db, seal: SealHead, response: Buffer, at: Date) {
  return db
    .insertInto('audit_time_stamp')
    .values({ seal: seal.number, hash: seal.hash, response, stamped_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listTimeStamps(db: Db): Promise<StoredTimeStamp[]> {
  const rows = await db.selectFrom('audit_time_stamp').selectAll().orderBy('seal').execute()
  return rows.map(({ seal, hash, response, stamped_at }) => ({
    ...{ seal, hash: Buffer.from(hash), response: Buffer.from(response) },
    ...{ at: stamped_at.toISOString(), from: 'the time stamp in the database' },
  }))
}

export type StoredTimeStamp = { seal: number; hash: Buffer; response: Buffer; at: string; from: string }
