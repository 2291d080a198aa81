import type { CustodyEvent, CustodyListReply } from '@lims/contract/custody-api.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { custodyCalls } from '../../test/custody-calls.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'
import { turnOnRoles } from '../../test/people.ts'
import { unaudited } from '../../test/unaudited.ts'

const lab = await openLab({ THAW_LIMITS: 'PLASMA=1' })

const { addBox, addPlaced, checkOut, giveBack, setTo, undo } = custodyCalls(lab)

const history = async (sampleId: string) =>
  await ok<{ events: CustodyEvent[]; thawLimit: number | null }>(lab.get('/custody/history', { sampleId }))
const list = (query: Record<string, string> = {}) => ok<CustodyListReply>(lab.get('/custody/list', query))
const sampleOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample
const placeOf = async (sampleId: string) =>
  (await lab.get('/samples/location', { sampleId })).json() as {
    inStorage: boolean
    location: string
  }

test('a tube is checked out for a purpose, keeps its cell, and is refused to the next person with who has it', async () => {
  const tube = await addPlaced(await addBox())
  const [out] = await checkOut([tube.alias.toLowerCase()], { expectedReturn: '2026-11-22T00:00:00Z' })
  expect(out).toMatchObject({
    id: tube.id,
    custody: 'CHECKED_OUT',
    place: { location: 'A1' },
    isThawCounted: false,
  })
  expect(await sampleOf(tube.id)).toMatchObject({ custody: 'CHECKED_OUT', thawCount: 0 })

  const bo = await lab.signIn('bo', 'Bo Berg')
  const refused = await lab.post('/custody/check-out', { identifiers: [tube.id], purpose: 'PCR' }, bo)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toEqual({
    code: 'custody-not-possible',
    message: `NB-001 (${tube.alias}) is checked out: Ada Lindqvist has it since 2026-11-20 09:00 UTC for 'ELISA', due back by 2026-11-22 00:00 UTC.`,
  })
})

test('a check-out without keeping the place frees the cell, and its undo takes it again', async () => {
  const box = await addBox()
  const tube = await addPlaced(box)
  const [out] = await checkOut([tube.alias], { keepPlace: false })
  expect(out?.place).toBeNull()
  expect(await placeOf(tube.id)).toMatchObject({ inStorage: false })

  expect((await undo([out?.eventId ?? 0])).json()).toEqual({ success: true, count: 1 })
  expect(await placeOf(tube.id)).toMatchObject({ inStorage: true, location: 'A1' })
  expect(await sampleOf(tube.id)).toMatchObject({ custody: 'AVAILABLE' })
})

test('a returned tube names the place that it kept, and waits until somebody confirms that it is there', async () => {
  const tube = await addPlaced(await addBox())
  await checkOut([tube.alias])
  const [back] = await giveBack([tube.alias])
  expect(back).toMatchObject({
    custody: 'AVAILABLE',
    place: { path: 'Box 9 › A1' },
    freeCell: null,
    wasMissing: false,
  })
  expect((await list({ show: 'to-put-away' })).samples).toMatchObject([{ id: tube.id, isToPutAway: true }])

  expect((await lab.post('/custody/put-away', { sampleIds: [tube.id] })).json()).toEqual({
    success: true,
    count: 1,
    sampleIds: [tube.id],
  })
  expect(await list({ show: 'to-put-away' })).toMatchObject({ samples: [], totals: { 'to-put-away': 0 } })
})

test('a confirmation may name tubes and leave the storage empty, or the other way round', async () => {
  const box = await addBox()
  const tube = await addPlaced(box)
  for (const body of [
    { sampleIds: [tube.id], storageId: null },
    { sampleIds: null, storageId: box },
  ]) {
    await checkOut([tube.alias])
    await giveBack([tube.alias])
    expect((await lab.post('/custody/put-away', body)).json()).toMatchObject({ sampleIds: [tube.id] })
  }
})

test('a tube that another person has had since its return was seen is not put away by that', async () => {
  const tube = await addPlaced(await addBox())
  await checkOut([tube.alias])
  const [seen] = await giveBack([tube.alias])
  await checkOut([tube.alias])
  const again = await giveBack([tube.alias])
  const body = { sampleIds: [tube.id], custodyEventIds: [seen?.eventId] }
  expect((await lab.post('/custody/put-away', body)).json()).toMatchObject({
    code: 'custody-not-possible',
    message: `The custody of NB-001 (${tube.alias}) has changed since it was listed, by Ada Lindqvist (2026-11-20 09:00 UTC).`,
  })
  expect((await list({ show: 'to-put-away' })).samples).toHaveLength(1)

  // A tube that is named twice is confirmed only if both of what was seen hold.
  const ids = [again[0].eventId, seen?.eventId]
  const twice = { sampleIds: [tube.id, tube.id], custodyEventIds: ids }
  expect((await lab.post('/custody/put-away', twice)).json()).toMatchObject({ code: 'custody-not-possible' })

  // A reservation leaves the return as it is.
  await ok(lab.post('/picks/create', { name: 'Friday', sampleIds: [tube.id] }))
  const present = { sampleIds: [tube.id], custodyEventIds: [again[0].eventId] }
  expect((await lab.post('/custody/put-away', present)).json()).toMatchObject({ count: 1 })
})

test('a returned tube without a place is offered its cell, or the next free one; placing it puts it away', async () => {
  const box = await addBox()
  const first = await addPlaced(box, 'A1', 'first')
  const second = await addPlaced(box, 'B1', 'second')
  await checkOut([first.alias, second.alias], { keepPlace: false })
  await addPlaced(box, 'A1', 'other')

  const back = await giveBack([first.alias, second.alias])
  expect(back.map(({ place, freeCell }) => [place, freeCell?.location])).toEqual([
    [null, 'C1'],
    [null, 'B1'],
  ])
  const refused = await lab.post('/custody/put-away', { sampleIds: [first.id] })
  expect(refused.json()).toMatchObject({ code: 'put-away-not-possible' })
  await ok(lab.post('/samples/associate', { sampleId: first.id, storageId: box, location: 'C1' }))
  expect((await list({ show: 'to-put-away' })).samples.map(({ id }) => id)).toEqual([second.id])
})

test('a tube that another person has had since its check-out was seen is not returned by that', async () => {
  const tube = await addPlaced(await addBox())
  const [seen] = await checkOut([tube.alias])
  await giveBack([tube.alias])
  const bo = await lab.signIn('bo', 'Bo Berg')
  const taken = await lab.post('/custody/check-out', { identifiers: [tube.id], purpose: 'PCR' }, bo)
  const give = (identifiers: string[], custodyEventIds: unknown[]) =>
    lab.post('/custody/return', { identifiers, custodyEventIds })
  const refused = await give([tube.id], [seen.eventId])
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toEqual({
    code: 'custody-not-possible',
    message: `NB-001 (${tube.alias}) is checked out: Bo Berg has it since 2026-11-20 09:00 UTC for 'PCR'. Nothing was returned.`,
  })
  const present = taken.json().tubes[0].eventId
  expect((await give([tube.id, tube.alias], [present, seen.eventId])).statusCode).toBe(409)
  expect((await give([tube.id, tube.alias], [present])).json()).toMatchObject({ code: 'request-invalid' })
  expect(await sampleOf(tube.id)).toMatchObject({ custody: 'CHECKED_OUT' })
  expect((await give([tube.alias], [present])).statusCode).toBe(200)
})

test('only tubes that are checked out can be returned, and of several none is if one is not', async () => {
  const one = await lab.addSample({ name: 'one' })
  const other = await lab.addSample({ name: 'other' })
  await checkOut([one.alias])
  const refused = await lab.post('/custody/return', { identifiers: [one.alias, other.alias] })
  expect(refused.json()).toMatchObject({
    code: 'custody-not-possible',
    message: `other (${other.alias}) is available. Nothing was returned.`,
  })
  expect(await sampleOf(one.id)).toMatchObject({ custody: 'CHECKED_OUT' })
})

test('custody changes by hand with a reason, and a sample that is disposed of frees its cell', async () => {
  const box = await addBox()
  const tube = await addPlaced(box)
  expect(
    (await lab.post('/custody/set', { sampleIds: [tube.id], custody: 'MISSING', reason: ' ' })).statusCode,
  ).toBe(400)
  const { eventIds } = await setTo([tube.id], 'DISPOSED', 'thawed by accident')
  expect(await placeOf(tube.id)).toMatchObject({ inStorage: false })
  const refused = await lab.post('/custody/set', { sampleIds: [tube.id], custody: 'MISSING', reason: 'x' })
  expect(refused.json().message).toBe(
    `NB-001 (${tube.alias}) is disposed of since 2026-11-20 09:00 UTC, set by Ada Lindqvist: 'thawed by accident'. It cannot be changed to MISSING.`,
  )

  await addPlaced(box, 'A1', 'newcomer')
  const blocked = await undo(eventIds)
  expect(blocked.statusCode).toBe(409)
  expect(blocked.json().message).toMatch(/^Nothing was undone: A1 of Box 9 holds newcomer \(T\d+\) now\.$/)
  expect(await sampleOf(tube.id)).toMatchObject({ custody: 'DISPOSED' })
})

test('a missing tube that is received, checked out, returned or placed is found', async () => {
  const box = await addBox()
  const found: string[] = []
  for (const scan of ['receive', 'check-out', 'return', 'place', 'arrange']) {
    const { id, alias } = await lab.addSample({ name: scan })
    await setTo([id], 'MISSING', 'not in its box')
    const location = { sampleId: id, storageId: box, rowCoordinate: found.length + 1, columnCoordinate: 1 }
    if (scan === 'receive') await ok(lab.post('/samples/receive', { identifier: alias }))
    if (scan === 'check-out') await checkOut([alias])
    if (scan === 'return') expect(await giveBack([alias])).toMatchObject([{ wasMissing: true }])
    if (scan === 'place') await ok(lab.post('/samples/associate', { ...location, rowCoordinate: 1 }))
    if (scan === 'arrange')
      await ok(lab.post('/samples/arrange', { moves: [{ ...location, rowCoordinate: 2 }] }))
    const { events } = await history(id)
    found.push(events.map(({ via }) => via).join())
  }
  expect(found).toEqual(['find,set', 'check-out,find,set', 'find,set', 'find,set', 'find,set'])
})

test('an arrangement finds no missing tube that it takes out of its cell, or only expects in its cell', async () => {
  const box = await addBox()
  const [out, stays, moved] = [
    await addPlaced(box, 'A1'),
    await addPlaced(box, 'B1'),
    await addPlaced(box, 'C1'),
  ]
  await setTo([out.id, stays.id, moved.id], 'MISSING')
  const at = ({ id }: { id: string }, row: number, column: number) => ({
    sampleId: id,
    storageId: box,
    rowCoordinate: row,
    columnCoordinate: column,
  })
  const nowhere = { sampleId: out.id, storageId: 0, rowCoordinate: null, columnCoordinate: null }
  await ok(lab.post('/samples/arrange', { moves: [nowhere, at(moved, 2, 2)], expected: [at(stays, 1, 2)] }))
  const custodies = [out, stays, moved].map(async ({ id }) => (await sampleOf(id)).custody)
  expect(await Promise.all(custodies)).toEqual(['MISSING', 'MISSING', 'AVAILABLE'])
})

test('a checked-out tube that a person places has returned, and waits for nothing', async () => {
  const box = await addBox()
  const tube = await addPlaced(box)
  await checkOut([tube.alias])
  await ok(
    lab.post('/samples/arrange', {
      moves: [{ sampleId: tube.id, storageId: box, rowCoordinate: 2, columnCoordinate: 2 }],
    }),
  )
  expect(await sampleOf(tube.id)).toMatchObject({ custody: 'AVAILABLE' })
  expect((await history(tube.id)).events[0]).toMatchObject({ via: 'return', place: { location: 'A1' } })
  expect((await list({ show: 'to-put-away' })).total).toBe(0)
})

test('a check-out thawed counts a cycle only from −60 °C and colder', async () => {
  const cold = await addPlaced(await addBox({ celsius: -60 }))
  const cool = await addPlaced(await addBox({ alias: 'Fridge', celsius: -59.9 }))
  const [fromCold, fromCool] = await checkOut([cold.alias, cool.alias], { thawed: true })
  expect(fromCold).toMatchObject({ isThawCounted: true, thawCount: 1, needsConfirmation: false })
  expect(fromCool).toMatchObject({ isThawCounted: false, thawCount: 0 })
  expect((await history(cold.id)).events[0]).toMatchObject({ thawed: true })
})

test('over the limit a check-out goes on only with overLimit, and waits for the confirmation of another person', async () => {
  const tube = await addPlaced(await addBox({ celsius: -80 }))
  await checkOut([tube.alias], { thawed: true })
  await giveBack([tube.alias])
  const body = { identifiers: [tube.alias], purpose: 'ELISA', thawed: true }
  const warned = await lab.post('/custody/check-out', body)
  expect(warned.json()).toMatchObject({
    code: 'thaw-limit-reached',
    message: expect.stringContaining(
      `NB-001 (${tube.alias}) was thawed 1 time, and the limit of PLASMA is 1.`,
    ),
  })
  expect(await sampleOf(tube.id)).toMatchObject({ custody: 'AVAILABLE', thawCount: 1 })

  const [out] = await checkOut([tube.alias], { thawed: true, overLimit: true })
  expect(out).toMatchObject({ needsConfirmation: true, thawCount: 2 })
  const eventIds = [out?.eventId ?? 0]
  expect((await list({ show: 'to-confirm' })).samples).toMatchObject([
    {
      id: tube.id,
      toConfirm: {
        eventId: out?.eventId,
        thawCount: 2,
        thawLimit: 1,
        requestedBy: { name: 'Ada Lindqvist' },
      },
    },
  ])
  const own = await lab.post('/custody/confirm-thaw', { eventIds })
  expect(own.json()).toMatchObject({
    code: 'thaw-not-confirmable',
    message: expect.stringContaining('your own'),
  })

  const bo = await lab.signIn('bo', 'Bo Berg')
  expect((await lab.post('/custody/confirm-thaw', { eventIds }, bo)).json()).toEqual({
    success: true,
    count: 1,
  })
  expect((await list({ show: 'to-confirm' })).total).toBe(0)
  expect((await history(tube.id)).events[0]).toMatchObject({
    overLimit: { thawCount: 2, thawLimit: 1, confirmedBy: { name: 'Bo Berg' } },
  })
  const again = await lab.post('/custody/confirm-thaw', { eventIds }, bo)
  expect(again.json().message).toContain('was confirmed by Bo Berg already')
})

test('the database refuses a confirmation by the person who checked out', async () => {
  const tube = await addPlaced(await addBox({ celsius: -80 }))
  await checkOut([tube.alias], { thawed: true })
  await giveBack([tube.alias])
  await checkOut([tube.alias], { thawed: true, overLimit: true })
  await expect(
    unaudited(lab.db, (trx) =>
      sql`update thaw_over_limit set confirmed_by = 'ada', confirmed_at = ${testNow}`.execute(trx),
    ),
  ).rejects.toMatchObject({ constraint: 'thaw_is_confirmed_by_another_person' })
})

test('the list shows what is overdue first, counts every list, and can be of one person', async () => {
  const late = await lab.addSample()
  const due = await lab.addSample()
  const missing = await lab.addSample()
  await checkOut([due.alias], { expectedReturn: '2026-11-30T00:00:00Z' })
  await checkOut([late.alias], { expectedReturn: '2026-11-20T00:00:00Z' })
  const bo = await lab.signIn('bo', 'Bo Berg')
  await lab.post('/custody/set', { sampleIds: [missing.id], custody: 'MISSING', reason: 'gone' }, bo)

  const all = await list()
  expect(all.samples.map(({ id, isOverdue }) => [id, isOverdue])).toEqual([
    [late.id, true],
    [due.id, false],
    [missing.id, false],
  ])
  expect(all.totals).toMatchObject({ out: 3, overdue: 1, CHECKED_OUT: 2, MISSING: 1, 'to-confirm': 0 })
  expect((await list({ personId: 'bo' })).samples.map(({ id }) => id)).toEqual([missing.id])
  expect((await list({ show: 'overdue' })).samples.map(({ id }) => id)).toEqual([late.id])
})

test('a reserved tube is listed with the person and the pick list for which it is reserved', async () => {
  await lab.signIn('bo', 'Bo Berg')
  const tube = await addPlaced(await addBox({ celsius: -80 }))
  const reserve = (name: string) =>
    ok<{ pickList: { id: string } }>(
      lab.post('/picks/create', { name, personId: 'bo', sampleIds: [tube.id], thawed: true }),
    )
  const { pickList } = await reserve('Friday')
  const row = {
    id: tube.id,
    person: { id: 'bo', name: 'Bo Berg' },
    pickList: { id: pickList.id, name: 'Friday' },
  }
  expect((await list({ show: 'RESERVED', personId: 'bo' })).samples).toMatchObject([row])
  expect(await list({ show: 'out', personId: 'bo' })).toMatchObject({ samples: [row], total: 1 })
  expect(await list({ show: 'RESERVED', personId: 'ada' })).toMatchObject({ samples: [], total: 0 })

  // A check-out that waits for its confirmation is that of its person, also while the tube is reserved again.
  const pick = () => ok(lab.post('/picks/pick', { pickListId: pickList.id, code: tube.alias }))
  await pick()
  expect((await list()).samples).toMatchObject([{ person: { id: 'ada' }, pickList: null }])
  await ok(lab.post('/picks/close', { pickListId: pickList.id }))
  await giveBack([tube.alias])
  await checkOut([tube.alias], { thawed: true, overLimit: true })
  await giveBack([tube.alias])
  await reserve('Monday')
  expect((await list({ show: 'to-confirm' })).samples).toMatchObject([
    { person: { id: 'ada' }, pickList: null },
  ])
})

test('a deleted sample comes back with its custody, its events and what waits for confirmation', async () => {
  const tube = await addPlaced(await addBox({ celsius: -80 }))
  await checkOut([tube.alias], { thawed: true })
  await giveBack([tube.alias])
  const [out] = await checkOut([tube.alias], { thawed: true, overLimit: true, keepPlace: false })
  const before = await history(tube.id)

  const { deletionId } = (await lab.post(`/samples/delete?id=${tube.id}`, {})).json()
  expect((await list()).total).toBe(0)
  await ok(lab.post('/deletions/undo', { deletionId }))
  expect(await history(tube.id)).toEqual(before)
  expect(await sampleOf(tube.id)).toMatchObject({ custody: 'CHECKED_OUT', thawCount: 2 })
  expect((await list({ show: 'to-confirm' })).total).toBe(1)
  expect((await undo([out?.eventId ?? 0])).statusCode).toBe(200)
  expect(await placeOf(tube.id)).toMatchObject({ inStorage: true })
})

test('a tube that waits to be put away is in that list again after it was deleted and restored', async () => {
  const tube = await addPlaced(await addBox())
  await checkOut([tube.alias])
  await giveBack([tube.alias])
  const before = await list({ show: 'to-put-away' })
  const { deletionId } = (await lab.post(`/samples/delete?id=${tube.id}`, {})).json()
  expect((await list({ show: 'to-put-away' })).total).toBe(0)
  await ok(lab.post('/deletions/undo', { deletionId }))
  expect(await list({ show: 'to-put-away' })).toEqual(before)
  expect(before.total).toBe(1)
})

test('a missing tube that is returned waits to be put away, and not after the undo', async () => {
  const tube = await addPlaced(await addBox())
  await setTo([tube.id], 'MISSING')
  const [back] = await giveBack([tube.alias])
  expect((await list({ show: 'to-put-away' })).samples).toMatchObject([{ id: tube.id, isToPutAway: true }])
  await ok(undo([back?.eventId ?? 0]))
  expect((await list({ show: 'to-put-away' })).total).toBe(0)
})

test('an erasure empties the reasons and purposes of the samples of the subject, and of nobody else', async () => {
  const [one, other] = [
    await lab.addSample({ subject_id: 'NB-77' }),
    await lab.addSample({ subject_id: 'NB-78', name: 'other' }),
  ]
  await checkOut([one.alias, other.alias], { purpose: 'for the clinic' })
  await setTo([one.id, other.id], 'MISSING', 'lost by the courier')
  await turnOnRoles(lab)
  await ok(
    lab.post('/subjects/erase', {
      subjectId: 'NB-77',
      reason: 'withdrawn',
      samples: 'keep',
    }),
  )
  const texts = async (id: string) =>
    (await history(id)).events.map(({ reason, purpose }) => reason + purpose)
  expect(await texts(one.id)).toEqual(['', ''])
  expect(await texts(other.id)).toEqual(['lost by the courier', 'for the clinic'])
  const { rows } = await sql<{ content: string }>`
    select after::text as content from audit_event where entity_id = ${one.id} and action like 'custody.%'
  `.execute(lab.db)
  expect(rows.map(({ content }) => content ?? '').join()).not.toMatch(/clinic|courier/)
})

test('the same request sent twice, as an offline queue does, checks out once and has the time of the scan', async () => {
  const tube = await lab.addSample()
  lab.setNow(minutesLater(60))
  const body = { identifiers: [tube.alias], purpose: 'ELISA', scannedAt: '2026-11-20T09:30:00Z' }
  const send = () => lab.post('/custody/check-out', body, lab.token(), { 'idempotency-key': 'scan-1' })
  expect((await send()).json()).toEqual((await send()).json())
  const { events } = await history(tube.id)
  expect(events).toMatchObject([{ via: 'check-out', at: '2026-11-20T09:30:00.000Z', canUndo: true }])
  expect(await auditEventsOf(lab, 'custody.check-out')).toMatchObject([
    { at: lab.app.now(), after: { scannedAt: '2026-11-20T09:30:00.000Z' } },
  ])
})
