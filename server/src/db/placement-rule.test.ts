import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import type { Transaction } from './database.ts'

const lab = await openLab()

/** A rack that holds two boxes, the first of them with a tube in its first cell; one tube is in no cell. */
async function arrange() {
  const add = async (body: object): Promise<number> =>
    (await lab.post('/storage/add', { numberRows: 2, numberColumns: 2, ...body })).json().storage.id
  const rack = await add({ alias: 'Rack', type: 'RACK' })
  const box = await add({ alias: 'Box', type: 'BOX', parentID: rack })
  await add({ alias: 'Other box', type: 'BOX', parentID: rack })
  const held = (await lab.addSample()).id
  const loose = (await lab.addSample()).id
  await lab.post('/samples/associate', { sampleId: held, storageId: box, location: 'A1' })
  return { rack, box, held, loose }
}
type Arranged = Awaited<ReturnType<typeof arrange>>

const place = (
  storage: number,
  [row, column]: [number, number],
  content: { sample?: string; box?: number },
) =>
  sql`insert into placement (storage_id, row_coordinate, column_coordinate, sample_id, child_storage_id, placed_at, placed_by)
    values (${storage}, ${row}, ${column}, ${content.sample ?? null}, ${content.box ?? null}, now(), 'ada')`
const dropConstraint = (name: string) => sql`alter table placement drop constraint ${sql.ref(name)}`
const dropTrigger = (name: string, table: string) => sql`drop trigger ${sql.ref(name)} on ${sql.table(table)}`
const anyPlace = dropTrigger('placement_is_possible', 'placement')
const keepsContents = dropTrigger('storage_keeps_its_contents', 'storage')

type Broken = [never: string, guard: RawBuilder<unknown>, attempt: (lab: Arranged) => RawBuilder<unknown>]
const invariants: Broken[] = [
  [
    'two contents in a cell',
    dropConstraint('placement_one_content_per_cell'),
    ({ box, loose }) => place(box, [1, 1], { sample: loose }),
  ],
  [
    'a tube in two cells',
    dropConstraint('placement_one_cell_per_sample'),
    ({ box, held }) => place(box, [2, 2], { sample: held }),
  ],
  [
    'a box in two cells',
    dropConstraint('placement_one_cell_per_storage'),
    ({ rack, box }) => place(rack, [2, 2], { box }),
  ],
  [
    'a cell taken by nothing',
    dropConstraint('placement_has_one_content'),
    ({ box }) => place(box, [2, 2], {}),
  ],
  ['a cell outside the grid', anyPlace, ({ box, loose }) => place(box, [3, 1], { sample: loose })],
  ['a tube in a rack', anyPlace, ({ rack, loose }) => place(rack, [2, 2], { sample: loose })],
  ['a rack in itself', anyPlace, ({ rack }) => place(rack, [2, 2], { box: rack })],
  ['a rack in its own box', anyPlace, ({ rack, box }) => place(box, [2, 2], { box: rack })],
  [
    'a grid smaller than what it holds',
    keepsContents,
    ({ rack }) => sql`update storage set number_columns = 1 where id = ${rack}`,
  ],
  [
    'a rack of boxes that becomes a box',
    keepsContents,
    ({ rack }) => sql`update storage set type = 'BOX' where id = ${rack}`,
  ],
  [
    'a box deleted from under its tube',
    dropConstraint('placement_storage_id_fkey'),
    ({ box }) =>
      sql`with gone as (delete from placement where child_storage_id = ${box}) delete from storage where id = ${box}`,
  ],
]

test.each(invariants)(
  'whoever asks, the database refuses %s, and nothing but its guard does',
  async (_, guard, attempt) => {
    const arranged = await arrange()
    const isDone = async (before: RawBuilder<unknown>[]) => {
      const rolledBack = new Error('rolled back')
      const outcome = await lab.db
        .transaction()
        .execute(async (trx: Transaction) => {
          for (const statement of before) await statement.execute(trx)
          await attempt(arranged).execute(trx)
          throw rolledBack
        })
        .catch((error: unknown) => error)
      return outcome === rolledBack
    }
    expect(await isDone([])).toBe(false)
    expect(await isDone([guard])).toBe(true)
  },
)
