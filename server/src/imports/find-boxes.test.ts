import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { importing } from '../../test/import-file.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab()
const { read, check, apply, placesOf, problemsOf } = importing(lab)
const { addStorage, build } = countedFreezer(lab)

const columns = 'name,box,position'

test('a box is found by the storages around it, by its path and by the code of its label', async () => {
  const { box1 } = await build(0)
  await build(0, 'Freezer 2')
  const file = [
    'Name,Freezer,Rack,Box,Position',
    'a,Freezer 2,Rack A,Box 1,A1',
    'b,freezer2,,Box 1,A2',
    'c,,,Freezer 2 > Box 1,A3',
    `d,,,sto${String(box1).padStart(7, '0')},A4`,
  ].join('\n')
  const batchId = await lab.addBatch()
  const { lines } = await apply(file, { columns: 'name,freezer,rack,box,position', batchId })
  expect(lines.at(-1)).toMatchObject({ numPlaced: 4 })
  expect(await placesOf(batchId)).toEqual({
    a: 'Freezer 2 › Rack A › Box 1 › A1',
    b: 'Freezer 2 › Rack A › Box 1 › A2',
    c: 'Freezer 2 › Rack A › Box 1 › A3',
    d: 'Freezer 1 › Rack A › Box 1 › A4',
  })

  const paths = 'Name,Place\ne,Freezer 1 › Rack A › Box 2 › C3\nf,Freezer 2 › Box 2 › D1\ng,'
  const other = await lab.addBatch({ name: 'by path' })
  await apply(paths, { columns: 'name,place', batchId: other })
  expect(await placesOf(other)).toEqual({
    e: 'Freezer 1 › Rack A › Box 2 › C3',
    f: 'Freezer 2 › Rack A › Box 2 › D1',
    g: null,
  })
})

test('a box is found although its name, or one around it, holds the sign between the names of a path', async () => {
  const rack = await addStorage('Rack > 5 years', 'RACK')
  const samples = ['Box > A', 'Box ›B', 'C >'].map((box, index) => ({ box, name: `s${index}` }))
  for (const { box } of samples) await addStorage(box, 'BOX', { parentID: rack })
  const batchId = await lab.addBatch()
  const byBox = samples.map(({ box, name }) => `${name},${box},A1`)
  await apply(['Name,Box,Position', ...byBox].join('\n'), { columns, batchId })
  const places = await placesOf(batchId)
  expect(places).toEqual(
    Object.fromEntries(samples.map(({ box, name }) => [name, `Rack > 5 years › ${box} › A1`])),
  )
  const byPath = Object.entries(places).map(([name, path]) => `${name},${path?.replace('A1', 'B2')}`)
  const other = await lab.addBatch({ name: 'by path' })
  await apply(['Name,Place', ...byPath].join('\n'), { columns: 'name,place', batchId: other })
  expect(Object.values(await placesOf(other))).toEqual(
    Object.values(places).map((path) => path?.replace('A1', 'B2')),
  )
})

test('a box of a copied shelf is found by columns for each storage around it', async () => {
  const freezer = await addStorage('Freezer 1', 'FREEZER', { numberRows: 2 })
  for (const shelf of ['Shelf 1', 'Shelf 2']) {
    const drawer = await addStorage('Drawer 1', 'DRAWER', {
      parentID: await addStorage(shelf, 'SHELF', { parentID: freezer }),
    })
    const rack = await addStorage('Rack 1', 'RACK', { parentID: drawer })
    await addStorage('Box 1', 'BOX', { parentID: rack })
  }
  const header = 'Name,Freezer,Shelf,Drawer,Rack,Box,Position'
  const around = 'Drawer 1,Rack 1,Box 1'
  const file = [header, `a,Freezer 1,Shelf 2,${around},A1`, `b,Freezer 1,Shelf 1,${around},A1`].join('\n')
  const suggested = (await read(file)).json().columns.map(({ field }: { field: string }) => field)
  const columns = 'name,freezer,shelf,drawer,rack,box,position'
  expect(suggested.join()).toBe(columns)
  const batchId = await lab.addBatch()
  await apply(file, { columns, batchId })
  expect(await placesOf(batchId)).toEqual({
    a: 'Freezer 1 › Shelf 2 › Drawer 1 › Rack 1 › Box 1 › A1',
    b: 'Freezer 1 › Shelf 1 › Drawer 1 › Rack 1 › Box 1 › A1',
  })
  expect(
    await problemsOf(`${header}\nc,Freezer 1,Shelf 3,${around},A2\nd,,,,,,\ne,,Shelf 1,,,,`, {
      columns,
      batchName: 'n',
    }),
  ).toEqual([
    '2 Box: is not in Freezer 1 › Shelf 3 › Drawer 1 › Rack 1; there is Freezer 1 › Shelf 1 › Drawer 1 › Rack 1 › Box 1 and Freezer 1 › Shelf 2 › Drawer 1 › Rack 1 › Box 1',
    '4 Box: is missing: in which box is the tube?',
  ])
})

test('a number or a letter in a column means the storage that is named by the column and it', async () => {
  for (const name of ['Freezer 1', 'Freezer 2']) {
    const freezer = await addStorage(name, 'FREEZER', { numberColumns: 2 })
    const shelf = await addStorage('Shelf 2', 'SHELF', { parentID: freezer })
    const rack = await addStorage('Rack B', 'RACK', { parentID: shelf, numberColumns: 9 })
    for (const box of ['Box 7', 'Box 8', '9', 'Box 9', 'Plasma 6'])
      await addStorage(box, 'BOX', { parentID: rack })
  }
  const columns = 'name,freezer,shelf,rack,box,position'
  const header = 'Name,Freezer,Shelf,Rack,Box,Position'
  const batchId = await lab.addBatch()
  await apply(`${header}\na,2,2,b,7,A1\nb,Freezer 1,Shelf 2,Rack B,8,A1\nc,1,,,Box 9,A1`, {
    columns,
    batchId,
  })
  expect(await placesOf(batchId)).toEqual({
    a: 'Freezer 2 › Shelf 2 › Rack B › Box 7 › A1',
    b: 'Freezer 1 › Shelf 2 › Rack B › Box 8 › A1',
    c: 'Freezer 1 › Shelf 2 › Rack B › Box 9 › A1',
  })
  const inBoth = ['1', '2'].map((freezer) => `Freezer ${freezer} › Shelf 2 › Rack B › Box 7`).join(' and ')
  const file = [header, 'a,1,2,B,9,A1', 'b,1,2,B,6,A1', 'c,3,2,B,7,A1', 'd,1,1,B,7,A1', 'e,2,2,2,7,A2'].join(
    '\n',
  )
  expect(await problemsOf(file, { columns, batchName: 'n' })).toEqual([
    '2 Box: is the name of 2 boxes, such as Freezer 1 › Shelf 2 › Rack B › 9 and Freezer 1 › Shelf 2 › Rack B › Box 9: choose columns for the storages around it, such as the freezer, shelf and rack, or write the code of the label of the box',
    '3 Box: is not a box that exists: write its name as it is under Storage, or create it there first',
    `4 Box: is not in 3 › 2 › B; there is ${inBoth}`,
    `5 Box: is not in 1 › 1 › B; there is ${inBoth}`,
    `6 Box: is not in 2 › 2 › 2; there is ${inBoth}`,
  ])
})

test('a box is not around itself, names around it are in their order, and of many boxes three are named', async () => {
  let last = 0
  for (const name of ['1', '2', '3', '4']) {
    const freezer = await addStorage(`Freezer ${name}`, 'FREEZER')
    const rack = await addStorage('Rack', 'RACK', { parentID: freezer })
    await addStorage('Rack', 'BOX', { parentID: rack })
    last = freezer
  }
  const other = await addStorage('Other', 'RACK', { parentID: last })
  await addStorage('Rack', 'BOX', { parentID: other })
  const file = [
    'Name,Freezer,Rack,Box,Position',
    'a,Freezer 1,Rack,Rack,A1',
    'b,,,Rack,A1',
    'c,,Freezer 2 > Rack > Rack,Rack,A1',
    'd,Rack,Freezer 2,Rack,A1',
    'e,Freezer 4,,Rack,A1',
  ].join('\n')
  const [one, two, three] = ['1', '2', '3'].map((name) => `Freezer ${name} › Rack › Rack`)
  const some = `${one}, ${two}, and ${three}`
  expect(await problemsOf(file, { columns: 'name,freezer,rack,box,position', batchName: 'n' })).toEqual([
    `3 Box: is the name of 5 boxes, such as ${some}: choose columns for the storages around it, such as the freezer, shelf and rack, or write the code of the label of the box`,
    `4 Box: is not in Freezer 2 › Rack › Rack; there is ${some}`,
    `5 Box: is not in Rack › Freezer 2; there is ${some}`,
    '6 Box: is the name of 2 boxes, such as Freezer 4 › Rack › Rack and Freezer 4 › Other › Rack: choose columns for the storages around it, such as the freezer, shelf and rack, or write the code of the label of the box',
  ])
})

test('the time to find boxes grows with their number, not with its square', async () => {
  const racks = 4000
  await unaudited(lab.db, (trx) =>
    sql`
      with added as (
        insert into storage (alias, type, number_rows, number_columns, row_prefix, column_prefix, created_at, created_by, updated_at)
        select case when n % 2 = 1 then 'Rack ' || n else 'Box 1' end, case when n % 2 = 1 then 'RACK' else 'BOX' end,
          1, 1, '1', 'A', ${testNow}::timestamptz, 'ada', ${testNow}::timestamptz
        from generate_series(1, ${2 * racks}::int) n
        returning id, type
      ), numbered as (select id, type, row_number() over (partition by type order by id) as n from added)
      insert into placement (storage_id, row_coordinate, column_coordinate, child_storage_id, placed_at, placed_by)
      select rack.id, 1, 1, box.id, ${testNow}::timestamptz, 'ada'
      from numbered rack join numbered box using (n) where rack.type = 'RACK' and box.type = 'BOX'
    `.execute(trx),
  )
  const checkBoxes = async (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => `T-${index},Rack ${2 * index + 1},Box 1,A1`)
    const file = ['Name,Rack,Box,Position', ...rows].join('\n')
    const checked = (await check(file, { columns: 'name,rack,box,position', batchName: 'new' })).json()
    expect(checked).toMatchObject({ numPlaced: count, numBoxes: count, problems: [] })
  }
  await expectTimesAsLong({
    base: () => checkBoxes(racks / 10),
    work: () => checkBoxes(racks),
    atMostTimes: 20,
  })
})
