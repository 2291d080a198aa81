import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()
const post = (path: string, body?: object, token?: string) => ok(lab.post(path, body, token))
const eventsOf = (action: string) => auditEventsOf(lab, action)
const by = { at: testNow, person_id: 'ada', reason: null }
const deletionOf = async () => (await lab.db.selectFrom('deletion').select('id').executeTakeFirstOrThrow()).id

test('the event of a new sample holds all of it', async () => {
  const batchId = await lab.addBatch()
  const { sample } = await post('/samples/add', { name: 'NB-1', batchId, type: 'DNA', status: 'RECEIVED' })
  const { metadata, ...after } = sample
  expect(await eventsOf('sample.create')).toEqual([
    { ...by, entity_type: 'sample', entity_id: sample.id, before: null, after },
  ])
})

test('the event of a change holds what differs, before and after, and the new version', async () => {
  const { id } = await lab.addSample({ name: 'NB-1', notes: 'clear' })
  await post('/samples/update', {
    id,
    name: 'NB-2',
    notes: '',
    type: 'PLASMA',
    subjectId: 'P001',
    volume: 0.25,
    siteId: ' S1 ',
    visitId: 'V1',
    bamFileUri: 's3://a/b.bam',
    collectionTimestamp: '2026-11-20T09:00:00+01:00',
  })
  expect(await eventsOf('sample.update')).toEqual([
    {
      ...by,
      entity_type: 'sample',
      entity_id: id,
      before: {
        name: 'NB-1',
        notes: 'clear',
        subjectId: null,
        volume: 2,
        siteId: null,
        visitId: null,
        bamFileUri: null,
        collectionTimestamp: null,
      },
      after: {
        name: 'NB-2',
        notes: '',
        subjectId: 'P001',
        volume: 0.25,
        siteId: 'S1',
        version: 2,
        visitId: 'V1',
        bamFileUri: 's3://a/b.bam',
        collectionTimestamp: '2026-11-20T08:00:00.000Z',
      },
    },
  ])
})

test('what is emptied is empty in the event and in the sample', async () => {
  const { id } = await lab.addSample({ name: 'NB-1', notes: 'clear', subject_id: 'P001', site_id: 'S1' })
  const { sample } = await post('/samples/update', {
    id,
    notes: null,
    volume: null,
    subjectId: '',
    siteId: null,
  })
  expect(sample).toMatchObject({ notes: '', volume: 0, subjectId: null, siteId: null })
  const [event] = await eventsOf('sample.update')
  expect(event?.after).toEqual({ notes: '', volume: 0, subjectId: null, siteId: null, version: 2 })
})

test('a save that changes nothing leaves no event, and the version stays', async () => {
  const { id } = await lab.addSample({ name: 'NB-1', notes: 'clear' })
  const { sample } = await post('/samples/update', { id, name: 'NB-1', notes: 'clear' })
  expect(sample.version).toBe(1)
  expect(await eventsOf('sample.update')).toEqual([])
})

test('a family that moves to another batch leaves an event for each of its samples', async () => {
  const { id, batch_id: from } = await lab.addSample({ name: 'NB-1' })
  const { sample: child } = await post('/samples/add-child', { parentSampleId: id, count: 1, type: 'DNA' })
  const batchId = await lab.addBatch({ name: 'Other' })
  await post('/samples/update', { id, batchId })
  const event = { ...by, entity_type: 'sample', before: { batchId: from } }
  const moved = await eventsOf('sample.update')
  expect(moved).toHaveLength(2)
  expect(moved).toContainEqual({ ...event, entity_id: child.id, after: { batchId, version: 2 } })
  const own = moved.find(({ entity_id }) => entity_id === id)
  expect(own).toMatchObject({ before: { batchId: from }, after: { batchId } })
})

test('the event of children names them', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  await post('/samples/add-child', { parentSampleId: id, count: 2, type: 'DNA' })
  const { children } = (await lab.get('/samples/children', { sampleId: id })).json()
  const [event, ...others] = await eventsOf('sample.add-child')
  expect(others).toEqual([])
  expect(event).toMatchObject({ ...by, entity_type: 'sample', entity_id: id, before: null })
  const { ids, ...after } = (event?.after ?? { ids: [] }) as { ids: string[] }
  expect(after).toEqual({ type: 'DNA', names: ['NB-1-DNA-1', 'NB-1-DNA-2'] })
  expect(ids.toSorted()).toEqual(children.map((child: { id: string }) => child.id).sort())
})

test('the event of a deleted sample holds all of it, and the deletion', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const { metadata, ...before } = (await lab.get('/samples/get', { id })).json().sample
  await post(`/samples/delete?id=${id}`)
  expect(await eventsOf('sample.delete')).toEqual([
    { ...by, entity_type: 'sample', entity_id: id, before, after: { deletionId: await deletionOf() } },
  ])
})

test('the event of a deleted sample says in which cell it was', async () => {
  const size = { numberRows: 2, numberColumns: 2 }
  const { storage } = await post('/storage/add', { alias: 'Box 1', type: 'BOX', ...size })
  const [one, two] = [await lab.addSample({ name: 'NB-1' }), await lab.addSample({ name: 'NB-2' })]
  await post('/samples/associate', { sampleId: one.id, storageId: storage.id, location: 'A1' })
  await post('/samples/associate', { sampleId: two.id, storageId: storage.id, location: 'B2' })
  await post(`/samples/delete?id=${one.id}`)
  await post('/samples/delete-chosen', { sampleIds: [two.id] })
  expect(await eventsOf('sample.delete')).toMatchObject([
    { entity_id: one.id, before: { name: 'NB-1', location: 'Box 1 › A1' } },
    { entity_id: two.id, before: { name: 'NB-2', location: 'Box 1 › B2' } },
  ])
})

test('the events of batches hold their names and numbers', async () => {
  const body = { name: 'Pilot', description: 'd', numSamples: 2, tubeType: 'EDTA' }
  const { batch } = await post('/batches/add', body)
  const { id, ...created } = batch
  const entity = { ...by, entity_type: 'batch', entity_id: id }
  expect(await eventsOf('batch.create')).toEqual([{ ...entity, before: null, after: created }])

  await post('/batches/update', { id, name: 'Pilot 2' })
  await post('/batches/update', { id, description: 'e' })
  await post('/batches/update', { id, name: 'Pilot 2', description: 'e' })
  expect(await eventsOf('batch.update')).toEqual([
    {
      ...entity,
      before: { name: 'Pilot', description: 'd' },
      after: { name: 'Pilot 2', description: 'd', version: 2 },
    },
    {
      ...entity,
      before: { name: 'Pilot 2', description: 'd' },
      after: { name: 'Pilot 2', description: 'e', version: 3 },
    },
  ])

  await post(`/batches/delete?id=${id}`)
  const deletionId = await deletionOf()
  const before = { name: 'Pilot 2', description: 'e', numSamples: 2 }
  expect(await eventsOf('batch.delete')).toEqual([{ ...entity, before, after: { deletionId } }])

  await post('/deletions/undo', { deletionId })
  expect(await eventsOf('batch.restore')).toEqual([{ ...entity, before: null, after: { deletionId } }])
})

test('the events of a tube contain its former and its new place', async () => {
  const storage = async (alias: string, type: string, more: object = {}) =>
    (await post('/storage/add', { alias, type, numberRows: 9, numberColumns: 9, ...more })).storage.id
  const rack = await storage('Rack A', 'RACK')
  const [box, other] = [
    await storage('Box 3', 'BOX', { parentID: rack }),
    await storage('Box 4', 'BOX', { parentID: rack }),
  ]
  const { id: sampleId } = await lab.addSample()
  const entity = { ...by, entity_type: 'sample', entity_id: sampleId }
  const [b4, c5] = ['Rack A › Box 3 › B4', 'Rack A › Box 4 › C5']

  await post('/samples/associate', { sampleId, storageId: box, location: 'B4' })
  expect(await eventsOf('sample.place')).toEqual([{ ...entity, before: null, after: { location: b4 } }])

  await post('/samples/update-location', { sampleLocation: { sampleId, storageId: other, location: 'C5' } })
  expect(await eventsOf('sample.move')).toEqual([
    { ...entity, before: { location: b4 }, after: { location: c5 } },
  ])

  const cell = { rowCoordinate: 1, columnCoordinate: 2 }
  await post('/samples/arrange', { moves: [{ sampleId, storageId: box, ...cell }] })
  await post('/samples/arrange', {
    moves: [{ sampleId, storageId: 0, rowCoordinate: null, columnCoordinate: null }],
  })
  const back = { moves: [{ sampleId, storageId: box, ...cell }], undo: { custodyEventIds: [] } }
  await post('/samples/arrange', back)
  const place = (storageId: number, row: number, column: number) => ({
    place: { sampleId, storageId, row, column },
  })
  expect(await eventsOf('sample.arrange')).toEqual([
    { ...entity, before: place(other, 5, 3), after: place(box, 1, 2) },
    { ...entity, before: place(box, 1, 2), after: { place: null } },
    { ...entity, before: { place: null }, after: { ...place(box, 1, 2), isUndo: true } },
  ])

  await post('/samples/arrange', {
    moves: [{ sampleId, storageId: 0, rowCoordinate: null, columnCoordinate: null }],
  })
  await post('/samples/delete-location', { sampleId })
  expect(await eventsOf('sample.take-out')).toEqual([])
  await post('/samples/associate', { sampleId, storageId: box, location: 'B4' })
  await post('/samples/delete-location', { sampleId })
  expect(await eventsOf('sample.take-out')).toEqual([
    { ...entity, before: { location: b4 }, after: { location: null } },
  ])
})

test('the events of a storage hold all of it, or what differs', async () => {
  const body = { alias: 'Box 3', type: 'BOX', numberRows: 9, numberColumns: 9 }
  const { storage } = await post('/storage/add', body)
  const { metadata, effectiveTemperatureC, parentPath, ...created } = storage
  const entity = { ...by, entity_type: 'storage', entity_id: String(storage.id) }
  expect(await eventsOf('storage.create')).toEqual([{ ...entity, before: null, after: created }])

  const axes = { rowPrefix: 'A', columnPrefix: '1' }
  const size = { numberRows: 8, numberColumns: 12 }
  await post('/storage/update', { id: storage.id, alias: 'Plate 3', type: 'RACK', ...size, ...axes })
  expect(await eventsOf('storage.update')).toEqual([
    {
      ...entity,
      before: {
        alias: 'Box 3',
        type: 'BOX',
        numberRows: 9,
        numberColumns: 9,
        rowPrefix: '1',
        columnPrefix: 'A',
      },
      after: { alias: 'Plate 3', type: 'RACK', ...size, ...axes, version: 2 },
    },
  ])

  const {
    metadata: _,
    effectiveTemperatureC: __,
    parentPath: ___,
    ...before
  } = (await lab.get('/storage/get', { id: String(storage.id) })).json().storage
  await post(`/storage/delete?id=${storage.id}`)
  expect(await eventsOf('storage.delete')).toEqual([
    { ...entity, before, after: { deletionId: await deletionOf() } },
  ])
})

test('a save over a newer version reports each change once with its person, and none without an event', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  const bo = await lab.signIn('bo', 'Bo Chen')
  const cy = await lab.signIn('cy', 'Cy Dahl')
  await post('/samples/update', { id, notes: 'one' }, bo)
  await post('/samples/update', { id, notes: 'two', subjectId: 'P001' }, bo)
  await post('/samples/update', { id, siteId: 'S1' }, cy)
  const stale = async (version: number) => {
    const reply = await lab.post('/samples/update', { id, version, notes: 'three' })
    return [reply.statusCode, reply.json().code, reply.json().message]
  }
  expect(await stale(1)).toEqual([
    ...[409, 'version-stale'],
    'Not saved: Bo Chen and Cy Dahl changed notes, subjectId, and siteId of NB-1.',
  ])
  expect(await stale(3)).toEqual([409, 'version-stale', 'Not saved: Cy Dahl changed siteId of NB-1.'])
  expect(await stale(9)).toEqual([409, 'version-stale', 'Not saved: Somebody changed NB-1.'])
})

test('a save over an undone status reports the status, and no member of the event', async () => {
  const { id } = await lab.addSample({ name: 'NB-1' })
  await post('/samples/receive', { identifier: id })
  const { events } = (await lab.get('/samples/lifecycle-history', { sampleId: id })).json()
  await post('/samples/undo-status', { eventIds: [events[0].id] })
  const reply = await lab.post('/samples/update', { id, version: 2, notes: 'three' })
  expect(reply.json().message).toBe('Not saved: Ada Lindqvist changed status of NB-1.')
})

test('the events of a status hold the step, its notes and the version of the sample', async () => {
  const [{ id }, other] = [await lab.addSample(), await lab.addSample()]
  await post('/samples/update-lifecycle', { sampleId: id, newStatus: 'COLLECTED', notes: 'hemolysed' })
  await post('/samples/update-lifecycle', { sampleId: id, newStatus: 'RECEIVED' })
  const entity = { ...by, entity_type: 'sample', entity_id: id }
  expect(await eventsOf('sample.update-lifecycle')).toEqual([
    {
      ...entity,
      before: { status: 'UNKNOWN' },
      after: { status: 'COLLECTED', eventNotes: 'hemolysed', version: 2 },
    },
    { ...entity, before: { status: 'COLLECTED' }, after: { status: 'RECEIVED', version: 3 } },
  ])

  await post('/samples/update-statuses', { sampleIds: [other.id], newStatus: 'COLLECTED', notes: 'all' })
  await post('/samples/update-statuses', { sampleIds: [other.id], newStatus: 'RECEIVED' })
  const bulk = { ...entity, entity_id: other.id }
  expect(await eventsOf('sample.update-statuses')).toEqual([
    {
      ...bulk,
      before: { status: 'UNKNOWN' },
      after: { status: 'COLLECTED', eventNotes: 'all', version: 2 },
    },
    { ...bulk, before: { status: 'COLLECTED' }, after: { status: 'RECEIVED', version: 3 } },
  ])
  for (const sampleId of [id, other.id]) {
    const { events } = (await lab.get('/samples/lifecycle-history', { sampleId })).json()
    expect(events.map((event: { notes: string }) => event.notes)).toEqual([
      '',
      sampleId === id ? 'hemolysed' : 'all',
    ])
  }
})

test('a change of many samples names every one that is not there', async () => {
  const unknown = ['7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f', '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e60']
  const reply = await lab.post('/samples/update-statuses', { sampleIds: unknown, newStatus: 'COLLECTED' })
  expect(reply.json()).toEqual({
    code: 'sample-not-found',
    message: `Sample not found: 2 of the samples do not exist any more. Nothing was changed. Not found: ${unknown.join(', ')}`,
    field: 'sampleIds',
  })
})
