import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import type { Since } from '../samples/later-change-queries.ts'

/** Returns who has moved a box, or taken it out of storage, since; undefined for an undo, as nobody has it in hand. */
export async function findLaterMoveOfBox(
  trx: Transaction,
  boxId: number,
  { since, countsOwn, actor }: Since,
): Promise<{ personName: string; at: Date } | undefined> {
  const { rows } = await sql<{ personName: string; at: Date; action: string }>`
    select person.name as "personName", coalesce((after ->> 'scannedAt')::timestamptz, at) as at, action
    from audit_event join person on person.id = person_id
    where entity_type = 'storage' and entity_id = ${`${boxId}`} and (
      action = 'storage.update' and after ?| array['parentID', 'position']
      -- Those of a box that was moved as a whole have its version.
      or action in ('move.confirm', 'move.undo-step', 'move.undo') and after ? 'version'
    ) and coalesce((after ->> 'scannedAt')::timestamptz, at) > ${since}::timestamptz
      and (${countsOwn}::boolean or person_id <> ${actor.userId})
    order by audit_event.id desc limit 1
  `.execute(trx)
  const [last] = rows
  return last?.action.startsWith('move.undo') ? undefined : last
}
