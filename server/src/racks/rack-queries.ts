import type { Custody } from '@lims/contract/custody.ts'
import type { RackTube } from '@lims/contract/rack-scan.ts'
import { receivableStatuses, type SampleStatus } from '@lims/contract/sample-status.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isUuid } from '../db/is-uuid.ts'
import { isToPutAway } from '../samples/custody-queries.ts'

/** A tube and its registered place: aliases of the storages, root first, and the axes of its box. */
export type FoundTube = RackTube & {
  custody: Custody
  custodyEventId: number | null
  /** It was returned, and nobody has put it into its cell since. */
  isToPutAway: boolean
  /** It came from outside and has not been received: not an aliquot, which is made in the laboratory. */
  isToReceive: boolean
  place: {
    storageId: number
    row: number
    column: number
    path: string[]
    rowPrefix: string
    columnPrefix: string
  } | null
}

type TubeRow = {
  id: string
  name: string
  alias: string
  type: SampleType
  status: SampleStatus
  custody: Custody
  custody_event_id: number | null
  is_to_put_away: boolean
  is_to_receive: boolean
  storage_id: number | null
  row_coordinate: number
  column_coordinate: number
  row_prefix: string
  column_prefix: string
  path: string[] | null
}

/** Finds tubes with their places by tube ID or id, ignoring case, in one query. */
export async function findTubes(db: Db, codes: readonly string[]): Promise<FoundTube[]> {
  const aliases = codes.map((code) => code.toUpperCase())
  const { rows } = await sql<TubeRow>`
    with recursive found as (
      select sample.id, name, alias, type, status, custody, custody_event_id, ${isToPutAway} as is_to_put_away,
        parent_sample_id is null and status = any(${[...receivableStatuses]}::text[]) as is_to_receive,
        p.storage_id, p.row_coordinate, p.column_coordinate
      from sample left join placement p on p.sample_id = sample.id
      where sample.id in (
        select id from sample where upper(alias) = any(${aliases}::text[])
        union select id from sample where id = any(${codes.filter(isUuid)}::uuid[])
      )
    ), up as (
      select storage_id as of, storage_id as id, 0 as steps from found where storage_id is not null group by 1
      union all
      select up.of, p.storage_id, up.steps + 1 from up join placement p on p.child_storage_id = up.id
      where up.steps < 10
    ), paths as (
      select up.of, array_agg(storage.alias order by up.steps desc) as path
      from up join storage on storage.id = up.id group by up.of
    )
    select found.*, paths.path, box.row_prefix, box.column_prefix
    from found
    left join storage box on box.id = found.storage_id
    left join paths on paths.of = found.storage_id
  `.execute(db)
  return rows.map(asFoundTube)
}

const asFoundTube = (row: TubeRow): FoundTube => ({
  sampleId: row.id,
  name: row.name,
  alias: row.alias,
  type: row.type,
  status: row.status,
  custody: row.custody,
  custodyEventId: row.custody_event_id,
  isToPutAway: row.is_to_put_away,
  isToReceive: row.is_to_receive,
  place:
    row.storage_id === null
      ? null
      : {
          storageId: row.storage_id,
          row: row.row_coordinate,
          column: row.column_coordinate,
          path: row.path ?? [],
          rowPrefix: row.row_prefix,
          columnPrefix: row.column_prefix,
        },
})
