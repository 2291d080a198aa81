import type { Activity } from '@lims/contract/stats.ts'
import { expect, test } from 'vitest'
import { minutesLater, openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { pickLab } from '../../test/picks.ts'

const lab = await openLab()

const activities = async (): Promise<Activity[]> => (await lab.get('/stats/activity')).json().activities
const after = (minutes: number) => lab.setNow(minutesLater(minutes))

test('lists who did what, newest first, without sign-ins', async () => {
  const { id, batch_id } = await lab.addSample()
  after(1)
  await lab.post('/samples/receive', { identifier: id })
  after(2)
  const bo = await lab.signIn('bo', 'Bo Chen')
  await lab.post('/samples/update-statuses', { sampleIds: [id], newStatus: 'PROCESSED' }, bo)

  expect(await activities()).toEqual([
    {
      from: '2026-11-20T09:02:00.000Z',
      at: '2026-11-20T09:02:00.000Z',
      personId: 'bo',
      personName: 'Bo Chen',
      action: 'sample.update-statuses',
      toStatus: 'PROCESSED',
      variant: null,
      things: 1,
      entityType: 'sample',
      entityId: id,
      name: 'NB-001',
      isGone: false,
      batch: { id: batch_id, name: 'Nordic study 4' },
    },
    expect.objectContaining({ personName: 'Ada Lindqvist', action: 'sample.receive', toStatus: null }),
  ])
})

test('groups consecutive scans until there is a pause', async () => {
  const batch_id = await lab.addBatch()
  const samples = await Promise.all(
    Array.from({ length: 5 }, (_, index) => lab.addSample({ name: `NB-00${index}`, batch_id })),
  )
  for (const [index, minute] of [0, 10, 20, 40, 41].entries()) {
    after(minute)
    await lab.post('/samples/receive', { identifier: samples[index]?.id })
  }
  expect(await activities()).toMatchObject([
    { things: 2, from: '2026-11-20T09:40:00.000Z', at: '2026-11-20T09:41:00.000Z' },
    { things: 3, from: '2026-11-20T09:00:00.000Z', at: '2026-11-20T09:20:00.000Z' },
  ])
})

test('a record that one person changes several times in a row counts once', async () => {
  const sample = await lab.addSample()
  const edit = async (minute: number, { id }: { id: string }, notes: string) => {
    after(minute)
    expect((await lab.post('/samples/update', { id, notes })).statusCode).toBe(200)
  }
  for (const minute of [0, 4, 9]) await edit(minute, sample, `Haemolysed ${minute}`)
  expect(await activities()).toMatchObject([
    { action: 'sample.update', things: 1, name: 'NB-001', from: '2026-11-20T09:00:00.000Z' },
  ])

  await edit(12, await lab.addSample({ name: 'NB-002', batch_id: sample.batch_id }), 'Clotted')
  expect(await activities()).toMatchObject([{ things: 2, batch: { id: sample.batch_id } }])
})

test('deleted samples count, each once', async () => {
  const ids = [(await lab.addSample({ name: 'NB-001' })).id, (await lab.addSample({ name: 'NB-002' })).id]
  for (const [minute, id] of ids.entries()) {
    after(minute)
    await lab.post('/samples/receive', { identifier: id })
  }
  after(2)
  await lab.post('/samples/delete-chosen', { sampleIds: ids })
  expect(await activities()).toMatchObject([
    { action: 'sample.delete', things: 2, isGone: true, batch: null },
    { action: 'sample.receive', things: 2, isGone: true, batch: null },
  ])
})

test('temperatures that a logger adds one after the other are of one storage', async () => {
  const freezer = { alias: 'Freezer 1', type: 'FREEZER', numberRows: 4, numberColumns: 1, parentID: null }
  const { id: storageId } = (await lab.post('/storage/add', freezer)).json().storage
  for (const minute of [1, 6, 11]) {
    after(minute)
    const readings = [{ at: minutesLater(minute).toISOString(), celsius: -80 }]
    expect((await lab.post('/temperatures/post', { storageId, readings })).statusCode).toBe(200)
  }
  expect((await activities())[0]).toMatchObject({ action: 'temperature.post', things: 1, name: 'Freezer 1' })
})

test('a change of many samples is one entry, with the batch only if all belong to it', async () => {
  const ids = [
    (await lab.addSample({ name: 'A-1' })).id,
    (await lab.addSample({ name: 'A-2' })).id,
    (await lab.addSample({ name: 'B-1', batch_id: await lab.addBatch({ name: 'Spring draw' }) })).id,
  ]
  await lab.post('/samples/update-statuses', { sampleIds: ids.slice(0, 2), newStatus: 'COLLECTED' })
  after(1)
  await lab.post('/samples/update-statuses', { sampleIds: ids.slice(0, 2), newStatus: 'RECEIVED' })
  await lab.post('/samples/update-statuses', { sampleIds: ids.slice(2), newStatus: 'COLLECTED' })
  after(2)
  await lab.post('/samples/update-statuses', { sampleIds: ids.slice(1), newStatus: 'UNKNOWN' })

  const lines = (await activities()).map(({ things, toStatus, batch }) => [things, toStatus, batch?.name])
  expect(lines).toEqual([
    [2, 'UNKNOWN', undefined],
    [1, 'COLLECTED', 'Spring draw'],
    [2, 'RECEIVED', 'Nordic study 4'],
    [2, 'COLLECTED', 'Nordic study 4'],
  ])
})

test('the twelfth entry is whole, and twelve are listed, however many scans one of them groups', async () => {
  const batch_id = await lab.addBatch()
  const samples = await Promise.all(
    Array.from({ length: 30 }, (_, index) => lab.addSample({ name: `NB-${index}`, batch_id })),
  )
  const bo = await lab.signIn('bo', 'Bo Chen')
  let minute = 0
  const addBox = (token?: string) =>
    lab.post('/storage/add', { alias: `Box ${minute}`, type: 'BOX', numberRows: 2, numberColumns: 2 }, token)
  const receive = ({ id }: { id: string }) => lab.post('/samples/receive', { identifier: id })
  const receiveAll = samples.map((sample) => () => receive(sample))
  const others = Array.from({ length: 11 }, (_, index) => () => addBox(index % 2 === 0 ? bo : undefined))
  for (const act of [addBox, ...receiveAll, ...others]) {
    after(++minute)
    expect((await act()).statusCode).toBe(200)
  }
  const listed = (await activities()).map(({ action, things }) => [action, things])
  expect(listed).toHaveLength(12)
  expect(listed.at(-1)).toEqual(['sample.receive', 30])
})

test('samples that were taken out of storage are not among those that were placed', async () => {
  const { addBox, addTube } = pickLab(lab)
  const box = await addBox('Box 1')
  const out = [await addTube(box, 'A1'), await addTube(box, 'A2')]
  const inside = await lab.addSample()
  const arrange = (moves: object[]) => ok(lab.post('/samples/arrange', { moves }))
  const takenOut = ({ id }: { id: string }) => ({ sampleId: id, storageId: 0 })
  const placed = ({ id }: { id: string }) => ({
    sampleId: id,
    storageId: box,
    rowCoordinate: 1,
    columnCoordinate: 5,
  })
  after(20)
  await arrange(out.map(takenOut))
  after(21)
  await arrange([placed(inside)])
  after(22)
  await arrange([takenOut(inside), ...out.slice(1).map(placed)])

  const listed = (await activities()).map(({ action, variant, things }) => [action, variant, things])
  expect(listed.slice(0, 4)).toEqual([
    ['sample.arrange', null, 1],
    ['sample.arrange', 'taken-out', 1],
    ['sample.arrange', null, 1],
    ['sample.arrange', 'taken-out', 2],
  ])
})

test('the undo of a not-found report is not that of a pick', async () => {
  const { addBox, addTube } = pickLab(lab)
  const { id: sampleId } = await addTube(await addBox('Box 1'), 'A1')
  const { pickList } = await ok(lab.post('/picks/create', { name: 'For C2N', sampleIds: [sampleId] }))
  const item = { pickListId: pickList.id, sampleId }
  after(1)
  await ok(lab.post('/picks/not-found', { ...item, reason: 'not in A1' }))
  after(2)
  await ok(lab.post('/picks/undo-pick', item))
  after(3)
  await ok(lab.post('/picks/pick', { pickListId: pickList.id, code: sampleId }))
  after(4)
  await ok(lab.post('/picks/undo-pick', item))

  const undone = (await activities()).filter(({ action }) => action === 'custody.undo-pick')
  expect(undone.map(({ variant }) => variant)).toEqual([null, 'not-found'])
})

test('names deleted records', async () => {
  const { id } = await lab.addSample({ name: 'NB-009' })
  await lab.post(`/samples/delete?id=${id}`, {})
  expect(await activities()).toMatchObject([{ action: 'sample.delete', name: 'NB-009', isGone: true }])
  await lab.post('/storage/add', {
    alias: 'Freezer 1',
    type: 'FREEZER',
    numberRows: 4,
    numberColumns: 1,
    parentID: null,
  })
  expect((await activities())[0]).toMatchObject({
    action: 'storage.create',
    name: 'Freezer 1',
    isGone: false,
  })
})

test('names a deleted record as the action left it', async () => {
  const { id, batch_id } = await lab.addSample({ name: 'NB-009' })
  const box = { alias: 'Box 1', type: 'BOX', numberRows: 4, numberColumns: 1 }
  const { storage } = (await lab.post('/storage/add', box)).json()
  await lab.post('/storage/update', { id: storage.id, alias: 'Box 2' })
  await lab.post('/samples/update', { id, name: 'NB-010' })
  after(1)
  await lab.post(`/batches/delete?id=${batch_id}`, {})
  await lab.post(`/storage/delete?id=${storage.id}`, {})
  const listed = (await activities()).map(({ action, name, isGone }) => [action, name, isGone])
  expect(listed.slice(2)).toEqual([
    ['sample.update', 'NB-010', true],
    ['storage.update', 'Box 2', true],
    ['storage.create', 'Box 1', true],
  ])
})

test('leaves out saved views, which may be private', async () => {
  const view = { name: 'To send to C2N', search: 'status=QC_PASS', isShared: false }
  const { id } = (await lab.post('/views/save', view)).json().view
  await lab.post('/views/delete', { id })
  const { id: sampleId } = await lab.addSample()
  await lab.post('/samples/receive', { identifier: sampleId })
  const bo = await lab.signIn('bo', 'Bo Chen')
  expect((await lab.get('/stats/activity', {}, bo)).json().activities).toMatchObject([
    { action: 'sample.receive' },
  ])
})

test('names pick lists and stock-takes, which are never deleted', async () => {
  const { addBox, addTube } = pickLab(lab)
  const box = await addBox('Box 1')
  const { id } = await addTube(box, 'A1')
  await lab.post('/picks/create', { name: 'For C2N', sampleIds: [id] })
  after(1)
  await lab.post('/stock-takes/start', { storageId: box })
  const ofLists = (await activities()).filter(({ entityType }) => /pick-list|stock-take/.test(entityType))
  expect(ofLists).toMatchObject([
    { action: 'stock-take.start', isGone: false },
    { action: 'pick-list.create', name: 'For C2N', isGone: false },
  ])
})
