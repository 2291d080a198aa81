import type { Db } from '../db/database.ts'

export type SealHead = { number: number; hash: Buffer }

/** Returns the newest seal. */
export async function findLastSeal(db: Db) {
  return db.selectFrom('audit_seal').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
}

export async function findSealHash(db: Db, number: number): Promise<Uint8Array | undefined> {
  const seal = await db
    .selectFrom('audit_seal')
    .select('hash')
    .where('number', '=', number)
    .executeTakeFirst()
  return seal?.hash
}

/** Returns the number of the seal over the newest restore: null until it is sealed, undefined without a restore. */
export async function findRestoreSeal(db: Db): Promise<number | null | undefined> {
  const restore = await db
    .selectFrom('audit_event as e')
    .leftJoin('audit_commitment as c', 'c.event_id', 'e.id')
    .select('c.seal')
    .where('e.action', '=', 'database.restore')
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return restore?.seal
}

export async function findLastTimeStamp(db: Db) {
  return db.selectFrom('audit_time_stamp').selectAll().orderBy('seal', 'desc').limit(1).executeTakeFirst()
}

/** Another server may have stamped the same seal. */
export function insertTimeStamp(db: Db, seal: SealHead, response: Buffer, at: Date) {
  return db
    .insertInto('audit_time_stamp')
    .values({ seal: seal.number, hash: seal.hash, response, stamped_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const stampsPerRead = 500

/** Yields all time stamps by seal, read in pages: each holds the certificates of the authority, some kilobytes. */
export async function* readTimeStamps(db: Db): AsyncGenerator<StoredTimeStamp> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('audit_time_stamp')
      .selectAll()
      .where('seal', '>', after)
      .orderBy('seal')
      .limit(stampsPerRead)
      .execute()
    for (const { seal, hash, response, stamped_at } of rows) {
      yield {
        seal,
        hash: Buffer.from(hash),
        response: Buffer.from(response),
        at: stamped_at.toISOString(),
        from: 'the time stamp in the database',
      }
      after = seal
    }
    if (rows.length < stampsPerRead) return
  }
}

export type StoredTimeStamp = { seal: number; hash: Buffer; response: Buffer; at: string; from: string }
