import { expect, test } from 'vitest'
import { minutesLater, openLab, testNow } from '../../test/lab.ts'

const lab = await openLab()

const past = {
  code: 'request-invalid',
  message: 'expectedReturn must not be in the past',
  field: 'expectedReturn',
}

/** Checks a new tube out. */
async function checkOut(
  expectedReturn: string,
  { token, ...scan }: { scannedAt?: string; nowIfRefused?: true; token?: string } = {},
) {
  const { alias } = await lab.addSample()
  const body = { identifiers: [alias], purpose: 'ELISA', expectedReturn, ...scan }
  return lab.post('/custody/check-out', body, token)
}

test.each(['2026-11-26T09:00:00Z', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00+14:00'])(
  'a tube may be expected back by %s: the day of today passes wherever the person is',
  async (expectedReturn) => {
    expect((await checkOut(expectedReturn)).statusCode).toBe(200)
  },
)

test.each(['2025-11-30T23:00:00Z', '2026-11-19T08:59:59Z'])(
  'a tube cannot be expected back by %s, before it is taken',
  async (expectedReturn) => {
    const reply = await checkOut(expectedReturn)
    expect([reply.statusCode, reply.json()]).toEqual([400, past])
  },
)

test('a scan that is sent later counts from the time at which the tube was taken', async () => {
  lab.setNow(minutesLater(11 * 60))
  const expectedReturn = '2026-11-19T15:00:00Z'
  expect((await checkOut(expectedReturn, { scannedAt: testNow.toISOString() })).statusCode).toBe(200)
  expect((await checkOut(expectedReturn)).json()).toEqual(past)
})

test('a scan that is sent after the next sign-in, when its tube is overdue, is recorded', async () => {
  lab.setNow(minutesLater(64 * 60))
  const token = await lab.signIn('ada', 'Ada Lindqvist')
  const scan = { scannedAt: testNow.toISOString(), nowIfRefused: true, token } as const
  const expectedReturn = '2026-11-20T22:59:59Z'
  const [{ id }] = (await checkOut(expectedReturn, scan)).json().tubes
  const { samples } = (await lab.get('/custody/list', { show: 'overdue' }, token)).json()
  expect(samples).toContainEqual(expect.objectContaining({ id, isOverdue: true }))
  expect((await checkOut('2026-11-18T22:59:59Z', scan)).json()).toEqual(past)
})

test('the tubes of a pick list cannot be expected back before they are reserved', async () => {
  const { id } = await lab.addSample()
  const list = { name: 'C2N shipment', sampleIds: [id], expectedReturn: '2025-11-30T23:00:00Z' }
  const reply = await lab.post('/picks/create', list)
  expect([reply.statusCode, reply.json()]).toEqual([400, past])
  expect((await lab.get('/samples/get', { id })).json().sample).toMatchObject({ custody: 'AVAILABLE' })
})
