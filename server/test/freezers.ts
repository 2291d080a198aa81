import { sql } from 'kysely'
import type { Lab } from './lab.ts'
import { unaudited } from './unaudited.ts'

type Freezer = {
  name: string
  racks: number
  /** Cells of each rack, rows and columns. */
  rackSize: [number, number]
  /** Boxes in each rack, in its first cells; their names count on from `firstBox`. */
  boxesPerRack: number
  firstBox?: number
  boxSize?: [number, number]
  tubesPerBox?: number
  temperatureC?: number | null
}
export type FilledFreezer = { id: number; rackIds: number[]; boxIds: number[] }

/** Adds a freezer with racks, boxes and tubes by SQL, without audit events. */
export const addFreezer = (lab: Pick<Lab, 'db'>, freezer: Freezer): Promise<FilledFreezer> =>
  unaudited(lab.db, async (trx) => {
    const at = new Date('2026-11-01T08:00:00Z')
    const batch =
      (await trx.selectFrom('batch').select('id').executeTakeFirst()) ??
      (await trx
        .insertInto('batch')
        .values({ name: 'Stored', description: '', created_at: at, created_by: 'ada', updated_at: at })
        .returning('id')
        .executeTakeFirstOrThrow())
    const { boxesPerRack, firstBox = 1, tubesPerBox = 0, boxSize = [9, 9], rackSize } = freezer
    const add = async (
      count: number,
      names: (index: number) => string,
      type: string,
      [rows, columns]: number[],
    ) => {
      const { rows: added } = await sql<{ id: number }>`
        insert into storage (alias, type, number_rows, number_columns, created_at, created_by, updated_at)
        select name, ${type}::text, ${rows}::int, ${columns}::int, ${at}::timestamptz, 'ada', ${at}::timestamptz
        from unnest(${Array.from({ length: count }, (_, index) => names(index))}::text[]) with ordinality n (name, place)
        order by place returning id
      `.execute(trx)
      return added.map(({ id }) => id)
    }
    const place = (parents: number[], children: number[], columns: number, perParent: number) =>
      sql`
        insert into placement (storage_id, row_coordinate, column_coordinate, child_storage_id, placed_at, placed_by)
        select (${parents}::int[])[(place - 1) / ${perParent}::int + 1],
          ((place - 1) % ${perParent}::int) / ${columns}::int + 1, ((place - 1) % ${perParent}::int) % ${columns}::int + 1,
          id, ${at}::timestamptz, 'ada'
        from unnest(${children}::int[]) with ordinality c (id, place)
      `.execute(trx)
    const [id = 0] = await add(1, () => freezer.name, 'FREEZER', [1, Math.max(freezer.racks, 1)])
    await trx
      .updateTable('storage')
      .set({ nominal_temperature_c: freezer.temperatureC === undefined ? -80 : freezer.temperatureC })
      .where('id', '=', id)
      .execute()
    const letter = (index: number) => String.fromCharCode(65 + (index % 26))
    const rackIds = await add(freezer.racks, (index) => `Rack ${letter(index)}`, 'RACK', rackSize)
    await place([id], rackIds, Math.max(freezer.racks, 1), Math.max(freezer.racks, 1))
    const boxes = freezer.racks * boxesPerRack
    const boxIds = await add(boxes, (index) => `Box ${firstBox + index}`, 'BOX', boxSize)
    if (boxes > 0) await place(rackIds, boxIds, rackSize[1], boxesPerRack)
    if (tubesPerBox > 0) {
      await sql`
        with tube as (
          insert into sample (name, type, volume_nl, batch_id, created_at, created_by, updated_at)
          select 'Tube ' || box || '-' || number, 'PLASMA', 1000000, ${batch.id}::uuid, ${at}::timestamptz, 'ada',
            ${at}::timestamptz
          from unnest(${boxIds}::int[]) box, generate_series(1, ${tubesPerBox}::int) number
          order by box, number
          returning id, split_part(substr(name, 6), '-', 1)::int as box, split_part(name, '-', 2)::int as number
        )
        insert into placement (storage_id, row_coordinate, column_coordinate, sample_id, placed_at, placed_by)
        select box, (number - 1) / ${boxSize[1]}::int + 1, (number - 1) % ${boxSize[1]}::int + 1, id,
          ${at}::timestamptz, 'ada' from tube
      `.execute(trx)
    }
    return { id, rackIds, boxIds }
  })
