import type { Db, Transaction } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'

export type Person = { id: string; name: string; email: string; avatar: string | null }

export async function isSessionOpen(db: Db, id: string, now: Date): Promise<boolean> {
  if (!isUuid(id)) return false
  const session = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return session !== undefined
}

export async function savePerson(trx: Transaction, { id, ...details }: Person, at: Date) {
  await trx
    .insertInto('person')
    .values({ id, ...details, first_signed_in_at: at, last_signed_in_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...details, last_signed_in_at: at }))
    .execute()
}

export function insertSession(
  trx: Transaction,
  session: { id: string; personId: string; startedAt: Date; expiresAt: Date },
) {
  return trx
    .insertInto('session')
    .values({
      id: session.id,
      person_id: session.personId,
      started_at: session.startedAt,
      expires_at: session.expiresAt,
    })
    .execute()
}

/** True when there was an open session to end. */
export async function endSession(trx: Transaction, id: string, at: Date): Promise<boolean> {
  const ended = await trx
    .updateTable('session')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}
