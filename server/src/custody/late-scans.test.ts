import type { CustodyEvent } from '@lims/contract/custody-api.ts'
import { expect, test } from 'vitest'
import { auditEventsOf } from '../../test/audit-events.ts'
import { custodyCalls } from '../../test/custody-calls.ts'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

/** Scans that were made without a connection, and sent after another person had the tube. */
const lab = await openLab()
const { addBox, addPlaced, checkOut, setTo } = custodyCalls(lab)

const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`)
const later = (time: string) => lab.setNow(at(time))
const custodyOf = async (id: string) => (await lab.get('/samples/get', { id })).json().sample.custody
const history = async (sampleId: string) =>
  (await ok<{ events: CustodyEvent[] }>(lab.get('/custody/history', { sampleId }))).events
const signInBo = () => lab.signIn('bo', 'Bo Chen')

/** Ada has the tube from 9:00 on; Bo returns it and checks it out. */
async function takenByBo(alias: string) {
  await checkOut([alias])
  const bo = await signInBo()
  later('10:30')
  await ok(lab.post('/custody/return', { identifiers: [alias] }, bo))
  later('10:31')
  await ok(lab.post('/custody/check-out', { identifiers: [alias], purpose: 'PCR' }, bo))
  later('11:00')
}

test.each([
  ['with its time', {}],
  ['where its time is not accepted', { scannedAt: '2026-11-20T08:30:00Z', nowIfRefused: true }],
])('a return that was scanned before another person took the tube is refused, %s', async (_case, more) => {
  const tube = await addPlaced(await addBox())
  await takenByBo(tube.alias)
  const body = { identifiers: [tube.alias], scannedAt: '2026-11-20T10:00:00Z', ...more }
  const refused = await lab.post('/custody/return', body)
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    {
      code: 'custody-not-possible',
      message: `NB-001 (${tube.alias}) was checked out since this scan: Bo Chen has it since 2026-11-20 10:31 UTC.`,
    },
  ])
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')

  const later = { identifiers: [tube.alias], scannedAt: '2026-11-20T10:45:00Z' }
  expect((await lab.post('/custody/return', later)).statusCode).toBe(200)
})

test('of several tubes none is returned', async () => {
  const box = await addBox()
  const [one, other] = [await addPlaced(box, 'A1', 'one'), await addPlaced(box, 'A2', 'other')]
  await checkOut([other.alias])
  await takenByBo(one.alias)
  const body = { identifiers: [one.alias, other.alias], scannedAt: '2026-11-20T10:00:00Z' }
  expect((await lab.post('/custody/return', body)).json().message).toMatch(
    /10:31 UTC. Nothing was returned.$/,
  )
  expect(await custodyOf(other.id)).toBe('CHECKED_OUT')
})

test('a person returns what they checked out, although the check-out has a later time than the return', async () => {
  const tube = await lab.addSample()
  later('11:00')
  // From before the sign-in: the check-out has the time of its request.
  const scan = (time: string) => ({ identifiers: [tube.alias], scannedAt: at(time), nowIfRefused: true })
  await ok(lab.post('/custody/check-out', { ...scan('08:00'), purpose: 'ELISA' }))
  await ok(lab.post('/custody/return', scan('08:05')))
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
})

test('the clocks of two computers may differ by a minute', async () => {
  const tube = await lab.addSample()
  later('10:31')
  await ok(lab.post('/custody/check-out', { identifiers: [tube.id], purpose: 'PCR' }, await signInBo()))
  later('11:00')
  const scan = (scannedAt: string) => lab.post('/custody/return', { identifiers: [tube.id], scannedAt })
  expect((await scan('2026-11-20T10:29:59Z')).statusCode).toBe(409)
  expect((await scan('2026-11-20T10:30:00Z')).statusCode).toBe(200)
})

test('a scan from a computer with a wrong clock has the time by the clock of the server', async () => {
  const box = await addBox()
  const [tube, other] = [await addPlaced(box, 'A1'), await addPlaced(box, 'A2', 'other')]
  await checkOut([other.alias])
  await takenByBo(tube.alias)
  // By its clock it is 10:15, or 15:00.
  const send = (path: string, body: object, sentAt: string, token = lab.token()) =>
    lab.post(path, body, token, { 'sent-at': at(sentAt).toISOString() })
  const scan = (scannedAt: string) => ({ identifiers: [tube.alias], scannedAt: at(scannedAt) })
  expect((await send('/custody/return', scan('09:40'), '10:15')).statusCode).toBe(409)
  expect((await send('/custody/return', scan('10:14'), '10:15')).statusCode).toBe(200)
  expect((await history(tube.id))[0]).toMatchObject({ via: 'return', at: at('10:59').toISOString() })

  const ahead = { identifiers: [other.alias], scannedAt: at('14:58') }
  expect((await send('/custody/return', ahead, '15:00')).statusCode).toBe(200)
  expect((await history(other.id))[0]).toMatchObject({ via: 'return', at: at('10:58').toISOString() })
})

test.each(['2026-11-20T10:15:00', '1764255605', 'Fri, 20 Nov 2026 10:15:00 GMT', ''])(
  'a time of sending that does not say its offset, such as %j, is refused: no scan is shifted by hours',
  async (sentAt) => {
    const tube = await addPlaced(await addBox())
    await checkOut([tube.alias])
    later('11:00')
    const scan = { identifiers: [tube.alias], scannedAt: at('10:45') }
    const refused = await lab.post('/custody/return', scan, lab.token(), { 'sent-at': sentAt })
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {
        code: 'request-invalid',
        message: 'Sent-At must be a time such as 2026-11-20T09:30:00Z',
        field: 'Sent-At',
      },
    ])
    const extra = { 'sent-at': '2026-11-20T12:00:00+01:00' }
    await ok(lab.post('/custody/return', scan, lab.token(), extra))
    expect((await history(tube.id))[0]).toMatchObject({ via: 'return', at: at('10:45').toISOString() })
  },
)

test('the label of a box confirms what was returned before it, also from a computer with a slow clock', async () => {
  const box = await addBox()
  const tube = await addPlaced(box)
  await takenByBo(tube.alias)
  await ok(lab.post('/custody/return', { identifiers: [tube.alias] }, await signInBo()))
  const putAway = { storageId: box, scannedAt: at('10:15') }
  const extra = { 'sent-at': at('10:15').toISOString() }
  expect(await ok(lab.post('/custody/put-away', putAway, lab.token(), extra))).toMatchObject({ count: 1 })
})

test('a tube that became missing after the scan is found by its return', async () => {
  const tube = await lab.addSample()
  await checkOut([tube.alias])
  later('10:31')
  await ok(
    lab.post(
      '/custody/set',
      { sampleIds: [tube.id], custody: 'MISSING', reason: 'not in its cell' },
      await signInBo(),
    ),
  )
  later('11:00')
  await ok(lab.post('/custody/return', { identifiers: [tube.alias], scannedAt: '2026-11-20T10:00:00Z' }))
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
})

test('a scan into a cell does not end a check-out that is later than the scan', async () => {
  const box = await addBox()
  const tube = await lab.addSample()
  await takenByBo(tube.alias)
  const body = { sampleId: tube.id, storageId: box, location: 'A1', scannedAt: '2026-11-20T10:00:00Z' }
  const refused = await lab.post('/samples/associate', body)
  expect(refused.json()).toMatchObject({
    code: 'custody-not-possible',
    message: expect.stringMatching(/Bo Chen/),
  })
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')
  const location = async () => (await lab.get('/samples/location', { sampleId: tube.id })).json()
  expect(await location()).toMatchObject({ inStorage: false })

  await ok(lab.post('/samples/associate', { ...body, scannedAt: '2026-11-20T10:45:00Z' }))
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
})

test('nor does one that moves a tube out of its kept cell', async () => {
  const box = await addBox()
  const tube = await addPlaced(box)
  await takenByBo(tube.alias)
  const cell = { sampleId: tube.id, storageId: box, rowCoordinate: 2, columnCoordinate: 2 }
  const body = { moves: [cell], scannedAt: '2026-11-20T10:00:00Z' }
  expect((await lab.post('/samples/arrange', body)).json()).toMatchObject({ code: 'custody-not-possible' })
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')
  await ok(lab.post('/samples/arrange', { moves: [cell] }))
  expect(await custodyOf(tube.id)).toBe('AVAILABLE')
})

test.each(['/samples/associate', '/samples/arrange'])(
  'a scan into a cell does not end the return that another person made after it: %s',
  async (path) => {
    const box = await addBox()
    const tube = await lab.addSample()
    await takenByBo(tube.alias)
    await ok(lab.post('/custody/return', { identifiers: [tube.alias] }, await signInBo()))
    const cell = { sampleId: tube.id, storageId: box, rowCoordinate: 1, columnCoordinate: 1 }
    const scan = path === '/samples/arrange' ? { moves: [cell] } : cell
    const refused = await lab.post(path, { ...scan, scannedAt: '2026-11-20T10:00:00Z' })
    expect(refused.json()).toEqual({
      code: 'custody-not-possible',
      message: `NB-001 (${tube.alias}) was returned since this scan, by Bo Chen: it is available since 2026-11-20 11:00 UTC.`,
    })
    const toPutAway = async () => (await lab.get('/custody/list', { show: 'to-put-away' })).json().total
    expect(await toPutAway()).toBe(1)
    later('11:10')
    await ok(lab.post(path, { ...scan, scannedAt: '2026-11-20T11:05:00Z' }))
    expect(await toPutAway()).toBe(0)
  },
)

test('a returned tube that another person has checked out since is not put into a cell', async () => {
  const box = await addBox()
  const tube = await addPlaced(box)
  await checkOut([tube.alias], { keepPlace: false })
  await ok(lab.post('/custody/return', { identifiers: [tube.alias] }))
  const [waiting] = (await lab.get('/custody/list', { show: 'to-put-away' })).json().samples
  const bo = await signInBo()
  later('10:31')
  await ok(lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR' }, bo))
  const { freeCell, custodyEventId } = waiting
  const { storageId, rowCoordinate, columnCoordinate } = freeCell
  const body = { sampleId: tube.id, storageId, rowCoordinate, columnCoordinate, custodyEventId }
  expect((await lab.post('/samples/associate', body)).json()).toEqual({
    code: 'custody-not-possible',
    message: `NB-001 (${tube.alias}) was checked out since it was listed: Bo Chen has it since 2026-11-20 10:31 UTC.`,
  })
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')

  await ok(lab.post('/custody/return', { identifiers: [tube.alias] }, bo))
  expect((await lab.post('/samples/associate', body)).json()).toEqual({
    code: 'custody-not-possible',
    message: `The custody of NB-001 (${tube.alias}) has changed since it was listed, by Bo Chen (2026-11-20 10:31 UTC).`,
  })
  const [again] = (await lab.get('/custody/list', { show: 'to-put-away' })).json().samples
  await ok(lab.post('/samples/associate', { ...body, custodyEventId: again.custodyEventId }))
})

test.each(['released by a pick list', 'set by hand', 'missing'])(
  'a check-out that was scanned before another person had the tube is refused, also if it was %s since',
  async (since) => {
    const tube = await addPlaced(await addBox())
    const bo = await signInBo()
    later('10:10')
    await ok(lab.post('/custody/check-out', { identifiers: [tube.alias], purpose: 'PCR' }, bo))
    later('10:30')
    await ok(lab.post('/custody/return', { identifiers: [tube.alias] }, bo))
    later('10:40')
    const set = (custody: string) =>
      lab.post('/custody/set', { sampleIds: [tube.id], custody, reason: 'label' }, bo)
    if (since === 'missing') await ok(set('MISSING'))
    else if (since === 'set by hand') await ok(set('QUARANTINED').then(() => set('AVAILABLE')))
    else {
      const made = { name: 'Friday', sampleIds: [tube.id] }
      const { pickList } = await ok<{ pickList: { id: string } }>(lab.post('/picks/create', made, bo))
      await ok(lab.post('/picks/close', { pickListId: pickList.id }, bo))
    }
    later('11:00')
    const before = await custodyOf(tube.id)
    const body = { identifiers: [tube.alias], purpose: 'ELISA', scannedAt: '2026-11-20T10:00:00Z' }
    expect((await lab.post('/custody/check-out', body)).json()).toEqual({
      code: 'custody-not-possible',
      message: `NB-001 (${tube.alias}) was returned since this scan, by Bo Chen (2026-11-20 10:30 UTC).`,
    })
    expect(await custodyOf(tube.id)).toBe(before)
    await ok(lab.post('/custody/check-out', { ...body, scannedAt: '2026-11-20T10:50:00Z' }))
  },
)

test('a check-out of another person that was undone does not count', async () => {
  const tube = await lab.addSample()
  const bo = await signInBo()
  later('10:31')
  const taken = { identifiers: [tube.alias], purpose: 'PCR' }
  const { tubes } = await ok<{ tubes: { eventId: number }[] }>(lab.post('/custody/check-out', taken, bo))
  await ok(lab.post('/custody/undo', { eventIds: [tubes[0]?.eventId] }, bo))
  later('11:00')
  await checkOut([tube.alias], { scannedAt: '2026-11-20T10:00:00Z' })
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')
})

test('a check-out that was scanned before another person returned the tube is refused', async () => {
  const tube = await addPlaced(await addBox())
  await takenByBo(tube.alias)
  await ok(lab.post('/custody/return', { identifiers: [tube.alias] }, await signInBo()))
  const body = { identifiers: [tube.alias], purpose: 'ELISA', scannedAt: '2026-11-20T10:00:00Z' }
  expect((await lab.post('/custody/check-out', body)).json()).toEqual({
    code: 'custody-not-possible',
    message: `NB-001 (${tube.alias}) was returned since this scan, by Bo Chen: it is available since 2026-11-20 11:00 UTC.`,
  })
  expect((await history(tube.id))[0]).toMatchObject({ via: 'return', person: { name: 'Bo Chen' } })
  await ok(lab.post('/custody/check-out', { ...body, scannedAt: '2026-11-20T11:00:00Z' }))
})

test('a pick that was scanned before another person found the tube is refused', async () => {
  const tube = await addPlaced(await addBox())
  const made = { name: 'Friday', sampleIds: [tube.id] }
  const { pickList } = await ok<{ pickList: { id: string } }>(lab.post('/picks/create', made))
  await ok(
    lab.post('/picks/not-found', { pickListId: pickList.id, sampleId: tube.id, reason: 'the cell is empty' }),
  )
  const bo = await signInBo()
  later('10:31')
  await ok(lab.post('/custody/return', { identifiers: [tube.alias] }, bo))
  later('11:00')
  const body = { pickListId: pickList.id, code: tube.alias, scannedAt: '2026-11-20T10:00:00Z' }
  expect((await lab.post('/picks/pick', body)).json()).toMatchObject({
    code: 'custody-not-possible',
    message: expect.stringMatching(/was found since this scan, by Bo Chen: it is available since/),
  })
  await ok(lab.post('/picks/pick', { ...body, scannedAt: '2026-11-20T10:45:00Z' }))
})

test('a missing tube that was taken before it was reported missing is found and checked out', async () => {
  const tube = await lab.addSample()
  later('10:31')
  await ok(
    lab.post('/custody/set', { sampleIds: [tube.id], custody: 'MISSING', reason: 'empty' }, await signInBo()),
  )
  later('11:00')
  await checkOut([tube.alias], { scannedAt: '2026-11-20T10:00:00Z' })
  expect(await custodyOf(tube.id)).toBe('CHECKED_OUT')
})

test.each(['of the label of a box', 'of tubes'])(
  'a scan %s confirms what was returned before it, and what its person returned',
  async (scanned) => {
    const box = await addBox()
    const names = ['before', 'after', 'own'] as const
    const [before, after, own] = [
      await addPlaced(box, 'A1', names[0]),
      await addPlaced(box, 'A2', names[1]),
      await addPlaced(box, 'A3', names[2]),
    ]
    await checkOut([before.alias, after.alias, own.alias])
    const bo = await signInBo()
    const returnAt = async (time: string, { alias }: { alias: string }, token?: string) => {
      later(time)
      await ok(lab.post('/custody/return', { identifiers: [alias] }, token))
    }
    await returnAt('09:50', before, bo)
    await returnAt('10:45', after, bo)
    // Scanned before the label, with a time that was not accepted.
    await returnAt('10:50', own)
    later('11:00')

    const chosen = scanned === 'of tubes' ? { sampleIds: [before.id, after.id, own.id] } : { storageId: box }
    const body = { ...chosen, scannedAt: '2026-11-20T10:00:00Z' }
    const { sampleIds } = await ok<{ sampleIds: string[] }>(lab.post('/custody/put-away', body))
    expect(sampleIds.sort()).toEqual([before.id, own.id].sort())
    const { samples } = (await lab.get('/custody/list', { show: 'to-put-away' })).json()
    expect(samples).toMatchObject([{ id: after.id }])
    expect(await auditEventsOf(lab, 'custody.put-away')).toMatchObject([
      { after: { scannedAt: '2026-11-20T10:00:00.000Z' } },
      { after: { scannedAt: '2026-11-20T10:00:00.000Z' } },
    ])

    await ok(lab.post('/custody/put-away', chosen))
    expect((await lab.get('/custody/list', { show: 'to-put-away' })).json().total).toBe(0)
  },
)

test.each([
  ['/custody/check-out', { purpose: 'ELISA' }],
  ['/samples/receive', {}],
])(
  'a missing tube is found at the time of its scan, and missing again after the undo: %s',
  async (path, more) => {
    const tube = await lab.addSample({ status: 'UNKNOWN' })
    await setTo([tube.id], 'MISSING')
    later('12:00')
    const scannedAt = '2026-11-20T09:30:00.000Z'
    const isReceipt = path === '/samples/receive'
    const code = isReceipt ? { identifier: tube.alias } : { identifiers: [tube.alias] }
    const { sample, tubes } = await ok<{ sample?: { eventId: number }; tubes?: { eventId: number }[] }>(
      lab.post(path, { ...code, ...more, scannedAt }),
    )
    const found = (await history(tube.id)).find(({ via }) => via === 'find')
    expect(found).toMatchObject({ at: scannedAt })
    expect(await auditEventsOf(lab, 'custody.find')).toMatchObject([
      { at: at('12:00'), after: { custody: 'AVAILABLE', scannedAt } },
    ])

    const eventIds = [sample?.eventId ?? tubes?.[0]?.eventId]
    await ok(lab.post(isReceipt ? '/samples/undo-status' : '/custody/undo', { eventIds }))
    expect(await custodyOf(tube.id)).toBe('MISSING')
  },
)

test.each(['MISSING', 'QUARANTINED'])(
  'a check-out that was scanned before a %s tube was set to AVAILABLE by hand is refused',
  async (custody) => {
    const tube = await addPlaced(await addBox())
    await setTo([tube.id], custody)
    const bo = await signInBo()
    later('10:30')
    await ok(lab.post('/custody/set', { sampleIds: [tube.id], custody: 'AVAILABLE', reason: 'found' }, bo))
    later('11:00')
    const body = { identifiers: [tube.alias], purpose: 'ELISA' }
    const refused = await lab.post('/custody/check-out', { ...body, scannedAt: at('10:00') })
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `NB-001 (${tube.alias}) was set to AVAILABLE since this scan, by Bo Chen: it is available since 2026-11-20 10:30 UTC.`,
    ])
    expect(await custodyOf(tube.id)).toBe('AVAILABLE')
    await ok(lab.post('/custody/check-out', { ...body, scannedAt: at('10:45') }))
  },
)

test('a late scan into a cell goes on although the tube was released from quarantine since', async () => {
  const box = await addBox()
  const tube = await addPlaced(box)
  await setTo([tube.id], 'QUARANTINED')
  later('10:30')
  await ok(
    lab.post(
      '/custody/set',
      { sampleIds: [tube.id], custody: 'AVAILABLE', reason: 'passed' },
      await signInBo(),
    ),
  )
  later('11:00')
  const moves = [{ sampleId: tube.id, storageId: box, rowCoordinate: 2, columnCoordinate: 2 }]
  await ok(lab.post('/samples/arrange', { moves, scannedAt: at('10:00') }))
  const location = (await lab.get('/samples/location', { sampleId: tube.id })).json()
  expect(location).toMatchObject({ storageId: box, location: 'B2' })
})

test('a late check-out goes on although the tube was put into quarantine and released since', async () => {
  const tube = await addPlaced(await addBox())
  const bo = await signInBo()
  const set = (custody: string) =>
    ok(lab.post('/custody/set', { sampleIds: [tube.id], custody, reason: 'by mistake' }, bo))
  later('10:20')
  await set('QUARANTINED')
  later('10:30')
  await set('AVAILABLE')
  later('11:00')
  await checkOut([tube.alias], { scannedAt: at('10:00') })
})
