import { healthApi } from '@lims/contract/health.ts'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { useResend } from './use-resend.ts'

const unsent = { progress: { state: 'unsent' } }
const sending = { progress: { state: 'sending' } }
const received = { progress: { state: 'received' } }
type Scans = readonly { progress: { state: string } }[]

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

function keep(first: Scans) {
  const queue = { retryUnsent: vi.fn() }
  const { rerender } = renderHook((scans: Scans) => useResend(queue, scans), { initialProps: first })
  return { ...queue, show: rerender }
}

/** Waits for the next readiness check and its reply. */
async function ask(requests: readonly unknown[]) {
  const before = requests.length
  vi.advanceTimersByTime(3000)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(requests).toHaveLength(before + 1)
}

const isUp = () => serverAnswers(healthApi.ready, { status: 'ready' })

test('sends again when the server is ready, and makes no checks while nothing is unsent', async () => {
  const { retryUnsent, show } = keep([received])
  vi.advanceTimersByTime(9000)
  show([unsent, received])
  await ask(serverRefuses(healthApi.ready, 503))
  expect(retryUnsent).not.toHaveBeenCalled()
  await ask(isUp())
  expect(retryUnsent).toHaveBeenCalledOnce()
})

test('a scan that fails although the server is ready is not sent again', async () => {
  const { retryUnsent, show } = keep([unsent])
  const requests = isUp()
  await ask(requests)
  show([sending])
  show([unsent])
  await ask(requests)
  expect(retryUnsent).toHaveBeenCalledOnce()
})

test('a failure between two checks is sent again', async () => {
  const { retryUnsent, show } = keep([unsent])
  const requests = isUp()
  await ask(requests)
  show([received])
  show([unsent, received])
  await ask(requests)
  expect(retryUnsent).toHaveBeenCalledTimes(2)
})
