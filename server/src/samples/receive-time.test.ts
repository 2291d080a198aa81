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
