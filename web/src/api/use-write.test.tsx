import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { useWrite } from './use-write.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function aWrite() {
  const client = createQueryClient(vi.fn())
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const send = vi.fn<(tube: string) => Promise<string>>(async (tube) => tube)
  const { result } = renderHook(() => useWrite({ mutationFn: (tube: string) => send(tube) }), { wrapper })
  return { send, press: (tube: string, onSuccess = vi.fn()) => result.current.mutate(tube, { onSuccess }) }
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('two presses at once are one, and what follows the first is done', async () => {
  const { send, press } = aWrite()
  const closeDialog = vi.fn()
  press('T1', closeDialog)
  press('T1', closeDialog)
  await wait(0)
  expect(send).toHaveBeenCalledOnce()
  expect(closeDialog).toHaveBeenCalledOnce()
})

test('a press just after the first has succeeded is still the same, a later one is another', async () => {
  const { send, press } = aWrite()
  press('T1')
  await wait(400)
  press('T1')
  await wait(200)
  expect(send).toHaveBeenCalledOnce()
  press('T1')
  await wait(0)
  expect(send).toHaveBeenCalledTimes(2)
})

test('another thing is written at once, however soon', async () => {
  const { send, press } = aWrite()
  press('T1')
  press('T2')
  await wait(0)
  expect(send.mock.calls).toEqual([['T1'], ['T2']])
})

test('what failed can be pressed again at once', async () => {
  const { send, press } = aWrite()
  send.mockRejectedValueOnce(new Error('no answer'))
  press('T1')
  await wait(0)
  press('T1')
  await wait(0)
  expect(send).toHaveBeenCalledTimes(2)
})
