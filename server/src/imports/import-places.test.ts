import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectWithin } from '../../../tools/test/compare-times.ts'
import { apiTokens } from '../../test/api-tokens.ts'
import { auditEventsOf } from '../../test/audit-events.ts'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { importing } from '../../test/import-file.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { waitsForLock } from '../../test/overlap.ts'
import { unaudited } from '../../test/unaudited.ts'
import type { Transaction } from '../db/database.ts'

const lab = await openLab()
const { read, check, apply, placesOf, problemsOf } = importing(lab)
const { addStorage, addTube, place, build } = countedFreezer(lab)
const { create: createToken } = apiTokens(lab)

const columns = 'name,box,position'

test('tubes are placed in the cells that their file names, and each has an event after its import', async () => {
  const { box1 } = await build(0)
  const file = [
    'Name,Box,Position',
    'one,Box 1,A1',
    'two,box 1,b02',
    'three,BOX 2,3C',
    'four, Box 2 ,d-4',
    'five,,',
    'six,N/A,N/A',
  ].join('\n')
  expect(
    (await read(file))
      .json()
      .columns.map(({ field }: { field: string }) => field)
      .join(),
  ).toBe(columns)
  const batchId = await lab.addBatch()
  const checked = await check(file, { columns, batchId })
  expect(checked.json()).toMatchObject({ numSamples: 6, numPlaced: 4, numBoxes: 2, problems: [] })
  expect(checked.json().placeExample).toEqual({ name: 'two', path: 'Freezer 1 › Rack A › Box 1 › B2' })
  const single = (await check('Name,Box,Position\nx,,\ny,Box 1,A1', { columns, batchId })).json()
  expect(single.placeExample).toEqual({ name: 'y', path: 'Freezer 1 › Rack A › Box 1 › A1' })
  const none = (await check('Name,Box,Position\nx,,', { columns, batchId })).json()
  expect(none.placeExample).toBeNull()
  const { lines } = await apply(file, { columns, batchId })
  expect(lines.at(-1)).toMatchObject({ success: true, numSamples: 6, numPlaced: 4 })
  expect(await placesOf(batchId)).toEqual({
    one: 'Freezer 1 › Rack A › Box 1 › A1',
    two: 'Freezer 1 › Rack A › Box 1 › B2',
    three: 'Freezer 1 › Rack A › Box 2 › C3',
    four: 'Freezer 1 › Rack A › Box 2 › D4',
    five: null,
    six: null,
  })

  const { samples } = (await lab.get('/samples/list', { batchId })).json()
  const location = (await lab.get('/samples/location', { sampleId: samples[0].id })).json()
  expect(location).toMatchObject({ storageId: box1, rowCoordinate: 1, columnCoordinate: 1 })
  const history = (await lab.get('/audit/history', { entityType: 'sample', entityId: samples[0].id })).json()
  expect(history.events.map(({ action }: { action: string }) => action)).toEqual([
    'sample.place',
    'batch.import',
  ])
  expect(history.events[0].after).toEqual({ location: 'Freezer 1 › Rack A › Box 1 › A1' })
})

test('the time at which a placed tube was archived is that of the file, else that of the import', async () => {
  await build(0)
  const batchId = await lab.addBatch()
  const file = 'Name,Box,Position,Archived\na,Box 1,A1,2019-05-03\nb,Box 1,A2,\nc,,,2018-05-03'
  await apply(file, { columns: 'name,box,position,archivedTimestamp', batchId })
  const archived = async () => {
    const { samples } = (await lab.get('/samples/list', { batchId })).json()
    return samples.map(({ archivedTimestamp }: { archivedTimestamp: string | null }) => archivedTimestamp)
  }
  const times = ['2019-05-03T00:00:00.000Z', testNow.toISOString(), '2018-05-03T00:00:00.000Z']
  expect(await archived()).toEqual(times)

  lab.setNow(minutesLater(1))
  const { deletionId } = (await lab.post(`/batches/delete?id=${batchId}`, {})).json()
  expect((await lab.post('/deletions/undo', { deletionId })).statusCode).toBe(200)
  expect(await archived()).toEqual(times)
})

test('a move, a removal and a check-out that are undone leave the time at which a tube was archived', async () => {
  await build(0)
  const batchId = await lab.addBatch()
  const file = 'Name,Box,Position,Archived\na,Box 1,A1,2019-05-03\nb,Box 1,A2,'
  await apply(file, { columns: 'name,box,position,archivedTimestamp', batchId })
  const archived = async () => {
    const { samples } = (await lab.get('/samples/list', { batchId })).json()
    return samples.map(({ archivedTimestamp }: { archivedTimestamp: string | null }) => archivedTimestamp)
  }
  const times = ['2019-05-03T00:00:00.000Z', testNow.toISOString()]
  const { samples } = (await lab.get('/samples/list', { batchId })).json()
  const sampleIds = samples.map(({ id }: { id: string }) => id)
  const later = minutesLater(1)
  const arrange = (moves: object[], undo?: { custodyEventIds: number[] }) =>
    ok(lab.post('/samples/arrange', { moves, ...(undo ? { undo } : {}) }))

  lab.setNow(later)
  const { storageId } = (await lab.get('/samples/location', { sampleId: sampleIds[0] })).json()
  for (const target of [storageId, 0]) {
    const moves = sampleIds.map((sampleId: string, index: number) => ({
      sampleId,
      storageId: target,
      rowCoordinate: target ? 2 : null,
      columnCoordinate: target ? index + 1 : null,
    }))
    const { before, custodyEventIds } = await arrange(moves)
    if (target) expect(await archived()).toEqual([later.toISOString(), later.toISOString()])
    await arrange(before, { custodyEventIds })
    expect(await archived()).toEqual(times)
  }

  const identifiers = samples.map(({ alias }: { alias: string }) => alias)
  expect((await lab.post('/custody/check-out', { identifiers, purpose: 'PCR' })).statusCode).toBe(200)
  const events = await lab.db.selectFrom('custody_event').select('id').execute()
  const reply = await lab.post('/custody/undo', { eventIds: events.map(({ id }) => Number(id)) })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(await archived()).toEqual(times)
})

test('rows and columns, and numbers that run along the rows or down the columns, are positions', async () => {
  const rack = await addStorage('Rack A', 'RACK')
  const more = { parentID: rack, numberRows: 2, numberColumns: 3 }
  await addStorage('Letters', 'BOX', { ...more, rowPrefix: 'A', columnPrefix: '01' })
  await addStorage('Digits', 'BOX', { ...more, rowPrefix: '1', columnPrefix: '1' })

  const byAxes = 'Name,Box,Row,Col\na,Letters,b,3\nb,Letters,1,01\nc,Digits,2,1\n'
  const one = await lab.addBatch({ name: 'one' })
  await apply(byAxes, { columns: 'name,box,positionRow,positionColumn', batchId: one })
  expect(await placesOf(one)).toEqual({
    a: 'Rack A › Letters › B03',
    b: 'Rack A › Letters › A01',
    c: 'Rack A › Digits › 2-1',
  })

  const numbered = 'Name,Box,Position\nd,Letters,5\ne,Digits,3\nf,Digits,2:3'
  expect(await problemsOf(numbered, { columns, batchName: 'two' })).toEqual([
    '2 Position: is a number: choose how the cells of the boxes are numbered',
    '3 Position: is a number: choose how the cells of the boxes are numbered',
  ])
  const two = await lab.addBatch({ name: 'two' })
  await apply(numbered, { columns, batchId: two, positionNumbers: 'rows' })
  expect(await placesOf(two)).toEqual({
    d: 'Rack A › Letters › B02',
    e: 'Rack A › Digits › 1-3',
    f: 'Rack A › Digits › 2-3',
  })

  await addStorage('Down', 'BOX', more)
  const downwards = 'Name,Box,Position\ng,Down,1\nh,Down,2\ni,Down,3\nj,Down,6'
  const three = await lab.addBatch({ name: 'three' })
  await apply(downwards, { columns, batchId: three, positionNumbers: 'columns' })
  expect(await placesOf(three)).toEqual({
    g: 'Rack A › Down › A1',
    h: 'Rack A › Down › A2',
    i: 'Rack A › Down › B1',
    j: 'Rack A › Down › C2',
  })
  const outside = 'Name,Box,Position\nk,Down,0\nl,Down,7\nm,Down,999999999999'
  expect(await problemsOf(outside, { columns, batchName: 'n', positionNumbers: 'rows' })).toEqual([
    '2 Position: is not a cell of Down, which has 6 cells',
    '3 Position: is not a cell of Down, which has 6 cells',
    '4 Position: is not a cell of Down: its cells are A1 to C2',
  ])
})

test('every place that is missing, unknown, ambiguous or taken is reported, a box once', async () => {
  const { samples } = await build(1)
  await build(0, 'Freezer 2')
  await addStorage('Single', 'BOX')
  const file = [
    'Name,Freezer,Box,Position',
    'a,,Box 9,A1',
    'b,,Box 9,A2',
    'c,,Rack A,A1',
    'd,,Box 1,A1',
    'e,Freezer 3,Box 1,A1',
    'f,,Single,E5',
    'g,,Single,A0',
    'h,,Single,',
    'i,,,A1',
    'j,Freezer 1,,',
    'k,Freezer 1,Box 1,A1',
    'l,Freezer 2,Box 1,A1',
    'm,FREEZER 2,Box 1,a-1',
    'n,,Single,ß',
    'o,Freezer 1,Box 1,A1',
  ].join('\n')
  const both = 'Freezer 1 › Rack A › Box 1 and Freezer 2 › Rack A › Box 1'
  expect(await problemsOf(file, { columns: 'name,freezer,box,position', batchName: 'new' })).toEqual([
    '2 Box: is not a box that exists: write its name as it is under Storage, or create it there first (also 1 other row)',
    '4 Box: is not a box that exists: write its name as it is under Storage, or create it there first',
    `5 Box: is the name of 2 boxes, such as ${both}: choose columns for the storages around it, such as the freezer, shelf and rack, or write the code of the label of the box`,
    `6 Box: is not in Freezer 3; there is ${both}`,
    '7 Position: is not a cell of Single: its cells are A1 to D4',
    '8 Position: is not a cell of Single: its cells are A1 to D4',
    '9 Box: has no position: where in the box is the tube?',
    '10 Box: is missing: in which box is the tube?',
    '11 Box: is missing: in which box is the tube?',
    `12 Position: A1 of Box 1 holds NB-1 (${samples[0]?.alias})`,
    '14 Position: A1 of Box 1 is the place of row 13',
    '15 Position: is not a cell of Single: its cells are A1 to D4',
    '16 Position: A1 of Box 1 is the place of row 12',
  ])
  const paths = 'Name,Place\na,Box 1\nb,›\nc,Single › A1\nd,Single › Z1\ne,Box 9 › A1\nf,'
  expect(await problemsOf(paths, { columns: 'name,place', batchName: 'n' })).toEqual([
    '2 Place: is not a path such as Freezer 1 › Box 3 › B4',
    '3 Place: is not a path such as Freezer 1 › Box 3 › B4',
    '5 Place: is not a cell of Single: its cells are A1 to D4',
    '6 Place: is not a box that exists: write its name as it is under Storage, or create it there first',
  ])
  const axes =
    'Name,Rack,Box,Row,Col\na,,Single,E,1\nb,,Single,1,\nc,,Single,,B\nd,,Single,2,2\ne,Rack A,,,\nf,,,2,2'
  expect(
    await problemsOf(axes, { columns: 'name,rack,box,positionRow,positionColumn', batchName: 'n' }),
  ).toEqual([
    "2 Row: with column '1' is not a cell of Single: its rows are 1 to 4, its columns A to D",
    "3 Row: with column '' is not a cell of Single: its rows are 1 to 4, its columns A to D",
    "4 Row: with column 'B' is not a cell of Single: its rows are 1 to 4, its columns A to D",
    '6 Box: is missing: in which box is the tube?',
    '7 Box: is missing: in which box is the tube?',
  ])
})

test.each(['Box', 'Position'])('a %s of 200,000 characters is reported once, and quickly', async (column) => {
  const long = '>7 '.repeat(70_000)
  const row = column === 'Box' ? `a,${long},A1` : `a,Box 1,${long}`
  await expectWithin(3000, async () => {
    expect(await problemsOf(`Name,Box,Position\n${row}`, { columns, batchName: 'n' })).toEqual([
      `2 ${column}: must be at most 1,000 characters long`,
    ])
  })
})

test('one place that is refused keeps the whole file out', async () => {
  const { box1 } = await build(1)
  const batchId = await lab.addBatch({ name: 'new' })
  const { statusCode, lines } = await apply('Name,Box,Position\na,Box 1,B1\nb,Box 1,A1', { columns, batchId })
  expect(statusCode).toBe(400)
  expect(lines[0]).toMatchObject({ code: 'import-has-problems' })
  expect(await placesOf(batchId)).toEqual({})
  const { occupied } = (await lab.get('/storage/occupancy', { storageId: String(box1) })).json()
  expect(occupied).toBe(1)
})

test('of two files for the same cells, imported at once, one is imported whole and the other not at all', async () => {
  await build(0)
  const batches = [await lab.addBatch({ name: 'one' }), await lab.addBatch({ name: 'two' })]
  const cells = ['A1', 'B1', 'C1', 'D1']
  const fileOf = (name: string, order: string[]) =>
    ['Name,Box,Position', ...order.map((cell) => `${name} ${cell},Box 1,${cell}`)].join('\n')
  const results = await Promise.all([
    apply(fileOf('one', cells), { columns, batchId: batches[0] ?? '' }),
    apply(fileOf('two', cells.toReversed()), { columns, batchId: batches[1] ?? '' }),
  ])
  const ends = results.map(({ lines }) => lines.at(-1))
  expect(ends.filter(({ success }) => success)).toHaveLength(1)
  const refused = ends.find(({ success }) => !success)
  const { code, message } = refused.error ?? refused
  expect(code).toBe('import-has-problems')
  expect(message).toMatch(/^Nothing was imported.*of Box 1 holds (one|two) [A-D]1 \(T\d{7}\)/)
  const counts = await Promise.all(
    batches.map(async (batchId) => Object.keys(await placesOf(batchId)).length),
  )
  expect(counts.toSorted()).toEqual([0, 4])
})

test('a cell that is taken between the check and the import is named', async () => {
  const { box1 } = await build(0)
  const batchId = await lab.addBatch()
  const file = 'Name,Box,Position\na,Box 1,B1'
  expect((await check(file, { columns, batchId })).json().problems).toEqual([])
  const tube = await addTube('late')
  await place(tube.id, box1, 'B1')
  const { lines } = await apply(file, { columns, batchId })
  expect(lines[0].message).toBe(
    `Nothing was imported. The file has 1 problem, the first in row 2, Position: B1 of Box 1 holds late (${tube.alias})`,
  )
})

/** What an import replies that waits for a change of a box. */
async function importDuring(change: (trx: Transaction) => Promise<unknown>, batchId: string) {
  const { imported } = await unaudited(lab.db, async (trx) => {
    await change(trx)
    const waiting = apply('Name,Box,Position\na,Box 1,B1', { columns, batchId })
    expect(await waitsForLock(lab.db, waiting)).toBe(true)
    return { imported: waiting }
  })
  const { lines } = await imported
  return lines.at(-1)
}

test('a box that gets other labels while an import waits takes the tubes by its new labels', async () => {
  const { box1 } = await build(0)
  const batchId = await lab.addBatch()
  await importDuring(
    (trx) =>
      sql`update storage set row_prefix = 'A', column_prefix = '1' where id = ${box1}::int`.execute(trx),
    batchId,
  )
  expect(await placesOf(batchId)).toEqual({ a: 'Freezer 1 › Rack A › Box 1 › B1' })
  const [stored] = await auditEventsOf(lab, 'sample.place')
  expect(stored).toMatchObject({ after: { location: 'Freezer 1 › Rack A › Box 1 › B1' } })
})

test.each([
  [
    'deleted',
    (id: number) => sql`with moved as (delete from placement where child_storage_id = ${id}::int)
    delete from storage where id = ${id}::int`,
    'Box: is not a box that exists: write its name as it is under Storage, or create it there first',
  ],
  [
    'made smaller',
    (id: number) => sql`update storage set number_columns = 1 where id = ${id}::int`,
    'Position: is not a cell of Box 1: its cells are A1 to A4',
  ],
])('a box that is %s while an import waits refuses the file', async (_, change, problem) => {
  const { box1 } = await build(0)
  const batchId = await lab.addBatch()
  const refused = await importDuring((trx) => change(box1).execute(trx), batchId)
  expect(refused.message).toBe(`Nothing was imported. The file has 1 problem, the first in row 2, ${problem}`)
  expect(await placesOf(batchId)).toEqual({})
})

test('the boxes of a long import are locked in one order, before any tube is saved', async () => {
  const [first, second] = [
    await addStorage('First', 'BOX', { numberRows: 30, numberColumns: 26 }),
    await addStorage('Second', 'BOX', { numberRows: 30, numberColumns: 26 }),
  ]
  const cells = Array.from({ length: 500 }, (_, index) => `x${index},Second,${index + 1}`)
  const file = ['Name,Box,Position', ...cells, 'last,First,1'].join('\n')
  const batchId = await lab.addBatch()
  const lock = (id: number) => sql`select from storage where id = ${id}::int for no key update nowait`
  const { imported } = await unaudited(lab.db, async (trx) => {
    await lock(first).execute(trx)
    const waiting = apply(file, { columns, batchId, positionNumbers: 'rows' })
    expect(await waitsForLock(lab.db, waiting)).toBe(true)
    await lock(second).execute(trx)
    return { imported: waiting }
  })
  expect((await imported).lines.at(-1)).toMatchObject({ numPlaced: 501 })
})

test('whoever may not place samples may import a file only without places', async () => {
  await build(0)
  const { token } = await createToken({ permissions: ['import', 'batch.create'] })
  const send = (step: 'check' | 'apply', query: Record<string, string>) =>
    lab.app.inject({
      method: 'POST',
      url: `/api/samples/import/${step}`,
      query: { ...query, batchName: 'by a token' },
      payload: Buffer.from('Name,Box,Position\na,Box 1,B1'),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    })
  for (const step of ['check', 'apply'] as const) {
    const refused = await send(step, { columns })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'permission-denied'])
    expect(refused.json().message).toContain('place, move and take out samples')
  }
  expect((await send('apply', { columns: 'name,,' })).statusCode).toBe(200)
})

test.each([
  ['name,position,', 'Choose the column that holds the box of each tube'],
  ['name,freezer,', 'Choose the column that holds the box of each tube'],
  ['name,box,', 'Choose the column that holds the position of each tube in its box'],
  ['name,box,positionRow', 'Choose both the row and the column in the box'],
  ['name,box,position,positionRow', 'Choose either the position, or its row and its column'],
  ['name,place,box', 'Choose either the place with its path, or the box and the position'],
])('columns %s are refused', async (given, message) => {
  const reply = await check('Name,Box,Position\na,Box 1,B1', { columns: given, batchName: 'new' })
  expect([reply.statusCode, reply.json().message]).toEqual([400, `columns: ${message}`])
})

test('the samples of a deleted batch of an import come back to their cells', async () => {
  await build(0)
  const { lines } = await apply('Name,Box,Position\na,Box 1,B1', { columns, batchName: 'new' })
  const { batch } = lines.at(-1)
  const { deletionId } = (
    await lab.app.inject({
      method: 'POST',
      url: '/api/batches/delete',
      query: { id: batch.id },
      headers: { authorization: `Bearer ${lab.token()}` },
    })
  ).json()
  expect((await lab.post('/deletions/undo', { deletionId })).statusCode).toBe(200)
  expect(await placesOf(batch.id)).toEqual({ a: 'Freezer 1 › Rack A › Box 1 › B1' })
})
