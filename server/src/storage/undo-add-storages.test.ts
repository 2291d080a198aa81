import { nameSeries } from '@lims/contract/name-series.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { overlap, waitsForLock } from '../../test/overlap.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'

const lab = await openLab()
type Created = { storages: { id: number; alias: string }[]; undo: { storageIds: number[] }; count: number }
const addOne = async (alias: string, type: string, more: object = {}): Promise<number> =>
  (await ok(lab.post('/storage/add', { alias, type, numberRows: 3, numberColumns: 3, ...more }))).storage.id
const addBoxes = async (count: number, more: object = {}, token = lab.token()): Promise<Created> => {
  const body = { type: 'BOX', numberRows: 3, numberColumns: 3, aliases: nameSeries('Box 1', count), ...more }
  return ok(lab.post('/storage/add-many', body, token))
}
const undo = ({ undo: body }: Pick<Created, 'undo'>, token = lab.token()) =>
  lab.post('/storage/undo-add', body, token)
const list = async (): Promise<string[]> =>
  (await lab.get('/storage/list', { pageSize: '100' }))
    .json()
    .storages.map(({ alias }: { alias: string }) => alias)

test('undo deletes the storages that were created together, and leaves an audit event for each', async () => {
  const rack = await addOne('Rack 1', 'RACK')
  const created = await addBoxes(3, { parentID: rack })
  expect((await undo(created)).json()).toEqual({ success: true, count: 3 })
  expect(await list()).toEqual(['Rack 1'])
  const events = await auditEventsOf(lab, 'storage.delete')
  expect(events.map(({ entity_id }) => entity_id)).toEqual(created.storages.map(({ id }) => `${id}`))
  expect(events[0]).toMatchObject({
    before: { alias: 'Box 1', parentAlias: 'Rack 1', position: 'A1' },
    after: { isCreationUndone: true },
  })
  const again = await addBoxes(3, { parentID: rack })
  expect(again.storages).toMatchObject([{ position: 'A1' }, { position: 'B1' }, { position: 'C1' }])
})

test('undo of a copy deletes it with everything inside, and leaves the source', async () => {
  const rack = await addOne('Rack 1', 'RACK')
  await addBoxes(2, { parentID: rack })
  const copies = await ok(lab.post('/storage/copy', { storageId: rack, aliases: ['Rack 2', 'Rack 3'] }))
  expect((await undo(copies)).json()).toEqual({ success: true, count: 6 })
  expect(await list()).toEqual(['Box 1', 'Box 2', 'Rack 1'])
})

test('a second undo is refused', async () => {
  const created = await addBoxes(2)
  await ok(undo(created))
  const again = await undo(created)
  expect([again.statusCode, again.json()]).toEqual([
    409,
    { code: 'storages-changed-since', message: 'The creation of these storages was undone already.' },
  ])
})

test.each<[string, (created: Created, rack: number) => Promise<unknown>, string]>([
  [
    'renamed',
    ({ storages: [, box] }) => lab.post('/storage/update', { id: box?.id, alias: 'Blue box' }),
    'Ada Lindqvist has changed Rack 1 › Blue box since',
  ],
  [
    'moved to another cell',
    ({ storages: [box] }, parentStorageId) =>
      lab.post('/storage/associate', {
        parentStorageId,
        childStorageId: box?.id,
        rowCoordinate: 3,
        columnCoordinate: 3,
      }),
    'Ada Lindqvist has changed Rack 1 › Box 1 since',
  ],
  [
    'taken out of its rack',
    ({ storages: [box] }) => lab.post('/storage/disassociate', { storageId: box?.id }),
    'Ada Lindqvist has changed Box 1 since',
  ],
  [
    'deleted',
    ({ storages: [box] }) => lab.post(`/storage/delete?id=${box?.id}`, undefined),
    'Ada Lindqvist has changed Box 1 since',
  ],
  [
    'filled with a tube',
    async ({ storages: [, , box] }) => {
      const { id: sampleId } = await lab.addSample()
      return lab.post('/samples/associate', { sampleId, storageId: box?.id, location: 'A1' })
    },
    'something was placed in Rack 1 › Box 3 since',
  ],
  [
    'filled with a tube that was taken out again',
    async ({ storages: [, box] }) => {
      const { id: sampleId } = await lab.addSample()
      await ok(lab.post('/samples/associate', { sampleId, storageId: box?.id, location: 'A1' }))
      return lab.post('/samples/delete-location', { sampleId })
    },
    'something was placed in Rack 1 › Box 2 since',
  ],
  [
    'counted by an open stock-take',
    (_, rack) => lab.post('/stock-takes/start', { storageId: rack }),
    'an open stock-take includes Rack 1 › Box 1',
  ],
  [
    'to be moved by an open plan',
    async (_, rack) => {
      await addOne('Rack 2', 'RACK')
      return lab.post('/moves/start', { goal: 'evacuate', storageIds: [rack] })
    },
    'an open move of boxes includes Rack 1 › Box 1',
  ],
  [
    'given a label',
    ({ storages: [, box] }) => lab.post('/storage-labels/print', { storageIds: [box?.id] }),
    'a label of Rack 1 › Box 2 was printed',
  ],
  [
    'given a temperature',
    ({ storages: [box] }) =>
      lab.post('/temperatures/post', {
        storageId: box?.id,
        readings: [{ at: '2026-11-20T08:59:00Z', celsius: -80 }],
      }),
    'Ada Lindqvist has changed Rack 1 › Box 1 since',
  ],
])('undo is refused once one of them was %s', async (_, change, reason) => {
  const rack = await addOne('Rack 1', 'RACK')
  const created = await addBoxes(3, { parentID: rack })
  const changed = (await change(created, rack)) as { statusCode: number; body: string }
  expect(changed.statusCode, changed.body).toBe(200)
  const before = await list()
  const refused = await undo(created)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { code: 'storages-changed-since', message: `Nothing was undone: ${reason}.` },
  ])
  expect(await list()).toEqual(before)
})

test('undo is refused once a rack of them holds a box of later', async () => {
  const created = await addBoxes(2, { type: 'RACK' })
  await addOne('Box 9', 'BOX', { parentID: created.storages[1]?.id })
  expect((await undo(created)).json()).toMatchObject({
    message: 'Nothing was undone: something was placed in Box 2 since.',
  })
})

test('a change of the parent or of neighbours does not stand in the way, and they stay where they are', async () => {
  const rack = await addOne('Rack 1', 'RACK')
  const [deleted, counted, moving] = [
    await addOne('Old box', 'BOX', { parentID: rack }),
    await addOne('Counted box', 'BOX', { parentID: rack }),
    await addOne('Rack 2', 'RACK'),
  ]
  await addOne('Moving box', 'BOX', { parentID: moving })
  const created = await addBoxes(2, { parentID: rack })
  await ok(lab.post('/storage/update', { id: rack, alias: 'Rack 9' }))
  await ok(lab.post(`/storage/delete?id=${deleted}`, undefined))
  await ok(lab.post('/stock-takes/start', { storageId: counted }))
  await ok(lab.post('/moves/start', { goal: 'evacuate', storageIds: [moving] }))
  expect((await undo(created)).json()).toEqual({ success: true, count: 2 })
  const { storage } = (await lab.get('/storage/get', { id: `${counted}` })).json()
  expect(storage).toMatchObject({ parentID: rack, position: 'B1' })
})

test('an undo does not wait for what is done with other storages', async () => {
  const other = await addOne('Old box', 'BOX')
  const created = await addBoxes(2)
  await lab.db.transaction().execute(async (trx) => {
    await sql`select from storage where id = ${other} for update`.execute(trx)
    const reply = undo(created)
    expect(await waitsForLock(lab.db, reply)).toBe(false)
    expect((await reply).statusCode).toBe(200)
  })
})

test('of several changes since then, the refusal names that of the storage that was created first', async () => {
  const created = await addBoxes(3)
  const [first, , last] = created.storages
  await ok(lab.post('/storage/update', { id: last?.id, alias: 'Blue box' }))
  await ok(lab.post('/storage/update', { id: first?.id, alias: 'Red box' }))
  expect((await undo(created)).json()).toMatchObject({
    message: 'Nothing was undone: Ada Lindqvist has changed Red box since.',
  })
})

test('only all storages of one request are undone', async () => {
  const single = await addOne('Box 9', 'BOX')
  const [three, two] = [await addBoxes(3), await addBoxes(2)]
  const ids = three.undo.storageIds
  for (const storageIds of [
    ids.slice(1),
    [...ids, ...two.undo.storageIds],
    [...ids.slice(1), single],
    [single],
    [999_999],
  ]) {
    const refused = await undo({ undo: { storageIds } })
    expect([refused.statusCode, refused.json()]).toEqual([
      404,
      { code: 'storage-creation-not-found', message: 'No request created these storages together.' },
    ])
  }
  expect(await list()).toHaveLength(6)
})

test('of two people who undo at once one does, and a tube that is placed at the same time is not lost', async () => {
  const replies = await (async () => {
    const created = await addBoxes(2)
    return Promise.all([undo(created), undo(created), undo(created)])
  })()
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])

  const created = await addBoxes(2)
  const { id: sampleId } = await lab.addSample()
  const place = () =>
    lab.post('/samples/associate', { sampleId, storageId: created.storages[0]?.id, location: 'A1' })
  const [placed, undone] = await overlap(lab.db, [place, () => undo(created)])
  expect([placed?.statusCode, undone?.statusCode]).toEqual([200, 409])
  expect(undone?.json()).toMatchObject({ code: 'storages-changed-since' })

  const others = await addBoxes(2)
  const [gone, late] = await overlap(lab.db, [
    () => undo(others),
    () =>
      lab.post('/samples/update-location', {
        sampleLocation: { sampleId, storageId: others.storages[0]?.id, location: 'A1' },
      }),
  ])
  expect([gone?.statusCode, late?.statusCode]).toEqual([200, 404])
  expect((await lab.get('/samples/location', { sampleId })).json()).toMatchObject({ inStorage: true })
})

test('of a label that is printed and an undo at the same moment, the later is refused', async () => {
  const created = await addBoxes(2)
  const print =
    ({ storages }: Created) =>
    () =>
      lab.post('/storage-labels/print', { storageIds: storages.map(({ id }) => id) })
  const [printed, undone] = await overlap(lab.db, [print(created), () => undo(created)])
  expect([printed?.statusCode, undone?.statusCode]).toEqual([200, 409])
  expect(undone?.json()).toMatchObject({ message: 'Nothing was undone: a label of Box 1 was printed.' })

  const others = await addBoxes(2)
  const [gone, late] = await overlap(lab.db, [() => undo(others), print(others)])
  expect([gone?.statusCode, late?.statusCode]).toEqual([200, 404])
})

test('of a stock-take that is started and an undo at the same moment, the later sees the first', async () => {
  const freezer = await addOne('Freezer 1', 'FREEZER')
  await addOne('Box 9', 'BOX', { parentID: freezer })
  const start = () => lab.post('/stock-takes/start', { storageId: freezer })
  const others = await addBoxes(2, { parentID: freezer })
  const [gone, late] = await overlap(lab.db, [() => undo(others), start])
  expect(gone?.statusCode).toBe(200)
  expect(late?.json().stockTake).toMatchObject({ numBoxes: 1 })
  await ok(lab.post('/stock-takes/cancel', { id: late?.json().stockTake.id }))

  const created = await addBoxes(2, { parentID: freezer })
  const [started, undone] = await overlap(lab.db, [start, () => undo(created)])
  expect(started?.json().stockTake).toMatchObject({ numBoxes: 3 })
  expect(undone?.json()).toMatchObject({
    message: 'Nothing was undone: an open stock-take includes Freezer 1 › Box 1.',
  })
})

test('a person who may not delete storages undoes their own creation, and not that of another person', async () => {
  await turnOnRoles(lab)
  const lead = await signInAs(lab, 'study-lead')
  const [ofAda, own] = [await addBoxes(2), await addBoxes(3, {}, lead)]
  expect((await undo(ofAda, lead)).json()).toEqual({
    code: 'permission-denied',
    message: 'Another person has created these storages. Only someone who may delete storages can undo it.',
  })
  expect((await undo(own, lead)).statusCode).toBe(200)
  expect((await undo(ofAda, await signInAs(lab, 'storage-keeper'))).statusCode).toBe(200)
})
