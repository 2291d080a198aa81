import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { keptChildren, whileRestoring } from './deletion-queries.ts'

/**
 * Locks the parents that samples of a deletion have outside of it, so that their custody does not change. Returns the
 * actor at the time of the request or, if one of them was changed later, as while it waited for their locks, after that:
 * undoing the change finds the children by the time of their restoring.
 */
export async function lockKeptParents<A extends Actor>(
  trx: Transaction,
  deletionId: string,
  actor: A,
): Promise<A> {
  const { rows } = await sql<{ last: Date | null }>`
    select max(updated_at) as last from (
      select updated_at from sample where id in (select parent_id from (${keptChildren(deletionId)}) kept)
      order by id for share
    ) parent
  `.execute(trx)
  const last = rows[0]?.last
  return last && last >= actor.at ? { ...actor, at: new Date(last.getTime() + 1) } : actor
}

type MissedThaws = { id: string; before: number; after: number }

/**
 * Gives restored aliquots the freeze-thaw cycles that their parents have gained or lost since the deletion, as the
 * custody events of the parents gave them to other aliquots. Returns those whose cycles have changed. Call it with the
 * parents locked, when everything is restored.
 */
export async function addMissedThaws(trx: Transaction, deletionId: string): Promise<MissedThaws[]> {
  const update = sql<MissedThaws>`
    with kept as materialized (${keptChildren(deletionId)}), missed as materialized (
      select child_id, sum(since.cycles)::integer as cycles
      from (select distinct parent_id, last_id from kept where last_id is not null) parent
      -- One parent after the other, along the keys: the tables may have grown since they were last analyzed.
      cross join lateral (
        select coalesce(undoes, id) as check_out_id, case when undoes is null then 1 else -1 end as cycles
        from custody_event where sample_id = parent.parent_id and id > parent.last_id and thawed offset 0
      ) since
      cross join lateral children_thawed_with(since.check_out_id) child_id
      where child_id in (select id from kept)
      group by child_id
    ), fitted as materialized (
      select child.id, child.thaw_count as before,
        -- Not less than its own: it may have missed a cycle that is undone now.
        greatest(own_thaws(child.id), child.thaw_count + missed.cycles) as after
      from missed cross join lateral (select id, thaw_count from sample where id = missed.child_id offset 0) child
    )
    update sample set thaw_count = fitted.after from fitted
    where sample.id = fitted.id and fitted.before <> fitted.after
    returning sample.id, fitted.before, fitted.after
  `
  const { rows } = await whileRestoring(trx, () => update.execute(trx))
  return rows
}
