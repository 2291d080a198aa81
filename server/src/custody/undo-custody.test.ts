import { type CustodyEvent, custodyApi } from '@lims/contract/custody-api.ts'
import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { changeCustody } from '../../test/change-custody.ts'
import { custodyCalls } from '../../test/custody-calls.ts'
import { minutesLater, openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'
import { pickLab } from '../../test/picks.ts'

const lab = await openLab()
const { addBox, addStorage, addTube, custodyOf } = pickLab(lab)
const { addPlaced, checkOut, giveBack, setTo, undo } = custodyCalls(lab)

test('the undo of a check-out whose box was deleted since names the box and the tube, and changes nothing', async () => {
  const box = await addBox('Box 3')
  const tube = await addTube(box, 'B2')
  const { tubes } = await ok(
    lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR', keepPlace: false }),
  )
  const undo = () => lab.post('/custody/undo', { eventIds: [tubes[0].eventId] })
  const { deletionId } = await ok(lab.post(`/storage/delete?id=${box}`, {}))
  const refused = await undo()
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'custody-changed-since',
      message: `Nothing was undone: Box 3, where ${tube.name} (${tube.alias}) stood, was deleted since.`,
    },
  ])
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')

  await ok(lab.post('/deletions/undo', { deletionId }))
  await ok(undo())
  expect((await lab.get('/samples/location', { sampleId: tube.id })).json()).toMatchObject({ location: 'B2' })
})

test('a box that was deleted more than once has the name of the last time', async () => {
  const box = await addBox('Box 3')
  const tube = await addTube(box, 'B2')
  const { tubes } = await ok(
    lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR', keepPlace: false }),
  )
  const deleteStorage = (id: number) => ok(lab.post(`/storage/delete?id=${id}`, {}))

  const { deletionId } = await deleteStorage(box)
  lab.setNow(minutesLater(1))
  await ok(lab.post('/deletions/undo', { deletionId }))
  await ok(lab.post('/storage/update', { id: box, alias: 'Box 3, moved' }))
  lab.setNow(minutesLater(2))
  await deleteStorage(box)
  lab.setNow(minutesLater(3))
  await deleteStorage(await addBox('Box 4'))

  const refused = await lab.post('/custody/undo', { eventIds: [tubes[0].eventId] })
  expect(refused.json().message).toContain('Box 3, moved, where')
})

const madeSmaller = (tube: string) =>
  `Rack A › Box 3 was made smaller since, and B2, where ${tube} stood, is not in it any more`

test.each([
  [{ numberRows: 1 }, madeSmaller],
  [{ numberColumns: 1 }, madeSmaller],
  [{ type: 'RACK' }, (tube: string) => `Rack A › Box 3, where ${tube} stood, is not a box any more`],
])('the undo of a check-out says what was changed about the box: %j', async (change, reason) => {
  const box = await addBox('Box 3', await addStorage('Rack A', 'RACK'))
  const tube = await addTube(box, 'B2')
  const { tubes } = await ok(
    lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR', keepPlace: false }),
  )
  await ok(lab.post('/storage/update', { id: box, ...change }))
  const refused = await lab.post('/custody/undo', { eventIds: [tubes[0].eventId] })
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'custody-changed-since',
      message: `Nothing was undone: ${reason(`${tube.name} (${tube.alias})`)}.`,
    },
  ])
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')
})

test('after the undo of the only change of a sample its history can be read, and nothing is left to undo', async () => {
  const tube = await addTube(await addBox('Box 5'), 'A1')
  const { tubes } = await ok(lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR' }))
  await ok(lab.post('/custody/undo', { eventIds: [tubes[0].eventId] }))

  const reply = custodyApi.history.reply.parse(await ok(lab.get('/custody/history', { sampleId: tube.id })))
  expect(reply.events).toMatchObject([
    { via: 'undo', canUndo: false },
    { via: 'check-out', isUndone: true, canUndo: false },
  ])
})

test('while roles are on, a sample that is depleted again after an undo needs no reason', async () => {
  const tube = await addTube(await addBox('Box 8'), 'A1')
  await turnOnRoles(lab)
  const set = (custody: string) =>
    ok(lab.post('/custody/set', { sampleIds: [tube.id], custody, reason: 'end of study' }))
  const { eventIds } = await set('DEPLETED')
  const disposed = await set('DISPOSED')
  await ok(lab.post('/custody/undo', { eventIds: disposed.eventIds }))
  expect(await custodyOf(tube.id)).toBe('DEPLETED')
  expect((await lab.post('/custody/undo', { eventIds })).json().code).toBe('reason-required')
})

test('while roles are on, the undo of a quarantine needs a reason, and that of a find in quarantine needs none', async () => {
  const tube = await addTube(await addBox('Box 10'), 'A1')
  await turnOnRoles(lab)
  const set = (custody: string) =>
    ok(lab.post('/custody/set', { sampleIds: [tube.id], custody, reason: 'contaminated' }))
  const { eventIds } = await set('QUARANTINED')
  const refused = await lab.post('/custody/undo', { eventIds })
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    {
      code: 'reason-required',
      message: 'Please say why the sample is released from quarantine.',
      field: 'reason',
    },
  ])
  const lost = await set('MISSING')
  const found = await ok(lab.post('/custody/return', { identifiers: [tube.alias] }))
  await ok(lab.post('/custody/undo', { eventIds: [found.tubes[0].eventId] }))
  await ok(lab.post('/custody/undo', { eventIds: lost.eventIds }))
  expect(await custodyOf(tube.id)).toBe('QUARANTINED')

  await ok(lab.post('/custody/undo', { eventIds, reason: 'the wrong tube was entered' }))
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
})

test('while roles are on, the undo of a quarantine that a person has set on a missing tube needs a reason', async () => {
  const tube = await addTube(await addBox('Box 11'), 'A1')
  await turnOnRoles(lab)
  await setTo([tube.id], 'MISSING', 'not in its cell')
  const { eventIds } = await setTo([tube.id], 'QUARANTINED', 'contaminated')
  expect((await lab.post('/custody/undo', { eventIds })).json().code).toBe('reason-required')
  expect(await custodyOf(tube.id)).toBe('QUARANTINED')
})

test('while roles are on, a sample that was disposed of comes back for a reason only', async () => {
  const tube = await addTube(await addBox('Box 6'), 'A1')
  await turnOnRoles(lab)
  const disposed = { sampleIds: [tube.id], custody: 'DISPOSED', reason: 'end of study' }
  const { eventIds } = await ok(lab.post('/custody/set', disposed))
  const refused = await lab.post('/custody/undo', { eventIds })
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    {
      code: 'reason-required',
      message: 'Please say why the sample is in use again.',
      field: 'reason',
    },
  ])
  const other = await addTube(await addBox('Box 7'), 'A1')
  const checkedOut = await ok(
    lab.post('/custody/check-out', { identifiers: [other.alias], purpose: 'ELISA' }),
  )
  const both = [...checkedOut.tubes.map(({ eventId }: { eventId: number }) => eventId), ...eventIds]
  expect((await lab.post('/custody/undo', { eventIds: both })).json().code).toBe('reason-required')
  expect(await custodyOf(tube.id)).toBe('DISPOSED')

  await ok(lab.post('/custody/undo', { eventIds, reason: 'the wrong tube was entered' }))
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
  expect(await auditEventsOf(lab, 'custody.undo')).toMatchObject([{ reason: 'the wrong tube was entered' }])
})

test('an undo is refused when something has happened since, and names it', async () => {
  const tube = await lab.addSample()
  const [out] = await checkOut([tube.alias])
  await setTo([tube.id], 'MISSING')
  const refused = await undo([out?.eventId ?? 0])
  expect(refused.json()).toEqual({
    code: 'custody-changed-since',
    message: `Nothing was undone: NB-001 (${tube.alias}) was set to MISSING by Ada Lindqvist since.`,
  })
  expect((await undo([99_999])).json()).toMatchObject({ code: 'custody-event-not-found' })
})

test('an undo that makes a tube depleted again names the cell first, then takes it out, and its audit event says so', async () => {
  const box = await addBox('Box 9')
  const tube = await addPlaced(box)
  await setTo([tube.id], 'DEPLETED')
  const { eventIds } = await setTo([tube.id], 'AVAILABLE')
  await ok(lab.post('/samples/associate', { sampleId: tube.id, storageId: box, location: 'B2' }))
  const isStored = async () => (await lab.get('/samples/location', { sampleId: tube.id })).json().inStorage
  const refused = await undo(eventIds)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'undo-frees-cells',
      message: `NB-001 (${tube.alias}) is in B2 of Box 9. The undo would take it out of storage.`,
    },
  ])
  expect([await custodyOf(tube.id), await isStored()]).toEqual(['AVAILABLE', true])
  await ok(lab.post('/custody/undo', { eventIds, freesCells: true }))
  expect([await custodyOf(tube.id), await isStored()]).toEqual(['DEPLETED', false])
  expect(await auditEventsOf(lab, 'custody.undo')).toMatchObject([
    {
      before: { custody: 'AVAILABLE', place: { storageId: box, row: 2, column: 2 } },
      after: { custody: 'DEPLETED', place: null },
    },
  ])
})

test('an undo that makes several tubes depleted again names each cell, in the order of the cells', async () => {
  const box = await addBox('Box 9')
  const names = ['one', 'two', 'three']
  const batch_id = await lab.addBatch()
  const tubes = await Promise.all(names.map((name) => lab.addSample({ name, batch_id })))
  const ids = tubes.map(({ id }) => id)
  await setTo(ids, 'DEPLETED')
  const { eventIds } = await setTo(ids, 'AVAILABLE')
  await arrange({ moves: ids.map((id, index) => cellOf(id, box, index + 1)) })
  const cells = tubes.map(({ alias }, index) => `${names[index]} (${alias}) is in ${'ABC'[index]}1 of Box 9`)
  expect((await undo(eventIds)).json()).toEqual({
    code: 'undo-frees-cells',
    message: `${cells.join('; ')}. The undo would take them out of storage.`,
  })
})

test('a change that a stock-take has made is undone only by a person who may accept differences', async () => {
  const tube = await addPlaced(await addBox('Box 9'))
  await changeCustody(lab, tube.id, { from: 'AVAILABLE', to: 'MISSING', via: 'count' })
  await turnOnRoles(lab)
  const bench = await signInAs(lab, 'bench')
  const eventsFor = async (token?: string) =>
    (await ok(lab.get('/custody/history', { sampleId: tube.id }, token))).events as CustodyEvent[]
  const [event] = await eventsFor(bench)
  expect(event?.canUndo).toBe(false)
  const refused = await undo([event?.id ?? 0], bench)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'permission-denied'])
  expect(await custodyOf(tube.id)).toBe('MISSING')

  expect((await eventsFor())[0]?.canUndo).toBe(true)
  await ok(undo([event?.id ?? 0]))
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
})

test.each([true, false])(
  'a returned tube that is checked out by mistake waits to be put away again after the undo (keepPlace %s)',
  async (keepPlace) => {
    const toPutAway = async () => {
      const { samples } = await ok(lab.get('/custody/list', { show: 'to-put-away' }))
      return samples.map(({ id, since }: { id: string; since: string }) => [id, since])
    }
    const tube = await addPlaced(await addBox('Box 9'))
    lab.setNow(minutesLater(1))
    await checkOut([tube.alias])
    lab.setNow(minutesLater(2))
    await ok(lab.post('/custody/return', { identifiers: [tube.alias] }))
    const waiting = await toPutAway()
    expect(waiting).toEqual([[tube.id, '2026-11-20T09:02:00.000Z']])
    lab.setNow(minutesLater(3))
    const [again] = await checkOut([tube.alias], { keepPlace })
    expect(await toPutAway()).toEqual([])
    lab.setNow(minutesLater(4))
    await ok(undo([again.eventId]))
    expect(await toPutAway()).toEqual(waiting)
    expect((await lab.get('/samples/location', { sampleId: tube.id })).json().location).toBe('A1')

    await ok(lab.post('/custody/put-away', { sampleIds: [tube.id] }))
    lab.setNow(minutesLater(5))
    const [once] = await checkOut([tube.alias])
    await ok(undo([once.eventId]))
    expect(await toPutAway()).toEqual([])
  },
)

const cellOf = (sampleId: string, storageId: number, columnCoordinate: number) => ({
  sampleId,
  storageId,
  rowCoordinate: 1,
  columnCoordinate,
})
const arrange = (body: object, token?: string) => ok(lab.post('/samples/arrange', body, token))

const comebacks: [string, (ids: string[]) => Promise<number[]>, string][] = [
  [
    'the return',
    async (ids) => {
      await checkOut(ids, { keepPlace: false })
      lab.setNow(minutesLater(5))
      return (await giveBack(ids)).map(({ eventId }) => eventId)
    },
    'CHECKED_OUT',
  ],
  [
    'the change from missing',
    async (ids) => {
      await setTo(ids, 'MISSING')
      lab.setNow(minutesLater(5))
      return (await setTo(ids, 'AVAILABLE')).eventIds
    },
    'MISSING',
  ],
]

test.each(comebacks)(
  '%s is not undone once another person has put the tube into a cell, unless that is undone',
  async (_what, comeBack, custodyBefore) => {
    const [box, other] = [await addBox('Box 3'), await addBox('Box 4')]
    const tubes = [await addTube(box, 'A1'), await addTube(box, 'A2')]
    const eventIds = await comeBack(tubes.map(({ id }) => id))
    lab.setNow(minutesLater(10))
    const [tube] = tubes as [(typeof tubes)[0], (typeof tubes)[0]]
    const moves = [cellOf(tube.id, other, 2)]
    const bo = await lab.signIn('bo', 'Bo Chen')
    const { before } = await arrange({ moves }, bo)
    const refused = await undo(eventIds)
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: 'custody-changed-since',
        message: `Nothing was undone: ${tube.name} (${tube.alias}) was put into B1 of Box 4 by Bo Chen since. Take it out of storage first.`,
      },
    ])
    expect(await custodyOf(tube.id)).toBe('AVAILABLE')

    lab.setNow(minutesLater(15))
    await arrange({ moves: before, expected: moves, undo: { custodyEventIds: [] } }, bo)
    await ok(undo(eventIds))
    expect(await Promise.all(tubes.map(({ id }) => custodyOf(id)))).toEqual([custodyBefore, custodyBefore])
  },
)

test('the undo of a return that freed no cell is refused also if the own record was moved after it was put away', async () => {
  const box = await addBox('Box 3')
  const tube = await addTube(box, 'A1')
  await checkOut([tube.alias])
  lab.setNow(minutesLater(5))
  const [back] = await giveBack([tube.alias])
  lab.setNow(minutesLater(10))
  await arrange({ moves: [cellOf(tube.id, box, 2)] })
  const further = [cellOf(tube.id, box, 3)]
  lab.setNow(minutesLater(15))
  const { before } = await arrange({ moves: further })
  await arrange({ moves: before, expected: further, undo: { custodyEventIds: [] } })
  expect((await undo([back.eventId])).json().message).toContain(
    'was put into B1 of Box 3 by Ada Lindqvist since',
  )
  await arrange({ moves: [{ sampleId: tube.id, storageId: 0 }] })
  await ok(undo([back.eventId]))
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')
})

test('a quarantine is undone although the tube was put into another cell since, and the tube stays there', async () => {
  const box = await addBox('Box 3')
  const tube = await addTube(box, 'A1')
  const { eventIds } = await setTo([tube.id], 'QUARANTINED')
  lab.setNow(minutesLater(5))
  await arrange({ moves: [cellOf(tube.id, box, 2)] })
  await ok(undo(eventIds))
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
  expect((await lab.get('/samples/location', { sampleId: tube.id })).json()).toMatchObject({ location: 'B1' })
})

test('several tubes that were put into cells since are to be taken out first', async () => {
  const rack = await addStorage('Rack A', 'RACK')
  const [box, other] = [await addBox('Box 3', rack), await addBox('Box 4', rack)]
  const [one, two] = [await addTube(box, 'A1'), await addTube(box, 'A2')]
  await checkOut([one.alias, two.alias], { keepPlace: false })
  lab.setNow(minutesLater(5))
  const eventIds = (await giveBack([one.alias, two.alias])).map(({ eventId }) => eventId)
  lab.setNow(minutesLater(10))
  await arrange({ moves: [cellOf(one.id, other, 1), cellOf(two.id, other, 2)] })
  const [first, second] = [one, two].map(({ name, alias }) => `${name} (${alias})`)
  expect((await undo(eventIds)).json().message).toBe(
    `Nothing was undone: ${first} was put into A1 of Rack A › Box 4 by Ada Lindqvist since; ${second} was put into B1 of Rack A › Box 4 by Ada Lindqvist since. Take them out of storage first.`,
  )
})

test('a placing that was itself the return is no obstacle to its undo', async () => {
  const box = await addBox('Box 3')
  const tube = await addTube(box, 'A1')
  await checkOut([tube.alias])
  lab.setNow(minutesLater(5))
  const { custodyEventIds } = await arrange({ moves: [cellOf(tube.id, box, 2)] })
  await ok(undo(custodyEventIds))
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')
})
