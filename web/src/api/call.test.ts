import { authApi } from '@lims/contract/auth.ts'
import { batchesApi } from '@lims/contract/batches.ts'
import { importsApi } from '@lims/contract/imports.ts'
import { picksApi } from '@lims/contract/picks.ts'
import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { server, serverAnswers, serverRefuses } from '../../test/server.ts'
import { sendersOf, signIn } from '../../test/session-token.ts'
import { call } from './call.ts'
import { CallError, endsSession, isFinalRefusal, textOfFailure } from './call-error.ts'
import { decodeToken } from './decode-token.ts'
import { presentSender, type Sender, storedToken } from './stored-token.ts'

const randomId = '7f0a4f0e-4a8e-4c53-9a55-0f4f8f1f2a11'
const noBatches = { batches: [], totalBatches: 0 }
const listBatches = () => call(batchesApi.list, { query: {} })
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('the call should have failed'),
    (failure: CallError) => failure,
  )

afterEach(() => {
  vi.useRealTimers()
})

test('API-AUTH-01 every call goes to one base address, with its query as the contract spells it', async () => {
  const requests = serverAnswers(batchesApi.search, noBatches)
  await call(batchesApi.search, { query: { query: 'Nordic & co', pageSize: 5, sort: undefined } })
  expect(requests[0]?.query).toEqual({ query: 'Nordic & co', pageSize: '5' })
})

test('API-AUTH-02 the stored token is sent as a bearer token', async () => {
  const token = signIn()
  const requests = serverAnswers(batchesApi.list, noBatches)
  await listBatches()
  expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${token}`)
})

test('API-AUTH-03 sign-in calls are made without a token', async () => {
  signIn()
  const requests = serverAnswers(authApi.login, { redirectUrl: 'https://sign-in.example' })
  await call(authApi.login, { body: {} })
  expect(requests[0]?.headers.has('authorization')).toBe(false)
  expect(requests[0]?.body).toEqual({})
})

test('the idempotency key is sent as Idempotency-Key', async () => {
  const sample = { id: crypto.randomUUID(), name: 'NB-1', alias: 'T1', subjectId: null, batchName: 'Nordic' }
  const received = { status: 'RECEIVED' as const, receivedTimestamp: '2026-11-12T09:41:00Z' }
  const requests = serverAnswers(samplesApi.receive, {
    success: true,
    sample: { ...sample, ...received, batchId: crypto.randomUUID(), eventId: 1 },
  })
  await call(
    samplesApi.receive,
    { body: { identifier: 'T1' } },
    { ...presentSender(), idempotencyKey: 'scan-1' },
  )
  expect(requests[0]?.headers.get('idempotency-key')).toBe('scan-1')
})

test('ERR-02 a refusal carries the code, status, field and sentence of the server', async () => {
  serverRefuses(batchesApi.list, 409, { code: 'batch-name-taken', message: 'Taken.', field: 'name' })
  const failure = await failureOf(listBatches())
  expect(failure).toBeInstanceOf(CallError)
  expect(failure).toMatchObject({ code: 'batch-name-taken', status: 409, field: 'name', message: 'Taken.' })
})

test("ERR-09 a failed HTTP status without a sentence reads 'HTTP error! status: 502'", async () => {
  server.use(http.get('*/api/batches/list', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })))
  expect((await failureOf(listBatches())).message).toBe('HTTP error! status: 502')
})

/** A session ends in a timer that a timer sets, both without delay; those that are set later run after them. */
const sessionWouldHaveEnded = () => new Promise((resolve) => setTimeout(() => setTimeout(resolve)))

test.each([
  [401, 'not-signed-in'],
  [403, 'not-allowed'],
] as const)('ERR-10 a %i answer ends the session: %s', async (status, code) => {
  signIn()
  serverRefuses(batchesApi.list, status, { code, message: 'Please log in again.' })
  await failureOf(listBatches())
  await sessionWouldHaveEnded()
  expect(storedToken()).toBeUndefined()
})

test('ERR-10 a 403 for lack of a permission does not end the session', async () => {
  const token = signIn()
  serverRefuses(batchesApi.list, 403, { code: 'permission-denied', message: 'You are not allowed to.' })
  await failureOf(listBatches())
  await sessionWouldHaveEnded()
  expect(storedToken()).toBe(token)
})

test.each([401, 403])('a %i page of a proxy does not end the session', async (status) => {
  const token = signIn()
  server.use(http.get('*/api/batches/list', () => new HttpResponse('<h1>Sign in</h1>', { status })))
  await failureOf(listBatches())
  await sessionWouldHaveEnded()
  expect(storedToken()).toBe(token)
})

test.each([
  [401, { message: 'Unauthorized' }],
  [401, { code: 'UNAUTHORIZED', message: 'Unauthorized' }],
  [401, { code: 401, message: 'Unauthorized' }],
  [403, { message: 'Forbidden' }],
])('a %i of a proxy that replies the JSON %j does not end the session', async (status, body) => {
  const token = signIn()
  server.use(http.get('*/api/batches/list', () => HttpResponse.json(body, { status })))
  const failure = await failureOf(listBatches())
  expect(failure).toMatchObject({ code: 'reply-of-proxy', message: body.message })
  expect(isFinalRefusal(failure)).toBe(false)
  await sessionWouldHaveEnded()
  expect(storedToken()).toBe(token)
})

test('a 403 with a code that is not known here, of a proxy or a newer server, does not end the session', async () => {
  const token = signIn()
  server.use(http.get('*/api/batches/list', () => HttpResponse.json({ code: 'FORBIDDEN' }, { status: 403 })))
  await failureOf(listBatches())
  await sessionWouldHaveEnded()
  expect(storedToken()).toBe(token)
})

test('ERR-11 a 500 answer only fails the call', async () => {
  const token = signIn()
  serverRefuses(batchesApi.list, 500, { code: 'internal', message: 'Something went wrong' })
  await failureOf(listBatches())
  await sessionWouldHaveEnded()
  expect(storedToken()).toBe(token)
})

test('a late 401 for an older token does not end the newer session', async () => {
  signIn({ jti: 'older' })
  serverRefuses(batchesApi.list, 401, { code: 'not-signed-in', message: 'Please log in again.' })
  const failed = failureOf(listBatches())
  const newer = signIn({ jti: 'newer' })
  await failed
  await sessionWouldHaveEnded()
  expect(storedToken()).toBe(newer)
})

const close = (sender: Sender) => call(picksApi.close, { body: { pickListId: randomId } }, sender)

test.each([
  ['the same person, who has signed in again since', { jti: 'newer' }, 'newer'],
  ['the sender, although another person has signed in since', { sub: 'bo', jti: 'newer' }, 'older'],
])('a write is sent with the token of %s', async (_who, next, jti) => {
  signIn({ jti: 'older' })
  const sender = presentSender()
  signIn(next)
  const requests = serverRefuses(picksApi.close, 404, { code: 'pick-list-not-found', message: 'Unknown.' })
  await failureOf(close(sender))
  expect(requests.map(({ headers }) => decodeToken(headers.get('authorization') ?? ''))).toMatchObject([
    { sub: 'ada', jti },
  ])
})

test('a write of a person who was not signed in any more is not sent in the name of the next one', async () => {
  const nobody = presentSender()
  signIn()
  const requests = serverRefuses(picksApi.close, 401, { code: 'not-signed-in', message: 'Please log in.' })
  await failureOf(close(nobody))
  expect(sendersOf(requests)).toEqual([undefined])
})

test('a 401 for the previous person names them, and does not end the session of the next one', async () => {
  signIn()
  const sender = presentSender()
  const next = signIn({ sub: 'bo', name: 'Bo Chen' })
  serverRefuses(picksApi.close, 401, { code: 'not-signed-in', message: 'Please log in again.' })
  const failure = await failureOf(close(sender))
  expect(textOfFailure(failure)).toBe('Ada Lindqvist is not signed in any more')
  expect(endsSession(failure)).toBe(false)
  await sessionWouldHaveEnded()
  expect(storedToken()).toBe(next)
})

test("ERR-48 an answer without a body is 'No response data received'", async () => {
  server.use(http.get('*/api/batches/list', () => new HttpResponse(null, { status: 200 })))
  expect((await failureOf(listBatches())).message).toBe('No response data received')
})

test('a reply that does not match the contract fails, and names the field', async () => {
  server.use(http.get('*/api/batches/list', () => HttpResponse.json({ batches: [], totalBatches: 'many' })))
  expect((await failureOf(listBatches())).message).toContain('/batches/list is not as agreed: totalBatches')
})

test.each([
  ['No response data received.', new HttpResponse('<h1>Welcome to the hotel</h1>')],
  ['The reply of /batches/delete is not as agreed: ', HttpResponse.json({ success: 'perhaps' })],
])('a write whose reply cannot be read (%s) may have been done', async (text, reply) => {
  server.use(http.post('*/api/batches/delete', () => reply))
  const failure = await failureOf(call(batchesApi.delete, { query: { id: randomId } }, presentSender()))
  expect(failure).toMatchObject({ code: 'reply-unreadable', isOutcomeUnknown: true })
  expect(failure.message).toContain(text)
  expect(failure.message).toContain('It may have been done all the same: look before you try again.')
})

test('ERR-04 no answer at all to a read fails with a sentence, and not with the words of the browser', async () => {
  server.use(http.get('*/api/batches/list', () => HttpResponse.error()))
  expect(await failureOf(listBatches())).toMatchObject({
    code: 'no-answer',
    message: 'The server did not respond.',
  })
})

test('a write with a key that is not answered says that trying again is safe', async () => {
  server.use(http.post('*/api/batches/add', () => HttpResponse.error()))
  const body = { name: 'Nordic', description: '', numSamples: 1, tubeType: 'EDTA' as const }
  const failure = await failureOf(
    call(batchesApi.add, { body }, { ...presentSender(), idempotencyKey: 'one' }),
  )
  expect(failure.message).toBe(
    'The server did not respond. It may have been saved all the same; trying again is safe.',
  )
})

test('a write without a key that is not answered says to look first', async () => {
  server.use(http.post('*/api/batches/delete', () => HttpResponse.error()))
  expect(
    await failureOf(call(batchesApi.delete, { query: { id: randomId } }, presentSender())),
  ).toMatchObject({
    message: 'The server did not respond. It may have been done all the same: look before you try again.',
    isOutcomeUnknown: true,
  })
})

test.each([
  [502, '<h1>Bad gateway</h1>'],
  [504, ''],
  [502, '{"message":"An invalid response was received from the upstream server"}'],
])('a write whose reply a proxy has lost (%i, %j) may have been saved', async (status, text) => {
  server.use(http.post('*/api/batches/add', () => new HttpResponse(text, { status })))
  const body = { name: 'Nordic', description: '', numSamples: 1, tubeType: 'EDTA' as const }
  expect(
    await failureOf(call(batchesApi.add, { body }, { ...presentSender(), idempotencyKey: 'one' })),
  ).toMatchObject({
    code: 'no-answer',
    message: `The server did not respond (HTTP error! status: ${status}). It may have been saved all the same; trying again is safe.`,
    isOutcomeUnknown: true,
  })
})

test.each([
  [502, { code: 'sign-in-unavailable', message: 'The provider is away' }],
  [503, null],
  [500, null],
] as const)('a write that is refused with %i and %j was not done', async (status, reply) => {
  serverRefuses(batchesApi.delete, status, reply ?? undefined)
  expect(
    await failureOf(call(batchesApi.delete, { query: { id: randomId } }, presentSender())),
  ).toMatchObject({
    status,
    isOutcomeUnknown: false,
  })
})

test('a POST that only reads and is not answered was not done', async () => {
  server.use(http.post('*/api/samples/chosen', () => HttpResponse.error()))
  expect(await failureOf(call(sampleBulkApi.chosen, { body: { sampleIds: [randomId] } }))).toMatchObject({
    message: 'The server did not respond.',
    isOutcomeUnknown: false,
  })
})

test.each([
  ['', 30, listBatches],
  [' with a file', 120, () => call(importsApi.read, { body: new Uint8Array(1) })],
])(
  'CONST-01 a call%s without an answer is given up after %i seconds, not before',
  async (_, seconds, make) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    server.use(http.all('*/api/*', () => new Promise<never>(() => {})))
    let message = ''
    const failed = failureOf(make()).then((failure) => {
      message = failure.message
    })

    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(message).toBe('')
    await vi.advanceTimersByTimeAsync(1)
    await failed
    expect(message).toBe(`No response within ${seconds} seconds.`)
  },
)

test('an abort by the caller is not a CallError', async () => {
  server.use(http.get('*/api/batches/list', () => new Promise<never>(() => {})))
  const screen = new AbortController()
  const failed = failureOf(call(batchesApi.list, { query: {} }, { signal: screen.signal }))
  screen.abort()
  expect(await failed).not.toBeInstanceOf(CallError)
})
