import { type SampleSort, type SortField, sortOf } from '@lims/contract/sample-sort.ts'
import { SampleStatus } from '@lims/contract/sample-status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { naturalOrder, naturalOrderLimit } from '../db/natural-order.ts'
import type { ResolvedFilter } from './resolve-filter.ts'
import { amongCollected, matches, matchesAmongAll } from './sample-match-queries.ts'
import { type SampleRow, selectSamples } from './sample-queries.ts'

type Page = {
  /** A direction alone sorts by registration. */
  sort: SampleSort | 'asc' | 'desc'
  limit: number
  offset: number
  /** Collects all matches before they are sorted: no index in order is followed. */
  collects: boolean
}

/** How often a page is read again because one of its samples was deleted in between. */
const maxReads = 5

/** Lists a page of matching samples in the order of a column, then of registration. */
export async function listSortedSamples(db: Db, filter: ResolvedFilter, page: Page): Promise<SampleRow[]> {
  for (let read = 1; ; read++) {
    const ids = await listSortedIds(db, filter, page)
    const rows = await selectSamples(db).where(sql<boolean>`sample.id = any(${ids}::uuid[])`).execute()
    // A page with fewer samples than `limit` is taken for the last one.
    if (rows.length < ids.length && read < maxReads) continue
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
}

/**
 * Lists the ids of a page as `listSortedSamples`. Sorts ids only: a sort of whole rows does not fit into the memory that
 * PostgreSQL allows for one.
 */
export async function listSortedIds(
  db: Db,
  filter: ResolvedFilter,
  { sort, limit, offset, collects }: Page,
): Promise<string[]> {
  const { field, direction } =
    sort === 'asc' || sort === 'desc' ? { field: undefined, direction: sort } : sortOf(sort)
  const { from = sql`sample`, keys, isNeverNull } = field ? orders[field] : byRegistration
  const nulls = sql.raw(isNeverNull ? '' : 'nulls last')
  const order = [
    ...keys.map((key) => sql`${key} ${sql.raw(direction)} ${nulls}`),
    sql`sample.number ${sql.raw(direction)}`,
  ]
  const tables = typeof from === 'function' ? await from(db) : from
  // All matches are sorted: the events of a change are read once, not for each sample.
  const matching = filter.reached || filter.change ? matchesAmongAll(filter, 'sample') : matches(filter)
  const condition = collects ? amongCollected(filter) : matching
  const { rows } = await sql<{ id: string }>`
    select sample.id from ${tables} where ${condition}
    order by ${sql.join(order)} limit ${limit} offset ${offset}
  `.execute(db)
  return rows.map(({ id }) => id)
}

type Order = {
  /** Tables, if not `sample` alone. */
  from?: RawBuilder<unknown> | ((db: Db) => Promise<RawBuilder<unknown>>)
  keys: RawBuilder<unknown>[]
  /** For such columns an index gives both directions. */
  isNeverNull?: true
}

const byRegistration: Order = { keys: [] }

const statusSteps = sql`array_position(${sql.lit(`{${SampleStatus.options.join(',')}}`)}::text[], sample.status)`

const isTop = sql`not exists (select from placement above where above.child_storage_id = root.id)`

/** Joins samples with their places, and `way` with the rank of each storage. */
async function placedSamples(db: Db): Promise<RawBuilder<unknown>> {
  const { rows: tops } = await sql`
    select from storage root where ${isTop} limit ${naturalOrderLimit + 1}
  `.execute(db)
  const alias = sql`root.alias`
  const way = storageWay(tops.length <= naturalOrderLimit ? naturalOrder(alias) : sql`lower(${alias})`)
  return sql`sample
    left join placement on placement.sample_id = sample.id
    left join ${way} way on way.id = placement.storage_id`
}

/** Joins samples with `batch`, whose key is their order by name: that of the list of batches. */
async function samplesWithBatches(db: Db): Promise<RawBuilder<unknown>> {
  const { rows: batches } = await sql`select from batch limit ${naturalOrderLimit + 1}`.execute(db)
  const name = sql`named.name`
  const ranked = sql`(
    select named.id, row_number() over (order by ${naturalOrder(name)}, named.number)::int as key from batch named
  )`
  const plain = sql`(select named.id, lower(${name}) as key from batch named)`
  return sql`sample join ${batches.length <= naturalOrderLimit ? ranked : plain} batch on batch.id = sample.batch_id`
}

/** Ranks every storage by its way through the tree: the rank of the root by name, then row and column at each level. */
const storageWay = (nameOrder: RawBuilder<unknown>) => sql`(
  with recursive way as (
    select root.id, array[row_number() over (order by ${nameOrder}, root.id)::int] as steps from storage root
    where ${isTop}
    union all
    select cell.child_storage_id, way.steps || array[cell.row_coordinate, cell.column_coordinate]
    from way join placement cell on cell.storage_id = way.id
    where cell.child_storage_id is not null
  )
  select id, row_number() over (order by steps)::int as rank from way
)`

const orders: Record<SortField, Order> = {
  name: { keys: [sql`lower(sample.name) collate "C"`], isNeverNull: true },
  tubeId: { keys: [sql`upper(sample.alias) collate "C"`], isNeverNull: true },
  type: { keys: [sql`sample.type`], isNeverNull: true },
  status: { keys: [statusSteps] },
  volume: { keys: [sql`sample.volume_nl`], isNeverNull: true },
  thawCount: { keys: [sql`sample.thaw_count`], isNeverNull: true },
  place: {
    from: placedSamples,
    keys: [sql`way.rank`, sql`placement.row_coordinate`, sql`placement.column_coordinate`],
  },
  batch: { from: samplesWithBatches, keys: [sql`batch.key`] },
  subject: { keys: [sql`upper(sample.subject_id)`] },
  site: { keys: [sql`upper(sample.site_id)`] },
  // M3 before M12.
  visit: {
    keys: [
      sql`lower(rtrim(sample.visit_id, '0123456789'))`,
      sql`char_length(sample.visit_id)`,
      sql`sample.visit_id`,
    ],
  },
  tubeType: { keys: [sql`sample.tube_type`] },
  created: { keys: [sql`sample.created_at`], isNeverNull: true },
  collected: { keys: [sql`sample.collected_at`] },
  received: { keys: [sql`sample.received_at`] },
  processed: { keys: [sql`sample.processed_at`] },
  qc: { keys: [sql`sample.qc_at`] },
  archived: { keys: [sql`sample.archived_at`] },
  updated: { keys: [sql`sample.updated_at`], isNeverNull: true },
  file: { keys: [sql`case when sample.bam_doubt is null then sample.bam_file_uri end`] },
}
