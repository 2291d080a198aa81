import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from './call-error.ts'
import { DeletedSince } from './deleted-since.ts'
import { rememberNotice } from './failure-notices.ts'
import { createQueryClient } from './query-client.ts'
import { type Try, useWrite } from './use-write.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function aWrite(refetch: () => Promise<unknown> = async () => undefined, isSubmission = false) {
  const client = createQueryClient(vi.fn())
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const send = vi.fn<(tube: string, options: object) => Promise<string>>(async (tube) => tube)
  const { result, unmount } = renderHook(
    () =>
      useWrite({
        isSubmission,
        mutationFn: (tube: string, options) => send(tube, options),
        onSuccess: refetch,
        onSettled: refetch,
      }),
    {
      wrapper,
    },
  )
  const press = (tube: string, onSuccess = vi.fn(), onError = vi.fn()) =>
    result.current.mutate(tube, { onSuccess, onError })
  return {
    send,
    press,
    pressWith: (tube: string, onReply: (reply: string) => void) => result.current.mutate(tube, { onReply }),
    unmount,
    retryable: (tube: string) => result.current.retryable(tube),
    newSubmission: () => result.current.newSubmission(),
  }
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('two clicks at once make one call, and run the callback of the first', async () => {
  const { send, press } = aWrite()
  const closeDialog = vi.fn()
  press('T1', closeDialog)
  press('T1', closeDialog)
  await wait(0)
  expect(send).toHaveBeenCalledOnce()
  expect(closeDialog).toHaveBeenCalledOnce()
})

test('a click just after a success is ignored, a later one makes a second call', async () => {
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

test('a call with other variables is made at once', async () => {
  const { send, press } = aWrite()
  press('T1')
  press('T2')
  await wait(0)
  expect(send.mock.calls).toEqual([
    ['T1', {}],
    ['T2', {}],
  ])
})

test('a failed call can be repeated at once', async () => {
  const { send, press } = aWrite()
  send.mockRejectedValueOnce(new Error('no answer'))
  press('T1')
  await wait(0)
  press('T1')
  await wait(0)
  expect(send).toHaveBeenCalledTimes(2)
})

test.each([
  ['a success', async (tube: string) => tube],
  ['a failure', async () => Promise.reject(new Error('refused'))],
])('%s is known soon, even if what is fetched again after it gets no reply', async (_, reply) => {
  const { send, press } = aWrite(() => new Promise(() => {}))
  send.mockImplementation(reply)
  const handleEnd = vi.fn()
  press('T1', handleEnd, handleEnd)
  await wait(5000)
  expect(handleEnd).toHaveBeenCalledOnce()
})

test.each([
  ['before anything is fetched again', false],
  ['also if the page was left', true],
])('the reply of a call is known at once: %s', async (_, isLeft) => {
  const { send, pressWith, unmount } = aWrite(() => new Promise(() => {}))
  const reply = Promise.withResolvers<string>()
  send.mockReturnValueOnce(reply.promise)
  const handleReply = vi.fn()
  pressWith('T1', handleReply)
  if (isLeft) unmount()
  await wait(0)
  expect(handleReply).not.toHaveBeenCalled()
  reply.resolve('T1 received')
  await wait(0)
  expect(handleReply.mock.calls).toEqual([['T1 received']])
})

test('all tries of one offer have one Idempotency-Key, and those of another offer have another', async () => {
  const { send, retryable } = aWrite()
  const keys = () => send.mock.calls.map(([_tube, options]) => options)
  const first = retryable('T1')
  send.mockRejectedValueOnce(new Error('no answer'))
  expect(await first()).toBe(false)
  expect(await first()).toBe(true)
  expect(keys()).toEqual([{ idempotencyKey: expect.any(String) }, keys()[0]])
  await wait(600)
  expect(await retryable('T1')()).toBe(true)
  expect(keys()[2]).not.toEqual(keys()[0])
})

test('a submission keeps its Idempotency-Key until it succeeds, its values change, or a new one is begun', async () => {
  const { send, press, newSubmission } = aWrite(undefined, true)
  const submit = async (tube: string, isLost = false) => {
    if (isLost) send.mockRejectedValueOnce(new Error('no answer'))
    press(tube)
    await wait(600)
  }
  await submit('T1', true)
  await submit('T1', true)
  await submit('T2', true)
  await submit('T2')
  await submit('T2', true)
  newSubmission()
  await submit('T2')
  const keys = send.mock.calls.map(([_tube, options]) => JSON.stringify(options))
  expect(keys[0]).toMatch(/"idempotencyKey":"\d/)
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 2, 2, 4, 5])
})

test('a retry after a lost reply is marked `isRepeated`; after `DeletedSince` the next call has a new key', async () => {
  const { send, press } = aWrite(undefined, true)
  const submit = async (tube: string, failure?: Error) => {
    if (failure) send.mockRejectedValueOnce(failure)
    press(tube)
    await wait(600)
  }
  const lost = new CallError('No reply', { code: 'no-answer', isOutcomeUnknown: true })
  await submit('T1', lost)
  await submit('T2', lost)
  await submit('T2', new DeletedSince(1))
  await submit('T2', new CallError('Something went wrong', { code: 'internal', status: 500 }))
  await submit('T2')
  const tries = send.mock.calls.map(([, options]) => options as Try)
  expect(tries.map(({ isRepeated }) => isRepeated)).toEqual([false, false, true, false, false])
  const keys = tries.map(({ idempotencyKey }) => idempotencyKey)
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 1, 1, 3, 3])
})

/** Fails with a failure of which a person reads a notice, and returns what closes it. */
function failOnce(send: ReturnType<typeof aWrite>['send']) {
  const close = vi.fn()
  const failure = new Error('no answer')
  rememberNotice(failure, close)
  send.mockRejectedValueOnce(failure)
  return close
}

test('the notice of a failure is closed when the same write succeeds, not when another does', async () => {
  const { send, press } = aWrite()
  const close = failOnce(send)
  press('T1')
  await wait(0)
  press('T2')
  await wait(0)
  expect(close).not.toHaveBeenCalled()
  press('T1')
  await wait(0)
  expect(close).toHaveBeenCalledOnce()
})

test('the notices of the failures of a form are closed when it succeeds, with what was corrected too', async () => {
  const { send, press } = aWrite(undefined, true)
  const closings = []
  for (const tube of ['T1', 'T2']) {
    closings.push(failOnce(send))
    press(tube)
    await wait(0)
  }
  press('T3')
  await wait(0)
  for (const close of closings) expect(close).toHaveBeenCalledOnce()
})
