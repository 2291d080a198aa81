import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import type { Reservability } from './why-not-reservable.ts'

export type ReservableSample = Reservability & { sampleId: string; name: string; tubeId: string }

/** Returns samples in the order of `ids`, without unknown ones, with all that may keep them from being reserved. */
export async function listReservability(db: Db, ids: readonly string[]): Promise<ReservableSample[]> {
  const { rows } = await sql<ReservableSample>`
    select sample.id as "sampleId", sample.name, sample.alias as "tubeId", sample.custody,
      custodian.name as "changedByName", sample.is_stored as "isStored",
      case when list.id is not null
        then jsonb_build_object('name', list.name, 'personName', holder.name) end as "wantedBy"
    from unnest(${ids.filter(isUuid)}::uuid[]) with ordinality chosen (id, place)
    join sample on sample.id = chosen.id
    left join custody_event event on event.id = sample.custody_event_id
    left join person custodian on custodian.id = event.person_id
    left join lateral (
      select pick_list_id from pick_list_item where sample_id = sample.id and state = 'wanted' offset 0
    ) item on true
    left join pick_list list on list.id = item.pick_list_id
    left join person holder on holder.id = list.person_id
    order by chosen.place
  `.execute(db)
  return rows
}

/** Returns the list that wants the sample, and for whom. */
export async function findWantedBy(db: Db, sampleId: string): Promise<Reservability['wantedBy']> {
  const [sample] = await listReservability(db, [sampleId])
  return sample?.wantedBy ?? null
}
