import { healthApi } from '@lims/contract/health.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countOpenRequests } from '../../../test/open-requests.ts'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { createQueuesByPerson } from './queues-by-person.ts'
import { useResend } from './use-resend.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  signIn()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A queue with the id of the scan that waits for the next try, if there is one. */
const aQueue = () => ({
  session: { get: () => ({ scans: [] }) },
  held: undefined as string | undefined,
  hasUnsent: () => false,
  failedScanId() {
    return this.held
  },
  retryUnsent: vi.fn(),
  retryUnnoticed: vi.fn(),
})

function open(owners = ['ada']) {
  const queryClient = new QueryClient()
  const queueOf = createQueuesByPerson(aQueue)
  const queues = owners.map((owner, place) => queueOf(queryClient, owner, place))
  renderHook(useResend, {
    wrapper: ({ children }) => createElement(QueryClientProvider, { client: queryClient }, children),
  })
  return queues as [ReturnType<typeof aQueue>]
}

/** Waits without moving the clock, which \`vi.waitFor\` does. */
async function until(isTrue: () => boolean) {
  const deadline = performance.now() + 30_000
  while (!isTrue()) {
    expect(performance.now(), 'it should be true by now').toBeLessThan(deadline)
    await nextTurn()
  }
}
const nextTurn = () => new Promise((resolve) => setTimeout(resolve))

/** Makes the next readiness check, and waits until its reply has been dealt with. */
async function ask(requests: readonly unknown[]) {
  const before = requests.length
  const { mock } = vi.spyOn(Response.prototype, 'text').mockClear()
  vi.advanceTimersByTime(3000)
  await until(() => mock.settledResults.some(({ type }) => type !== 'incomplete'))
  await nextTurn()
  expect(requests).toHaveLength(before + 1)
}

const isUp = () => serverAnswers(healthApi.ready, { status: 'ready' })

test('sends again when the server is ready, and makes no checks while nothing is held up', async () => {
  const [queue] = open()
  vi.advanceTimersByTime(9000)
  queue.held = 'one'
  await ask(serverRefuses(healthApi.ready, 503))
  expect(queue.retryUnnoticed).not.toHaveBeenCalled()
  await ask(isUp())
  expect(queue.retryUnnoticed).toHaveBeenCalledOnce()
})

test('a scan that fails although the server is ready is sent again after half a minute, and at once after a failure of the server', async () => {
  const [queue] = open()
  queue.held = 'one'
  const requests = isUp()
  for (let check = 0; check < 10; check += 1) await ask(requests)
  expect(queue.retryUnnoticed).toHaveBeenCalledOnce()
  await ask(requests)
  expect(queue.retryUnnoticed).toHaveBeenCalledTimes(2)

  await ask(serverRefuses(healthApi.ready, 503))
  await ask(isUp())
  expect(queue.retryUnnoticed).toHaveBeenCalledTimes(3)
})

test('a scan is sent again also after the clock was set back', async () => {
  const [queue] = open()
  queue.held = 'one'
  const requests = isUp()
  await ask(requests)
  vi.setSystemTime(Date.now() - 2_400_000)
  await ask(requests)
  expect(queue.retryUnnoticed).toHaveBeenCalledTimes(2)
})

test('a failure between two checks is sent again', async () => {
  const [queue] = open()
  queue.held = 'one'
  const requests = isUp()
  await ask(requests)
  queue.held = 'two'
  await ask(requests)
  expect(queue.retryUnnoticed).toHaveBeenCalledTimes(2)
})

test('the queues of all pages are sent again, and none of another person', async () => {
  const queues = open(['ada', 'bo', 'ada'])
  for (const [place, queue] of queues.entries()) queue.held = `of queue ${place}`
  await ask(isUp())
  act(() => void window.dispatchEvent(new Event('online')))
  expect(queues.map(({ retryUnnoticed }) => retryUnnoticed.mock.calls.length)).toEqual([1, 0, 1])
  expect(queues.map(({ retryUnsent }) => retryUnsent.mock.calls.length)).toEqual([1, 0, 1])
})

test('on a silent connection one check at a time is under way', async () => {
  const [queue] = open()
  queue.held = 'one'
  const replies: (() => void)[] = []
  const requests = serverAnswers(healthApi.ready, async () => {
    await new Promise<void>((resolve) => replies.push(resolve))
    return { status: 'ready' as const }
  })
  vi.advanceTimersByTime(3000)
  await until(() => replies.length === 1)
  vi.advanceTimersByTime(12_000)
  await nextTurn()
  expect(countOpenRequests()).toBe(1)
  expect(requests).toHaveLength(1)

  replies[0]?.()
  await vi.waitFor(() => expect(queue.retryUnnoticed).toHaveBeenCalledOnce(), { timeout: 20_000 })
})
