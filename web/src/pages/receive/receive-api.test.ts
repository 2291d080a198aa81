import { deletionsApi } from '@lims/contract/deletions.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aReceivedSample, aSample } from '../../../test/records.ts'
import { keysOf, server, serverAnswers, serverLosesReplies, serverRefuses } from '../../../test/server.ts'
import { sendersOf, signIn } from '../../../test/session-token.ts'
import { clearToken } from '../../api/stored-token.ts'
import { sendAsOwner } from '../../features/scanning/send-as-owner.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import { receiving } from './receive-api.ts'
import type { ReceiveScan } from './receive-session.ts'

const scanOf = (raw: string, physical?: string): ReceiveScan => ({
  id: 'scan-1',
  readings: physical === undefined ? { raw } : { raw, physical },
  notes: '',
  scannedAt: 0,
  progress: { state: 'sending' },
})
const send = sendAsOwner('ada', receiving)
const { subjectId: _, ...receipt } = aReceivedSample()
const received = { state: 'received', sample: receipt }
const notFound = { code: 'sample-not-found', message: 'Sample not found' } as const
const authentication = 'Authentication Error: Invalid or missing authentication token. Please log in again.'

beforeEach(() => void signIn({ sub: 'ada' }))

test('RECV-01 RECV-02 sends identifier, notes and the key of the scan', async () => {
  const requests = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  expect(await send({ ...scanOf('T0001230'), notes: 'on dry ice' })).toEqual(received)
  expect(requests[0]?.body).toMatchObject({ identifier: 'T0001230', notes: 'on dry ice' })
  expect(requests[0]?.headers.get('idempotency-key')).toBe('scan-1')
})

test('ERR-25 without a token the scan is kept and says why', async () => {
  clearToken()
  expect(await send(scanOf('T1'))).toEqual({ state: 'unsent', reason: authentication })
})

test('a kept scan is sent with the new token of its owner, under the same key, after they have signed in again', async () => {
  const lost = serverLosesReplies(samplesApi.receive)
  expect(await send(scanOf('T1'))).toMatchObject({ state: 'unsent' })
  clearToken()
  const token = signIn({ sub: 'ada', jti: 'session-2' })
  const sent = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  expect(await send(scanOf('T1'))).toEqual(received)
  expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${token}`)
  expect(keysOf([...lost, ...sent])).toEqual(['scan-1', 'scan-1'])
})

test('the second reading of a scan is sent for its owner, whoever is signed in at the reply to the first', async () => {
  const reply = Promise.withResolvers<void>()
  const refused = serverRefuses(samplesApi.receive, 404, notFound, reply.promise)
  const outcome = send(scanOf('è!ç', 'T0001230'))
  await vi.waitFor(() => expect(refused).toHaveLength(1), { timeout: 20_000 })
  signIn({ sub: 'bo', name: 'Bo Chen' })
  reply.resolve()
  await outcome
  expect(sendersOf(refused)).toEqual(['ada', 'ada'])
})

test('ERR-25 a scan is also kept when the server rejects the token', async () => {
  serverRefuses(samplesApi.receive, 401, { code: 'not-signed-in', message: 'This token has ended' })
  expect(await send(scanOf('T1'))).toEqual({ state: 'unsent', reason: authentication })
})

test('a scan is never sent in the name of the next person at this computer', async () => {
  signIn({ sub: 'bo' })
  expect(await send(scanOf('T1'))).toEqual({ state: 'unsent', reason: authentication })
})

test('ERR-26 a refusal shows the message of the server', async () => {
  const message = 'PIL-0002 is SEQUENCED. Only samples with status UNKNOWN or COLLECTED can be received.'
  serverRefuses(samplesApi.receive, 409, { code: 'sample-not-receivable', message })
  expect(await send(scanOf('T1'))).toEqual({ state: 'refused', reason: message })
})

test('RECV-07 a refusal names the time on the clock of the laboratory, and the sample', async () => {
  const at = '2026-11-20 09:12 UTC'
  const message = `PIL-0002 is RECEIVED. It was received by Ada Berg (${at}). Only …`
  serverRefuses(samplesApi.receive, 409, { code: 'sample-not-receivable', message, sampleId: aSample().id })
  expect(await send(scanOf('T1'))).toEqual({
    state: 'refused',
    reason: message.replace(at, formatInstant('2026-11-20T09:12:00Z')),
    sampleId: aSample().id,
  })
})

test("ERR-27 a failure without a message is 'Failed to receive sample'", async () => {
  serverRefuses(samplesApi.receive, 400)
  expect(await send(scanOf('T1'))).toEqual({ state: 'refused', reason: 'Failed to receive sample' })
})

test.each([429, 500, 503])('a scan is kept after a %i reply, which means not now', async (status) => {
  serverRefuses(samplesApi.receive, status)
  expect(await send(scanOf('T1'))).toEqual({ state: 'unsent', reason: 'Failed to receive sample' })
})

test.each([
  ['a page of a Wi-Fi portal is about every scan', '<html>Sign in to the Wi-Fi</html>', {}],
  ['JSON of another shape is about one scan', '{}', { isOwnFailure: true }],
])('a reply that cannot be read: %s', async (_case, body, more) => {
  server.use(http.post(`*/api${samplesApi.receive.path}`, () => new HttpResponse(body, { status: 200 })))
  expect(await send(scanOf('T1'))).toEqual({ state: 'unsent', reason: expect.any(String), ...more })
})

const noRoute = '{"message":"no Route matched with those values"}'

test.each([
  ...[400, 401, 403, 404, 405, 502].map((status) => [status, '<html>404 page not found</html>'] as const),
  ...[400, 401, 403, 404, 502].map((status) => [status, noRoute] as const),
])(
  'after the reply %i of a proxy or a Wi-Fi portal, not of the server, the scan is kept (%s)',
  async (status, page) => {
    server.use(http.post(`*/api${samplesApi.receive.path}`, () => new HttpResponse(page, { status })))
    expect(await send(scanOf('T1'))).toMatchObject({ state: 'unsent', reason: 'No response from the server' })
  },
)

test.each([
  [500, 'internal', true],
  [403, 'permission-denied', true],
  [503, 'database-unavailable', undefined],
  [429, 'too-many-requests', undefined],
] as const)('a %i reply (%s) is about one scan: %s', async (status, code, isOwnFailure) => {
  serverRefuses(samplesApi.receive, status, { code, message: 'Not now' })
  expect(await send(scanOf('T1'))).toEqual({
    state: 'unsent',
    reason: 'Not now',
    ...(isOwnFailure && { isOwnFailure }),
  })
})

test('a lost connection keeps the scan', async () => {
  server.use(http.post('*/api/samples/receive', () => HttpResponse.error()))
  expect(await send(scanOf('T1'))).toEqual({ state: 'unsent', reason: 'No response from the server' })
})

test('tries the US reading of a scan when its text on this keyboard is unknown', async () => {
  const requests = serverRefuses(samplesApi.receive, 404, notFound)
  serverAnswers(deletionsApi.find, { deletion: null })
  await send(scanOf('è!ç', 'T0001230'))
  expect(requests.map(({ body }) => body)).toMatchObject([
    { identifier: 'è!ç', notes: '' },
    { identifier: 'T0001230', notes: '' },
  ])
  const keys = requests.map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(2)
})

test('receives the text on this keyboard when it is a sample', async () => {
  serverAnswers(samplesApi.search, { samples: [], totalSamples: 0, totalIsExact: true })
  const requests = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  expect(await send(scanOf('Z0001230', 'Y0001230'))).toEqual(received)
  expect(requests).toHaveLength(1)
})

test('refuses a code that reads as two samples, and receives neither', async () => {
  const samples = [
    aSample({ id: '11111111-1111-4111-8111-111111111111', alias: 'Z0001230', name: 'One' }),
    aSample({ id: '22222222-2222-4222-8222-222222222222', alias: 'Y0001230', name: 'Two' }),
  ]
  serverAnswers(samplesApi.search, ({ query }) => ({
    samples: samples.filter(({ alias }) => alias === query.query),
    totalSamples: 1,
    totalIsExact: true,
  }))
  const requests = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  const outcome = await send(scanOf('Z0001230', 'Y0001230'))
  expect(outcome).toMatchObject({ state: 'refused' })
  expect(JSON.stringify(outcome)).toMatch(/Z0001230 \(One\) or Y0001230 \(Two\)/)
  expect(requests).toEqual([])
})

test('B5 sends the time of the scan, and leaves it to the server if that does not accept it', async () => {
  const scannedAt = Date.parse('2026-11-21T09:41:00Z')
  const requests = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
  await send({ ...scanOf('T1'), scannedAt })
  const time = { scannedAt: '2026-11-21T09:41:00.000Z', nowIfRefused: true }
  expect(requests[0]?.body).toMatchObject(time)
})

const deletion = {
  deletionId: '33333333-3333-4333-8333-333333333333',
  sampleId: aSample().id,
  name: 'NB-1',
  alias: 'T0001230',
  deletedWith: 'sample',
  deletedAt: '2026-11-03T08:00:00.000Z',
  deletedByName: 'Bo Chen',
} as const

test('D25 the code of a deleted sample shows who deleted it and when, and links to its page', async () => {
  serverRefuses(samplesApi.receive, 404, notFound)
  const requests = serverAnswers(deletionsApi.find, { deletion })
  expect(await send(scanOf('T0001230'))).toEqual({
    state: 'refused',
    reason: `Sample not found. NB-1: Bo Chen deleted it on ${formatInstant(deletion.deletedAt)}.`,
    deletedSampleId: aSample().id,
  })
  expect(requests[0]?.query).toEqual({ code: 'T0001230' })
  serverAnswers(deletionsApi.find, { deletion: null })
  expect(await send(scanOf('T0001230'))).toEqual({ state: 'refused', reason: 'Sample not found' })
})

test('D25 the deleted sample of a scan is also found by what a US keyboard would have typed', async () => {
  serverRefuses(samplesApi.receive, 404, notFound)
  serverAnswers(deletionsApi.find, ({ query }) => ({
    deletion: query.code?.toUpperCase() === deletion.alias ? deletion : null,
  }))
  expect(await send(scanOf('è!ç', 'T0001230'))).toMatchObject({
    state: 'refused',
    reason: expect.stringContaining('Bo Chen deleted it'),
    deletedSampleId: aSample().id,
  })
})
