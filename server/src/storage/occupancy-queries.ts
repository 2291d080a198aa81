import type { Custody } from '@lims/contract/custody.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import type { OccupancyEntry, StorageChild } from '@lims/contract/storage.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'
import { toMillilitres } from '@lims/contract/volume.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

type Axes = { row_prefix: string; column_prefix: string }

type HeldRow = {
  row_coordinate: number
  column_coordinate: number
  sample_id: string | null
  sample_name: string
  sample_alias: string
  sample_type: SampleType
  status: SampleStatus
  custody: Custody
  custody_event_id: number | null
  volume_nl: number
  subject_id: string | null
  batch_id: string
  batch_name: string
  child_id: number
  child_alias: string
  child_type: StorageType
  child_capacity: number
  child_occupied: number
}

/** Lists the contents of a storage, row by row, in one query. */
export async function listOccupancy(db: Db, storageId: number, axes: Axes): Promise<OccupancyEntry[]> {
  const { rows } = await sql<HeldRow>`
    select p.row_coordinate, p.column_coordinate, p.sample_id,
      s.name as sample_name, s.alias as sample_alias, s.type as sample_type, s.status, s.custody, s.custody_event_id, s.volume_nl,
      s.subject_id, s.batch_id, b.name as batch_name,
      child.id as child_id, child.alias as child_alias, child.type as child_type,
      child.number_rows * child.number_columns as child_capacity,
      case when child.id is not null
        then (select count(*)::int from placement inside where inside.storage_id = child.id) end as child_occupied
    from placement p
    left join sample s on s.id = p.sample_id
    left join batch b on b.id = s.batch_id
    left join storage child on child.id = p.child_storage_id
    where p.storage_id = ${storageId}
    order by p.row_coordinate, p.column_coordinate
  `.execute(db)
  return rows.map((row) => asEntry(row, axes))
}

function asEntry(row: HeldRow, { row_prefix, column_prefix }: Axes): OccupancyEntry {
  const cell = { row: row.row_coordinate, column: row.column_coordinate }
  const place = {
    position: positionLabel(cell, { rowPrefix: row_prefix, columnPrefix: column_prefix }),
    rowCoordinate: cell.row,
    columnCoordinate: cell.column,
  }
  if (row.sample_id === null) {
    return {
      ...place,
      contentType: 'storage',
      contentId: String(row.child_id),
      contentAlias: row.child_alias,
      contentName: row.child_alias,
      storage: { type: row.child_type, capacity: row.child_capacity, occupied: row.child_occupied },
    }
  }
  return {
    ...place,
    contentType: 'sample',
    contentId: row.sample_id,
    contentAlias: row.sample_alias,
    contentName: row.sample_name,
    sample: {
      type: row.sample_type,
      status: row.status,
      custody: row.custody,
      custodyEventId: row.custody_event_id,
      volume: toMillilitres(row.volume_nl),
      subjectId: row.subject_id,
      batchId: row.batch_id,
      batchName: row.batch_name,
    },
  }
}

export const asChildren = (occupancy: readonly OccupancyEntry[]): StorageChild[] =>
  occupancy.flatMap(({ storage, contentId, contentAlias, position, rowCoordinate, columnCoordinate }) =>
    storage
      ? [
          {
            id: Number(contentId),
            alias: contentAlias,
            position,
            rowCoordinate,
            columnCoordinate,
            ...storage,
          },
        ]
      : [],
  )
