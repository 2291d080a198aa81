import { expect, test } from 'vitest'
import { openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()
const fromNow = (ms: number) => new Date(testNow.getTime() + ms)
const receive = (identifier: string, scannedAt?: Date) =>
  lab.post('/samples/receive', { identifier, scannedAt: scannedAt?.toISOString() })

test('B5 a clock may be a minute ahead, and not a millisecond more', async () => {
  const [one, other] = [await lab.addSample(), await lab.addSample()]
  const accepted = await receive(one.id, fromNow(60_000))
  expect(accepted.json().sample.receivedTimestamp).toBe(testNow.toISOString())
  const refused = await receive(other.id, fromNow(60_001))
  expect(refused.json().message).toBe('scannedAt must not be in the future')
})

test('B5 a scan at the moment of the sign-in counts, and one a millisecond earlier does not', async () => {
  const [one, other] = [await lab.addSample(), await lab.addSample()]
  lab.setNow(fromNow(3_600_000))
  const accepted = await receive(one.id, testNow)
  expect(accepted.json().sample.receivedTimestamp).toBe(testNow.toISOString())
  const refused = await receive(other.id, fromNow(-1))
  expect(refused.json().message).toBe('scannedAt must not be before the sign-in')
})

test('the audit event of a receipt names the sample and the version that it has made', async () => {
  const { id } = await lab.addSample()
  await receive(id)
  const { version } = (await lab.get('/samples/get', { id })).json().sample
  const event = await lab.db
    .selectFrom('audit_event')
    .select(['entity_type', 'entity_id', 'after'])
    .where('action', '=', 'sample.receive')
    .executeTakeFirstOrThrow()
  expect(event).toEqual({ entity_type: 'sample', entity_id: id, after: { status: 'RECEIVED', version } })
})

test('B5 a scan is compared with the sign-in of the person who sends it', async () => {
  const { id } = await lab.addSample()
  lab.setNow(fromNow(3_600_000))
  const bo = await lab.signIn('bo', 'Bo Chen')
  const body = { identifier: id, scannedAt: fromNow(1_800_000).toISOString() }
  expect((await lab.post('/samples/receive', body, bo)).json().message).toBe(
    'scannedAt must not be before the sign-in',
  )
  expect((await lab.post('/samples/receive', body)).statusCode).toBe(200)
})

test('B5 a time that is not accepted counts as now if the request says so, and the request is done once', async () => {
  const { id } = await lab.addSample()
  const body = { identifier: id, scannedAt: fromNow(180_000).toISOString(), nowIfRefused: true }
  const send = () => lab.post('/samples/receive', body, lab.token(), { 'idempotency-key': 'scan-1' })
  const received = (await send()).json()
  expect(received.sample).toMatchObject({ receivedTimestamp: testNow.toISOString() })

  // The reply was lost. By now the time would be accepted.
  lab.setNow(fromNow(300_000))
  expect((await send()).json()).toEqual(received)
})

test.each([
  ['/custody/check-out', { purpose: 'ELISA' }],
  ['/custody/return', {}],
])('B5 so does one from before the sign-in: %s', async (path, more) => {
  const { id } = await lab.addSample()
  if (path === '/custody/return') {
    await lab.post('/custody/check-out', { identifiers: [id], purpose: 'ELISA' })
  }
  const body = { identifiers: [id], scannedAt: fromNow(-1).toISOString(), ...more }
  expect((await lab.post(path, body)).json().message).toBe('scannedAt must not be before the sign-in')
  expect((await lab.post(path, { ...body, nowIfRefused: true })).statusCode).toBe(200)
  const { events } = (await lab.get('/custody/history', { sampleId: id })).json()
  expect(events[0].at).toBe(testNow.toISOString())
})
