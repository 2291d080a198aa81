import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CallError, readRefusal, refusal } from './call-error.ts'
import { backoff, createQueryClient } from './query-client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

let triedAt: number[]

async function triesOf(failure: Error): Promise<{ tries: number; reported: number }> {
  const report = vi.fn()
  triedAt = []
  const read = () => {
    triedAt.push(Date.now())
    return Promise.reject(failure)
  }
  const failed = createQueryClient(report)
    .fetchQuery({ queryKey: ['x'], queryFn: read, meta: { errorTitle: 'The rows could not be loaded' } })
    .catch(() => 'failed')
  await vi.runAllTimersAsync()
  await failed
  return { tries: triedAt.length, reported: report.mock.calls.length }
}

test('CONST-06 what was read stays fresh for 30 seconds', async () => {
  const client = createQueryClient(vi.fn())
  const read = vi.fn(async () => 'rows')
  const readAgain = () => client.fetchQuery({ queryKey: ['rows'], queryFn: read })

  await readAgain()
  vi.advanceTimersByTime(29_999)
  await readAgain()
  expect(read).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  await readAgain()
  expect(read).toHaveBeenCalledTimes(2)
})

test('CONST-07 a failed read is tried 2 times more, and reported once', async () => {
  const gone = new CallError('Failed to fetch', { code: 'no-answer' })
  expect(await triesOf(gone)).toEqual({ tries: 3, reported: 1 })
  const broken = new CallError('HTTP error! status: 500', { code: 'internal', status: 500 })
  expect(await triesOf(broken)).toEqual({ tries: 3, reported: 1 })
  expect(await triesOf(refusal(404, undefined))).toEqual({ tries: 3, reported: 1 })
})

test.each([
  [408, 'request-invalid'],
  [429, 'too-many-requests'],
] as const)('CONST-07 a read that the server puts off with %i is tried again', async (status, code) => {
  expect(await triesOf(refusal(status, { code, message: 'Not now' }))).toEqual({ tries: 3, reported: 1 })
})

const putOff = (retryAfter: string) =>
  readRefusal(
    Response.json(
      { code: 'too-many-requests', message: 'Not now' },
      { status: 429, headers: { 'retry-after': retryAfter } },
    ),
  )

test.each([
  ['8', [8000, 8000]],
  ['10', [10_000, 10_000]],
  ['0', [1000, 2000]],
  ['Sun, 29 Nov 2026 16:00:00 GMT', [1000, 2000]],
])('a read that is put off with Retry-After: %s is tried again after %j ms', async (retryAfter, waits) => {
  expect(await triesOf(await putOff(retryAfter))).toEqual({ tries: 3, reported: 1 })
  expect(triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? 0))).toEqual(waits)
})

test('a read that is put off for more than 10 seconds fails at once', async () => {
  expect(await triesOf(await putOff('11'))).toEqual({ tries: 1, reported: 1 })
})

test.each([
  [401, 'not-signed-in'],
  [403, 'permission-denied'],
  [404, 'sample-not-found'],
  [409, 'version-stale'],
] as const)('CONST-07 a %i reply is not retried', async (status, code) => {
  expect(await triesOf(refusal(status, { code, message: 'No' }))).toEqual({ tries: 1, reported: 1 })
})

test('a read of a sender who is signed out is not retried, and the 401 of a proxy is', async () => {
  const signedOut = new CallError('Signed out', { code: 'sender-signed-out' })
  expect(await triesOf(signedOut)).toEqual({ tries: 1, reported: 1 })
  expect(await triesOf(refusal(401, { message: 'Unauthorized' }))).toEqual({ tries: 3, reported: 1 })
})

test('CONST-07 the wait between tries doubles, up to 30 seconds', () => {
  expect([0, 1, 2, 4, 5, 20].map(backoff)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
})

test('CONST-08 focusing the window refetches nothing', () => {
  expect(createQueryClient(vi.fn()).getDefaultOptions().queries?.refetchOnWindowFocus).toBe(false)
})

test('what is invalidated while it is fetched for the first time is fetched once more after that', async () => {
  const client = createQueryClient(vi.fn())
  let rows = 'before'
  const read = vi.fn(() => {
    const seen = rows
    return new Promise((resolve) => setTimeout(resolve, 1000, seen))
  })
  onTestFinished(new QueryObserver(client, { queryKey: ['rows'], queryFn: read }).subscribe(vi.fn()))
  rows = 'after'
  const refetched = client.invalidateQueries({ queryKey: ['rows'] })
  await vi.advanceTimersByTimeAsync(1000)
  expect(client.getQueryData(['rows'])).toBe('before')
  await vi.advanceTimersByTimeAsync(1000)
  await refetched
  expect(client.getQueryData(['rows'])).toBe('after')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(read).toHaveBeenCalledTimes(2)
})

test('what is invalidated often during its first fetch is fetched once more, not once for each time', async () => {
  const client = createQueryClient(vi.fn())
  const read = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 1000, 'rows')))
  onTestFinished(new QueryObserver(client, { queryKey: ['rows'], queryFn: read }).subscribe(vi.fn()))
  for (let change = 0; change < 5; change++) void client.invalidateQueries({ queryKey: ['rows'] })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(read).toHaveBeenCalledTimes(2)
})

test('what is invalidated while nobody waits for its first fetch is fetched when it is shown', async () => {
  const client = createQueryClient(vi.fn())
  const read = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 1000, 'rows')))
  void client.prefetchQuery({ queryKey: ['rows'], queryFn: read })
  void client.invalidateQueries({ queryKey: ['rows'] })
  await vi.advanceTimersByTimeAsync(1000)
  expect(read).toHaveBeenCalledTimes(1)
  onTestFinished(new QueryObserver(client, { queryKey: ['rows'], queryFn: read }).subscribe(vi.fn()))
  expect(read).toHaveBeenCalledTimes(2)
})
