import { expect, test } from 'vitest'
import { changeCustody } from '../../test/change-custody.ts'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { receiveSample } from './receive-sample.ts'

const lab = await openLab()
const receive = (body: object, token?: string) => lab.post('/samples/receive', body, token)
const history = async (id: string) =>
  (await lab.get('/samples/lifecycle-history', { sampleId: id })).json().events

test('RECV-08 RECV-09 receives a sample by its id; the history shows who and when', async () => {
  const { id } = await lab.addSample({ name: 'NB-001' })

  const reply = await receive({ identifier: id, notes: 'on dry ice' })

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({ success: true, sample: { id, name: 'NB-001', status: 'RECEIVED' } })
  expect(await history(id)).toEqual([
    {
      id: expect.any(Number),
      sampleId: id,
      fromStatus: 'UNKNOWN',
      status: 'RECEIVED',
      timestamp: testNow.toISOString(),
      userId: 'ada',
      userName: 'Ada Lindqvist',
      notes: 'on dry ice',
      undoes: null,
      isUndone: false,
      canUndo: true,
    },
  ])
  const { sample } = (await lab.get('/samples/get', { id })).json()
  expect(sample).toMatchObject({ status: 'RECEIVED', receivedTimestamp: testNow.toISOString(), version: 2 })
})

test.each([
  ['in lower case', (alias: string) => alias.toLowerCase()],
  ['with spaces around it', (alias: string) => `  ${alias} `],
])('RECV-10 receives a sample by its tube ID %s', async (_, typed) => {
  const { id, alias } = await lab.addSample()
  const reply = await receive({ identifier: typed(alias) })
  expect(reply.json().sample.id).toBe(id)
})

test('RECV-09 finds an id in upper case, as in the QR code', async () => {
  const { id } = await lab.addSample()
  expect((await receive({ identifier: id.toUpperCase() })).statusCode).toBe(200)
})

test.each(['RECEIVED', 'PROCESSED', 'QC_PASS', 'QC_FAIL', 'SEQUENCED', 'SENT_TO_C2N'] as const)(
  'RECV-07 rejects a sample that is %s and changes nothing',
  async (status) => {
    const { id } = await lab.addSample({ name: 'NB-001', status })

    const reply = await receive({ identifier: id })

    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toEqual({
      code: 'sample-not-receivable',
      message: `NB-001 is ${status.replaceAll('_', ' ')}. Only samples with status UNKNOWN or COLLECTED can be received.`,
      sampleId: id,
    })
    expect(await history(id)).toEqual([])
  },
)

const onlyReceivable = 'Only samples with status UNKNOWN or COLLECTED can be received.'

test('RECV-07 a tube that is scanned twice is refused with who received it, and when', async () => {
  const { id, alias } = await lab.addSample({ name: 'NB-001' })
  await receive({ identifier: alias })
  lab.setNow(minutesLater(3))
  const bo = await lab.signIn('bo', 'Bo Chen')
  const again = await receive({ identifier: alias }, bo)
  expect([again.statusCode, again.json()]).toEqual([
    409,
    {
      code: 'sample-not-receivable',
      message: `NB-001 is RECEIVED. It was received by Ada Lindqvist (2026-11-20 09:00 UTC). ${onlyReceivable}`,
      sampleId: id,
    },
  ])
})

test('RECV-07 a tube that was registered as received is refused with who registered it, and when', async () => {
  const registered = { name: 'NB-001', batchId: await lab.addBatch(), type: 'DNA', status: 'RECEIVED' }
  const { sample } = (await lab.post('/samples/add', registered)).json()
  expect((await receive({ identifier: sample.id })).json().message).toBe(
    `NB-001 is RECEIVED. It was registered as RECEIVED by Ada Lindqvist (2026-11-20 09:00 UTC). ${onlyReceivable}`,
  )
})

test('RECV-07 a tube that has been processed since is refused with who did that, undone receipts left aside', async () => {
  const { id } = await lab.addSample({ name: 'NB-001' })
  const { eventId } = (await receive({ identifier: id })).json().sample
  expect((await lab.post('/samples/undo-status', { eventIds: [eventId] })).statusCode).toBe(200)
  lab.setNow(minutesLater(3))
  const bo = await lab.signIn('bo', 'Bo Chen')
  expect((await receive({ identifier: id }, bo)).statusCode).toBe(200)
  const message = async () => (await receive({ identifier: id })).json().message
  expect(await message()).toContain(' It was received by Bo Chen (2026-11-20 09:03 UTC). ')
  lab.setNow(minutesLater(8))
  const process = { sampleId: id, newStatus: 'PROCESSED' }
  expect((await lab.post('/samples/update-lifecycle', process)).statusCode).toBe(200)
  expect(await message()).toBe(
    `NB-001 is PROCESSED. It was set to PROCESSED by Ada Lindqvist (2026-11-20 09:08 UTC). ${onlyReceivable}`,
  )
})

test.each([
  ['CHECKED_OUT', 'checked out', 'scan it as returned on the page Check out and return.'],
  ['MISSING', 'missing', 'scan it as returned on the page Check out and return.'],
  ['DISPOSED', 'disposed of', 'correct its custody on the page of the sample.'],
])('RECV-07 a tube that comes back and is %s is refused with what to do', async (custody, words, advice) => {
  const { id } = await lab.addSample({ name: 'NB-001', status: 'PROCESSED' })
  const change =
    custody === 'CHECKED_OUT'
      ? await lab.post('/custody/check-out', { identifiers: [id], purpose: 'to the partner' })
      : await lab.post('/custody/set', { sampleIds: [id], custody, reason: 'not in the parcel' })
  expect(change.statusCode).toBe(200)
  expect((await receive({ identifier: id })).json().message).toBe(
    `NB-001 is PROCESSED. ${onlyReceivable} It is recorded as ${words}. If this is its tube, ${advice}`,
  )
})

test('ERR-46 replies 404 for an unknown tube', async () => {
  const reply = await receive({ identifier: 'T9999999' })
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({ code: 'sample-not-found', message: 'Sample not found' })
})

test('a name that is typed in place of the tube ID is said to be one, with the tube ID', async () => {
  const refusal = async (identifier: string) => {
    const reply = await receive({ identifier })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'sample-not-found'])
    return reply.json().message
  }
  const { alias } = await lab.addSample({ name: 'BA-0003' })
  expect(await refusal('ba-0003')).toBe(
    `ba-0003 is the name of a sample, not a tube ID. The tube ID is ${alias}.`,
  )
  await lab.addSample({ name: 'BA-0003' })
  expect(await refusal('BA-0003')).toBe('BA-0003 is the name of several samples, not a tube ID.')
})

test('VALID-23 requires an identifier', async () => {
  const reply = await receive({ identifier: '   ' })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().message).toBe('Please scan or enter a sample identifier')
})

test('accepts one of ten concurrent scans of a tube', async () => {
  const { id } = await lab.addSample()

  const replies = await Promise.all(Array.from({ length: 10 }, () => receive({ identifier: id })))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
  expect(await history(id)).toHaveLength(1)
})

test('a repeated request with the same Idempotency-Key gets the first reply and changes nothing', async () => {
  const { id } = await lab.addSample()
  const send = () =>
    lab.post('/samples/receive', { identifier: id }, undefined, { 'idempotency-key': 'scan-1' })

  const replies = await Promise.all([send(), send(), send()])
  const later = await send()

  for (const reply of [...replies, later]) {
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual(replies[0]?.json())
  }
  expect(await history(id)).toHaveLength(1)
})

test('a scan that a page of an earlier version has sent gets its reply when a newer one sends it again', async () => {
  const { id } = await lab.addSample()
  const key = { 'idempotency-key': 'scan-3' }
  const body = { identifier: id, scannedAt: testNow.toISOString() }
  const [first, again] = [
    await lab.post('/samples/receive', body, undefined, key),
    await lab.post('/samples/receive', { ...body, nowIfRefused: true }, undefined, key),
  ]
  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
})

test('rejects an Idempotency-Key that was used for another request', async () => {
  const { id } = await lab.addSample()
  const key = { 'idempotency-key': 'scan-2' }
  await lab.post('/samples/receive', { identifier: id }, undefined, key)

  const reply = await lab.post('/samples/receive', { identifier: 'another' }, undefined, key)

  expect(reply.statusCode).toBe(409)
  expect(reply.json().code).toBe('idempotency-key-reused')
})

test('every receipt records an audit event that cannot be changed', async () => {
  const { id } = await lab.addSample()
  await receive({ identifier: id })

  const event = await lab.db
    .selectFrom('audit_event')
    .selectAll()
    .where('entity_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({
    person_id: 'ada',
    action: 'sample.receive',
    before: { status: 'UNKNOWN' },
    after: { status: 'RECEIVED' },
    at: testNow,
  })
  await expect(lab.db.updateTable('audit_event').set({ person_id: 'bo' }).execute()).rejects.toThrow(
    /takes no UPDATE/,
  )
  await expect(lab.db.deleteFrom('audit_event').execute()).rejects.toThrow(/takes no DELETE/)
})

test.each(['AVAILABLE', 'MISSING'])(
  'a receipt that is sent later counts as a change of that moment, for a sample that was %s',
  async (custody) => {
    const { id } = await lab.addSample()
    const set = { sampleIds: [id], custody, reason: 'not in its cell' }
    if (custody === 'MISSING') expect((await lab.post('/custody/set', set)).statusCode).toBe(200)
    lab.setNow(minutesLater(20))
    await lab.post('/samples/update', { id, notes: 'clear' })
    lab.setNow(minutesLater(40))
    const reply = await receive({ identifier: id, scannedAt: minutesLater(10).toISOString() })
    expect(reply.statusCode, reply.body).toBe(200)
    const { sample } = (await lab.get('/samples/get', { id })).json()
    expect(sample.receivedTimestamp).toBe(minutesLater(10).toISOString())
    expect(sample.metadata.updatedAt).toBe(minutesLater(40).toISOString())
  },
)

test('B5 the received time is the time of the scan; the audit event has the time of sending', async () => {
  const { id } = await lab.addSample()
  lab.setNow(minutesLater(60))
  const reply = await receive({ identifier: id, scannedAt: minutesLater(30).toISOString() })
  expect(reply.json().sample.receivedTimestamp).toBe(minutesLater(30).toISOString())
  const { sample } = (await lab.get('/samples/get', { id })).json()
  expect(sample.receivedTimestamp).toBe(minutesLater(30).toISOString())
  expect((await history(id))[0].timestamp).toBe(minutesLater(30).toISOString())
  const event = await lab.db
    .selectFrom('audit_event')
    .select(['at', 'after'])
    .where('action', '=', 'sample.receive')
    .where('entity_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(event).toEqual({
    at: minutesLater(60),
    after: { status: 'RECEIVED', version: 2, scannedAt: minutesLater(30).toISOString() },
  })
  const stale = await lab.post('/samples/update', { id, notes: 'late', version: 1 })
  expect(stale.json().changes.map(({ field }: { field: string }) => field)).toEqual(['status'])
})

test.each([
  ['in the future', 62, 'scannedAt must not be in the future'],
  ['before the sign-in', -1, 'scannedAt must not be before the sign-in'],
])('B5 a scan %s is refused, and changes nothing', async (_case, minutes, message) => {
  const { id } = await lab.addSample()
  lab.setNow(minutesLater(60))
  const reply = await receive({ identifier: id, scannedAt: minutesLater(minutes).toISOString() })
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { message, field: 'scannedAt' }])
  expect((await lab.get('/samples/get', { id })).json().sample.status).toBe('UNKNOWN')
})

test('B5 a scan time slightly in the future counts as now', async () => {
  const { id } = await lab.addSample()
  const reply = await receive({ identifier: id, scannedAt: minutesLater(0.5).toISOString() })
  expect(reply.json().sample.receivedTimestamp).toBe(testNow.toISOString())
})

test.each([
  ['when it is scanned', testNow],
  ['later', minutesLater(60)],
])('a receipt at once, sent %s, leaves what one in a longer transaction leaves', async (_, now) => {
  const samples = [await lab.addSample({ name: 'NB-001' }), await lab.addSample({ name: 'NB-002' })] as const
  lab.setNow(now)
  const body = { notes: 'on dry ice', scannedAt: testNow.toISOString() }
  const atOnce = await receive({ identifier: samples[0].id, ...body })
  const longer = await inTransaction(lab.db, (trx) =>
    receiveSample(
      trx,
      { identifier: samples[1].id, ...body },
      { userId: 'ada', at: now, signedInAt: testNow },
    ),
  )

  const withoutIds = (sample: object) => ({
    ...sample,
    id: '',
    name: '',
    alias: '',
    batchId: '',
    batchName: '',
    eventId: 0,
  })
  expect(withoutIds(atOnce.json().sample)).toEqual(withoutIds(longer))
  expect(Object.keys(atOnce.json().sample)).toEqual(Object.keys(longer))
  const left = async (id: string) => {
    const {
      id: _event,
      entity_id: _sample,
      ...event
    } = await lab.db
      .selectFrom('audit_event')
      .selectAll()
      .where('entity_id', '=', id)
      .executeTakeFirstOrThrow()
    const history_ = (await history(id)).map((one: object) => ({ ...one, id: 0, sampleId: '' }))
    const { status, version, receivedTimestamp } = (await lab.get('/samples/get', { id })).json().sample
    return { event, history: history_, status, version, receivedTimestamp }
  }
  expect(await left(samples[0].id)).toEqual(await left(samples[1].id))
})

test('the reply saved for an Idempotency-Key is the one that was sent', async () => {
  const { id } = await lab.addSample()
  const key = { 'idempotency-key': 'scan-3' }
  const first = await lab.post('/samples/receive', { identifier: id }, undefined, key)
  const { reply } = await lab.db.selectFrom('answered_request').select('reply').executeTakeFirstOrThrow()
  expect(reply).toEqual(first.json())
})

test('fifty people who receive the same ten tubes with keys of their own: each tube is received once', async () => {
  const samples = [await lab.addSample()]
  while (samples.length < 10) samples.push(await lab.addSample({ name: `NB-${samples.length}` }))
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      lab.post('/samples/receive', { identifier: samples[index % 10]?.alias }, undefined, {
        'idempotency-key': `person-${index}`,
      }),
    ),
  )
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
  expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(40)
  const keys = await lab.db.selectFrom('answered_request').select('key').execute()
  expect(keys).toHaveLength(10)
  const events = await lab.db
    .selectFrom('audit_event')
    .select('id')
    .where('action', '=', 'sample.receive')
    .execute()
  expect(events).toHaveLength(10)
})

test('a repeated receipt gets its saved reply also after a later sign-in, which would refuse the time of the scan', async () => {
  const { id } = await lab.addSample()
  const body = { identifier: id, scannedAt: testNow.toISOString() }
  const key = { 'idempotency-key': 'scan-4' }
  const first = await lab.post('/samples/receive', body, undefined, key)
  expect(first.statusCode, first.body).toBe(200)
  lab.setNow(minutesLater(60))
  const repeated = await lab.post('/samples/receive', body, await lab.signIn('ada', 'Ada Lindqvist'), key)
  expect(repeated.statusCode, repeated.body).toBe(200)
  expect(repeated.body).toBe(first.body)
})

test('an unknown tube is said to be unknown, whatever the time of the scan', async () => {
  const reply = await receive({ identifier: 'T9999', scannedAt: minutesLater(-60).toISOString() })
  expect(reply.json()).toMatchObject({ code: 'sample-not-found' })
})

test('a missing sample that is received is found, with an audit event for each', async () => {
  const { id } = await lab.addSample()
  await changeCustody(lab, id, { from: 'AVAILABLE', to: 'MISSING', via: 'set' })
  const reply = await receive({ identifier: id })
  expect(reply.statusCode, reply.body).toBe(200)
  const events = await lab.db.selectFrom('audit_event').select('action').where('entity_id', '=', id).execute()
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['custody.find', 'sample.receive']),
  )
  expect((await lab.get('/samples/get', { id })).json().sample).toMatchObject({
    custody: 'AVAILABLE',
    status: 'RECEIVED',
  })
})

test.each([
  ['DEPLETED', 'depleted'],
  ['DISPOSED', 'disposed of'],
] as const)('a sample that is recorded as %s is refused, and stays so', async (custody, words) => {
  const { id, alias } = await lab.addSample({ name: 'NB-001' })
  await changeCustody(lab, id, { from: 'AVAILABLE', to: custody, via: 'set' })
  const reply = await receive({ identifier: alias })
  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    {
      code: 'sample-not-receivable',
      message: `NB-001 is recorded as ${words}. If this is its tube, correct its custody on the page of the sample first.`,
      sampleId: id,
    },
  ])
  expect((await lab.get('/samples/get', { id })).json().sample).toMatchObject({ status: 'UNKNOWN', custody })
})
