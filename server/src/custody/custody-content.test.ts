import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { custodyCalls } from '../../test/custody-calls.ts'
import { openLab, testNow } from '../../test/lab.ts'

/** What the events of custody hold, and what each refusal says, word by word. */
const lab = await openLab({ THAW_LIMITS: 'PLASMA=2' })

const calls = custodyCalls(lab)
const { post, refusal, addPlaced, checkOut, giveBack, setTo } = calls
const addBox = () => calls.addBox({ celsius: -80 })

const eventsOf = (action: string) => auditEventsOf(lab, action)
const by = { at: testNow, person_id: 'ada', entity_type: 'sample', reason: null }

test('the event of a check-out holds its purpose, and what else was said and done', async () => {
  const box = await addBox()
  const [plain, thawed] = [await addPlaced(box, 'A1', 'plain'), await addPlaced(box, 'A2', 'thawed')]
  await checkOut([plain.alias])
  const expectedReturn = '2026-11-21T09:00:00.000Z'
  await checkOut([thawed.alias], { thawed: true, expectedReturn, keepPlace: false, purpose: 'PCR' })
  expect(await eventsOf('custody.check-out')).toEqual([
    {
      ...by,
      entity_id: plain.id,
      before: { custody: 'AVAILABLE' },
      after: { custody: 'CHECKED_OUT', eventNotes: 'ELISA' },
    },
    {
      ...by,
      entity_id: thawed.id,
      before: { custody: 'AVAILABLE', place: { sampleId: thawed.id, storageId: box, row: 2, column: 1 } },
      after: {
        custody: 'CHECKED_OUT',
        eventNotes: 'PCR',
        expectedReturnAt: expectedReturn,
        thawed: true,
        place: null,
      },
    },
  ])
})

test('the events of a return, of a find and of a confirmation that the tube is in its cell', async () => {
  const box = await addBox()
  const [out, missing] = [await addPlaced(box, 'A1', 'out'), await addPlaced(box, 'A2', 'missing')]
  await checkOut([out.alias])
  await setTo([missing.id], 'MISSING')
  await giveBack([out.alias, missing.alias])
  const after = { custody: 'AVAILABLE' }
  expect(await eventsOf('custody.return')).toEqual([
    { ...by, entity_id: out.id, before: { custody: 'CHECKED_OUT' }, after },
  ])
  expect(await eventsOf('custody.find')).toEqual([
    { ...by, entity_id: missing.id, before: { custody: 'MISSING' }, after },
  ])
  await post('/custody/put-away', { sampleIds: [out.id, out.id] })
  expect(await eventsOf('custody.put-away')).toEqual([
    { ...by, entity_id: out.id, before: null, after: null },
  ])
})

test('a missing tube that is checked out or placed leaves the event of a find, and one that was out that of a return', async () => {
  const box = await addBox()
  const [taken, placed, out] = [await lab.addSample(), await lab.addSample(), await lab.addSample()]
  await setTo([taken.id, placed.id], 'MISSING')
  await checkOut([out.alias])
  await checkOut([taken.alias])
  await post('/samples/associate', { sampleId: placed.id, storageId: box, location: 'A1' })
  await post('/samples/associate', { sampleId: out.id, storageId: box, location: 'B1' })
  const after = { custody: 'AVAILABLE' }
  expect(await eventsOf('custody.find')).toEqual(
    [taken, placed].map(({ id }) => ({ ...by, entity_id: id, before: { custody: 'MISSING' }, after })),
  )
  expect(await eventsOf('custody.return')).toEqual([
    { ...by, entity_id: out.id, before: { custody: 'CHECKED_OUT' }, after },
  ])
})

test('the label of a box confirms what waits for that box, also when two people scan it at once', async () => {
  const [box, other] = [await addBox(), await addBox()]
  const own = [await addPlaced(box, 'A1', 'one'), await addPlaced(box, 'A2', 'two')]
  const elsewhere = await addPlaced(other, 'A1', 'elsewhere')
  await checkOut([...own, elsewhere].map(({ alias }) => alias))
  await giveBack([...own, elsewhere].map(({ alias }) => alias))

  const storageId = box
  const replies = await Promise.all([
    post('/custody/put-away', { storageId }),
    post('/custody/put-away', { storageId }),
  ])
  const ids = own.map(({ id }) => id).sort()
  expect(replies.flatMap(({ sampleIds }) => sampleIds).sort()).toEqual(ids)
  expect((await post('/custody/put-away', { storageId })).sampleIds).toEqual([])
  const events = await eventsOf('custody.put-away')
  expect(events.map(({ entity_id }) => entity_id).sort()).toEqual(ids)
  const { samples } = (await lab.get('/custody/list', { show: 'to-put-away' })).json()
  expect(samples).toMatchObject([{ id: elsewhere.id }])
})

test('the label of a box that is gone, or with chosen tubes beside it, confirms nothing', async () => {
  expect(await refusal('/custody/put-away', { storageId: 999_999 })).toMatchObject({
    code: 'storage-not-found',
  })
  const message = 'Give either sampleIds or storageId, not both'
  expect(await refusal('/custody/put-away', {})).toMatchObject({ message })
  expect(await refusal('/custody/put-away', { storageId: 1, sampleIds: [randomUUID()] })).toMatchObject({
    message,
  })
})

test('the event of a change by hand holds the reason, and the cell that it frees', async () => {
  const box = await addBox()
  const [first, second, third] = [
    await addPlaced(box, 'A1', 'first'),
    await addPlaced(box, 'B2', 'second'),
    await addPlaced(box, 'C3', 'third'),
  ]
  await setTo([first.id], 'QUARANTINED', 'unclear label')
  await setTo([second.id], 'DEPLETED', 'used up')
  await setTo([third.id], 'DISPOSED', 'broken')
  expect(await eventsOf('custody.set')).toEqual([
    {
      ...by,
      entity_id: first.id,
      before: { custody: 'AVAILABLE' },
      after: { custody: 'QUARANTINED', eventNotes: 'unclear label' },
    },
    {
      ...by,
      entity_id: second.id,
      before: {
        custody: 'AVAILABLE',
        place: { sampleId: second.id, storageId: box, row: 2, column: 2 },
      },
      after: { custody: 'DEPLETED', eventNotes: 'used up', place: null },
    },
    {
      ...by,
      entity_id: third.id,
      before: { custody: 'AVAILABLE', place: { sampleId: third.id, storageId: box, row: 3, column: 3 } },
      after: { custody: 'DISPOSED', eventNotes: 'broken', place: null },
    },
  ])
})

test('a change of several by hand names each sample that cannot be changed, and changes none', async () => {
  const [one, two, free] = [
    await lab.addSample({ name: 'one' }),
    await lab.addSample({ name: 'two' }),
    await lab.addSample({ name: 'free' }),
  ]
  await setTo([one.id, two.id], 'DISPOSED', 'expired')
  const sampleIds = [one.id, two.id, free.id]
  const since = "is disposed of since 2026-11-20 09:00 UTC, set by Ada Lindqvist: 'expired'."
  expect((await refusal('/custody/set', { sampleIds, custody: 'MISSING', reason: 'x' })).message).toBe(
    `one (${one.alias}) ${since} two (${two.alias}) ${since} No sample was changed to MISSING.`,
  )
  expect(
    (await refusal('/custody/check-out', { identifiers: [one.alias, free.alias], purpose: 'PCR' })).message,
  ).toBe(`one (${one.alias}) ${since} Nothing was checked out.`)
  expect((await refusal('/custody/check-out', { identifiers: [one.alias], purpose: 'PCR' })).message).toBe(
    `one (${one.alias}) ${since}`,
  )
  expect((await refusal('/custody/return', { identifiers: [free.alias] })).message).toBe(
    `free (${free.alias}) is available. Only tubes that are checked out can be returned. It has not been received yet: scan it on the page Receive.`,
  )
  expect(await eventsOf('custody.check-out')).toEqual([])
})

test('only of a tube from outside that nobody has received does the refusal of its return say so', async () => {
  const received = { name: 'received', ...(await lab.addSample({ name: 'received', status: 'RECEIVED' })) }
  await post('/samples/add-child', { parentSampleId: received.id, type: 'DNA' })
  const { children } = (await lab.get('/samples/children', { sampleId: received.id })).json()
  for (const { name, alias } of [received, ...children]) {
    expect((await refusal('/custody/return', { identifiers: [alias] })).message).toBe(
      `${name} (${alias}) is available. Only tubes that are checked out can be returned.`,
    )
  }
})

test('a sample is neither reserved by hand, nor changed while it is reserved', async () => {
  const [free, reserved] = [
    await lab.addSample({ name: 'free' }),
    await addPlaced(await addBox(), 'A1', 'held'),
  ]
  await post('/picks/create', { name: 'Shipment', codes: [reserved.alias] })
  const change = (id: string, custody: string) =>
    refusal('/custody/set', { sampleIds: [id], custody, reason: 'x' })
  expect(await change(free.id, 'RESERVED')).toEqual({
    code: 'custody-not-possible',
    message: `free (${free.alias}) is available. It cannot be changed to RESERVED.`,
  })
  expect(await change(reserved.id, 'MISSING')).toEqual({
    code: 'custody-not-possible',
    message: `held (${reserved.alias}) is reserved for Ada Lindqvist since 2026-11-20 09:00 UTC. It cannot be changed to MISSING.`,
  })
})

test('a change of samples of which one does not exist any more says that nothing was changed', async () => {
  const { id } = await lab.addSample()
  await lab.addSample({ name: 'not chosen' })
  const sampleIds = [id, randomUUID()]
  const gone = 'Sample not found: 1 of the samples does not exist any more.'
  const malformed = { sampleIds: [id, 'no id'], custody: 'MISSING', reason: 'x' }
  expect((await refusal('/custody/set', malformed)).code).toBe('sample-not-found')
  expect(await refusal('/custody/set', { sampleIds, custody: 'MISSING', reason: 'x' })).toEqual({
    code: 'sample-not-found',
    message: `${gone} Nothing was changed.`,
    field: 'sampleIds',
  })
  expect(await refusal('/custody/put-away', { sampleIds })).toEqual({
    code: 'sample-not-found',
    message: `${gone} Nothing was confirmed.`,
    field: 'sampleIds',
  })
})

test('a tube that is reserved, or checked out without a day of return, is named with the person', async () => {
  const reserved = await addPlaced(await addBox(), 'A1', 'reserved')
  const out = await lab.addSample({ name: 'out' })
  await post('/picks/create', { name: 'Shipment', codes: [reserved.alias] })
  await checkOut([out.alias])
  expect(
    (await refusal('/custody/check-out', { identifiers: [reserved.alias, out.alias], purpose: 'x' })).message,
  ).toBe(
    `reserved (${reserved.alias}) is reserved for Ada Lindqvist since 2026-11-20 09:00 UTC. out (${out.alias}) is checked out: Ada Lindqvist has it since 2026-11-20 09:00 UTC for 'ELISA'. Nothing was checked out.`,
  )
})

test('a tube is reserved for the person of its pick list, not for the one who created the list', async () => {
  const reserved = await addPlaced(await addBox(), 'A1', 'reserved')
  await lab.signIn('bo', 'Bo Chen')
  await post('/picks/create', { name: 'For Bo', personId: 'bo', codes: [reserved.alias] })
  expect((await refusal('/custody/check-out', { identifiers: [reserved.alias], purpose: 'x' })).message).toBe(
    `reserved (${reserved.alias}) is reserved for Bo Chen since 2026-11-20 09:00 UTC.`,
  )
})

test('tubes without a place cannot be put away', async () => {
  const [one, two] = [await lab.addSample({ name: 'one' }), await lab.addSample({ name: 'two' })]
  expect(await refusal('/custody/put-away', { sampleIds: [one.id] })).toEqual({
    code: 'put-away-not-possible',
    message: `one (${one.alias}) has no place in storage. Please place it in a cell.`,
  })
  expect((await refusal('/custody/put-away', { sampleIds: [one.id, two.id] })).message).toBe(
    `one (${one.alias}), two (${two.alias}) have no place in storage. Please place them in a cell.`,
  )
})

test('an undo names what is unknown, given twice, undone already or changed since', async () => {
  const [one, two] = [await lab.addSample({ name: 'one' }), await lab.addSample({ name: 'two' })]
  const out = (await checkOut([one.alias, two.alias])).map(({ eventId }) => eventId)
  const [back] = await giveBack([one.alias, two.alias])
  const undo = (eventIds: number[]) => refusal('/custody/undo', { eventIds })

  expect(await undo([...out.slice(0, 1), 99_999])).toEqual({
    code: 'custody-event-not-found',
    message: 'No sample has this change of custody.',
    field: 'eventIds',
  })
  expect(await undo([...out.slice(0, 1), back.eventId])).toEqual({
    code: 'request-invalid',
    message: 'eventIds must name one change of each sample',
    field: 'eventIds',
  })
  expect((await undo(out)).message).toBe(
    `Nothing was undone: one (${one.alias}) was set to AVAILABLE by Ada Lindqvist since; two (${two.alias}) was set to AVAILABLE by Ada Lindqvist since.`,
  )
  await post('/custody/undo', { eventIds: [back.eventId] })
  expect((await undo([back.eventId])).message).toBe(
    `Nothing was undone: one (${one.alias}) was undone already.`,
  )
  expect(await eventsOf('custody.undo')).toEqual([
    {
      ...by,
      entity_id: one.id,
      before: { custody: 'AVAILABLE' },
      after: { custody: 'CHECKED_OUT', undoneEventId: back.eventId },
    },
  ])
})

test('an undo cannot be undone, whatever has happened since', async () => {
  const { id, alias } = await lab.addSample({ name: 'one' })
  await setTo([id], 'MISSING')
  const [{ eventId }] = await giveBack([alias])
  await post('/custody/undo', { eventIds: [eventId] })
  const { events } = (await lab.get('/custody/history', { sampleId: id })).json()
  expect(events[0].via).toBe('undo')
  const again = () => refusal('/custody/undo', { eventIds: [events[0].id] })
  const undone = {
    code: 'custody-changed-since',
    message: `Nothing was undone: one (${alias}) was undone already.`,
  }
  expect(await again()).toEqual(undone)
  await setTo([id], 'QUARANTINED')
  expect(await again()).toEqual(undone)
})

test('the event of an undo holds no place where the tube stays in its cell', async () => {
  const tube = await addPlaced(await addBox(), 'A1', 'one')
  const [out] = await checkOut([tube.alias])
  await post('/custody/undo', { eventIds: [out.eventId] })
  expect(await eventsOf('custody.undo')).toEqual([
    {
      ...by,
      entity_id: tube.id,
      before: { custody: 'CHECKED_OUT' },
      after: { custody: 'AVAILABLE', undoneEventId: out.eventId },
    },
  ])
})

test('the undo of a change that freed a cell takes the cell again, and its event says so', async () => {
  const box = await addBox()
  const tubes = [await addPlaced(box, 'A1', 'one'), await addPlaced(box, 'C3', 'two')]
  const { eventIds } = await setTo(
    tubes.map(({ id }) => id),
    'DEPLETED',
  )
  await post('/custody/undo', { eventIds })
  const cells = [
    { row: 1, column: 1 },
    { row: 3, column: 3 },
  ]
  expect(await eventsOf('custody.undo')).toEqual(
    tubes.map(({ id }, index) => ({
      ...by,
      entity_id: id,
      before: { custody: 'DEPLETED', place: null },
      after: {
        custody: 'AVAILABLE',
        undoneEventId: eventIds[index],
        place: { sampleId: id, storageId: box, ...cells[index] },
      },
    })),
  )
})

test('the undo of a change that freed no cell leaves the tube where it is', async () => {
  const box = await addBox()
  const tube = await addPlaced(box, 'A1', 'one')
  const [out] = await checkOut([tube.alias])
  await post(`/samples/disassociate?id=${tube.id}`, {})
  await post('/custody/undo', { eventIds: [out.eventId] })
  const location = async () => (await lab.get('/samples/location', { sampleId: tube.id })).json()
  expect(await location()).toMatchObject({ inStorage: false })

  await post('/samples/associate', { sampleId: tube.id, storageId: box, location: 'A1' })
  const { eventIds } = await setTo([tube.id], 'MISSING')
  await post(`/samples/disassociate?id=${tube.id}`, {})
  await post('/custody/undo', { eventIds })
  expect(await location()).toMatchObject({ inStorage: false })
})
