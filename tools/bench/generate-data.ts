import { sql } from 'kysely'
import type { Db } from '../../server/src/db/database.ts'

const samplesPerBatch = 1000
/** A freezer has 5 shelves of 4 racks of 10 boxes of 10 x 10 cells. */
const [cellsPerBox, boxesPerRack, racksPerShelf, shelvesPerFreezer] = [100, 10, 4, 5]
/** Six of ten. */
const storedPart = 0.6
const otherPeople = 20

/**
 * Fills an empty database with samples, by SQL: five audit events each, 60 % stored in freezers down to boxes, the rest
 * not yet received. Triggers are off, so that what they maintain (counts, flags) is written here too. Needs a
 * superuser of the database, and the person `bench`.
 */
export async function generateData(db: Db, samples: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`set local statement_timeout = 0`.execute(trx)
    for (const statement of statements(samples)) await statement.execute(trx)
  })
  await sql`vacuum (analyze)`.execute(db)
}

const statements = (samples: number) => [
  sql`
    insert into person (id, name, first_signed_in_at, last_signed_in_at)
    select 'bench-' || n, 'Bench ' || n, now(), now() from generate_series(0, ${sql.lit(otherPeople - 1)}) n
  `,
  sql`
    insert into batch (name, description, created_at, created_by, updated_at)
    select 'Study ' || to_char(b, 'FM000000'), 'Made by the bench', at, 'bench', at
    from (select b, now() - interval '300 days' + b * interval '1 minute' as at
      from generate_series(0, ${sql.lit(Math.ceil(samples / samplesPerBatch) - 1)}) b) numbered
    order by b
  `,
  // Ten tubes a patient; of ten tubes, six are stored.
  sql`
    insert into sample (name, type, status, volume_nl, batch_id, tube_type, subject_id, site_id, visit_id,
      received_at, processed_at, archived_at, moved_at, is_stored, version, created_at, created_by, updated_at)
    select 'BENCH-P' || to_char(i % ${sql.lit(samplesPerBatch)} / 10, 'FM0000') || '-' || kind.name || '-' || i % 10,
      kind.type, case when is_stored then 'PROCESSED' else 'UNKNOWN' end, 1500000, batch.id, kind.name,
      'P' || to_char(i / 10, 'FM0000000'), case when batch.number % 2 = 0 then 'SITE001' else 'SITE007' end, 'V1',
      case when is_stored then at + interval '1 day' end, case when is_stored then at + interval '2 days' end,
      case when is_stored then at + interval '3 days' end, case when is_stored then at + interval '2 days' end,
      is_stored, case when is_stored then 3 else 1 end, at, 'bench', at
    from generate_series(0, ${sql.lit(samples - 1)}) i
    join (select id, number, row_number() over (order by number) - 1 as place from batch) batch
      on batch.place = i / ${sql.lit(samplesPerBatch)}
    cross join lateral (
      select (array['EDTA', 'DBS', 'S-pp', 'S-cfDNA'])[1 + i % 4] as name,
        (array['BLOOD', 'BLOOD', 'PLASMA', 'DNA'])[1 + i % 4] as type
    ) kind
    cross join lateral (
      select i % 10 < 6 as is_stored, now() - interval '300 days' + i / 1000 * interval '1 minute' as at
    ) state
    order by i
  `,
  sql`
    insert into sample_count (batch_id, status, type, site_id, waits, slot, samples)
    select batch_id, status, type, coalesce(site_id, ''), true, 0, count(*) from sample group by 1, 2, 3, 4
  `,
  sql`insert into sample_in_status select status, number, status_since, true from sample`,
  sql`insert into sample_without_place select number from sample where not is_stored`,
  sql`
    insert into lifecycle_event (sample_id, door, from_status, to_status, at, person_id, knows_previous)
    select id, door, from_status, to_status, created_at + days * interval '1 day', 'bench', true
    from sample, (values (1, 'receive', 'UNKNOWN', 'RECEIVED'), (2, 'table', 'RECEIVED', 'PROCESSED'))
      step (days, door, from_status, to_status)
    where is_stored order by number, days
  `,
  // Half of the events are of one person; 20 others share the rest.
  sql`
    insert into audit_event (at, person_id, action, entity_type, entity_id, before, after)
    select created_at + days * interval '1 day',
      case when number % 2 = 0 then 'bench' else 'bench-' || number / 2 % ${sql.lit(otherPeople)} end,
      action, 'sample', id::text, before::jsonb, after::jsonb
    from sample, (values
      (0, 'sample.create', null, '{"status": "UNKNOWN", "version": 1}'),
      (1, 'sample.receive', '{"status": "UNKNOWN"}', '{"status": "RECEIVED", "version": 2}'),
      (2, 'sample.update-lifecycle', '{"status": "RECEIVED"}', '{"status": "PROCESSED", "version": 3}'),
      (3, 'sample.update', '{"volume": 2}', '{"volume": 1.5, "version": 3}'),
      (4, 'sample.update', '{"notes": ""}', '{"notes": "haemolysed", "version": 3}')
    ) step (days, action, before, after)
    order by number, days
  `,
  // Events of rare kinds lie far apart among the others.
  sql`
    insert into audit_event (at, person_id, action, entity_type, entity_id, after)
    select created_at, 'bench', 'batch.create', 'batch', id::text, jsonb_build_object('name', name)
    from batch order by number
  `,
  ...storages(Math.ceil((samples * storedPart) / cellsPerBox)),
  // What a server does that does the least.
  sql`create table bench_tube as select id, status from sample`,
  sql`alter table bench_tube add primary key (id)`,
  sql`create table bench_event (id bigint generated always as identity primary key, tube_id uuid, status text, at timestamptz)`,
]

/** Levels from the boxes up; ids of a level begin where those of the level below end. */
function storages(boxes: number) {
  const levels: { type: string; rows: number; columns: number; count: number; perHolder: number }[] = []
  const add = (type: string, rows: number, columns: number, count: number, perHolder: number) =>
    levels.push({ type, rows, columns, count, perHolder })
  const racks = Math.ceil(boxes / boxesPerRack)
  const shelves = Math.ceil(racks / racksPerShelf)
  add('BOX', 10, 10, boxes, boxesPerRack)
  add('RACK', 1, boxesPerRack, racks, racksPerShelf)
  add('SHELF', 1, racksPerShelf, shelves, shelvesPerFreezer)
  add('FREEZER', 1, shelvesPerFreezer, Math.ceil(shelves / shelvesPerFreezer), 0)

  let first = 1000
  const made = levels.flatMap(({ type, rows, columns, count, perHolder }) => {
    const [from, holders] = [first, first + count]
    first = holders
    const insert = sql`
      insert into storage (id, alias, type, number_rows, number_columns, created_at, created_by, updated_at)
      overriding system value
      select ${sql.lit(from)} + i, initcap(${sql.lit(type)}) || ' ' || to_char(i + 1, 'FM00000'), ${sql.lit(type)},
        ${sql.lit(rows)}, ${sql.lit(columns)}, now(), 'bench', now()
      from generate_series(0, ${sql.lit(count - 1)}) i
    `
    const place = sql`
      insert into placement (storage_id, row_coordinate, column_coordinate, child_storage_id, placed_at, placed_by)
      select ${sql.lit(holders)} + i / ${sql.lit(perHolder)}, 1, 1 + i % ${sql.lit(perHolder)}, ${sql.lit(from)} + i,
        now(), 'bench'
      from generate_series(0, ${sql.lit(count - 1)}) i
    `
    return perHolder > 0 ? [insert, place] : [insert]
  })
  const placeSamples = sql`
    insert into placement (storage_id, row_coordinate, column_coordinate, sample_id, placed_at, placed_by)
    select 1000 + i / 100, 1 + i % 100 / 10, 1 + i % 10, id, archived_at, 'bench'
    from (select id, archived_at, row_number() over (order by number) - 1 as i from sample where is_stored) stored
  `
  return [
    ...made,
    placeSamples,
    sql`select setval(pg_get_serial_sequence('storage', 'id'), ${sql.lit(first + 100)})`,
  ]
}
