import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { CallOptions } from './call.ts'
import { isFinalRefusal } from './call-error.ts'
import { randomKey } from './idempotency-keys.ts'

/** The two clicks of a double click are at most this far apart. */
const doubleSubmitGuardMs = 500

/** What is fetched again after a write may take minutes on a bad connection, although the write is done. */
const maxRefetchWaitMs = 2000

/** The options of a call that is one of several tries; empty for any other. */
type Try = Pick<CallOptions, 'idempotencyKey'>

type Options<Reply, Variables> = Omit<UseMutationOptions<Reply, Error, Variables>, 'mutationFn'> & {
  mutationFn: (variables: Variables, options: Try) => Promise<Reply>
}

/**
 * A mutation that ignores a second call with the same variables while the first is running and for
 * `doubleSubmitGuardMs` after it succeeded. A disabled button comes too late, with the next render.
 * It waits `maxRefetchWaitMs` at most for the promises of `onSuccess`, `onError` and `onSettled`.
 * `retryable` returns a function that calls it and resolves to false if it can be tried again, see `isSettled`. All its
 * tries have one Idempotency-Key: after a reply that was lost, the next is answered as the first.
 */
export function useWrite<Reply, Variables = void>(options: Options<Reply, Variables>) {
  const tries = useRef(new Map<string | undefined, Try>())
  const mutation = useMutation({
    ...options,
    mutationFn: (variables: Variables) =>
      options.mutationFn(variables, tries.current.get(JSON.stringify(variables)) ?? {}),
    onSuccess: withLimit(options.onSuccess),
    onError: withLimit(options.onError),
    onSettled: withLimit(options.onSettled),
  })
  const { mutateAsync } = mutation
  const recentCalls = useRef(new Map<string | undefined, Promise<Reply>>())

  const write = useCallback(
    (
      variables: Variables,
      callbacks: MutateOptions<Reply, Error, Variables> = {},
      attempt: Try = {},
    ): Promise<Reply> => {
      const key = JSON.stringify(variables)
      const recent = recentCalls.current.get(key)
      if (recent) return recent
      const forget = () => {
        recentCalls.current.delete(key)
        tries.current.delete(key)
      }
      tries.current.set(key, attempt)
      const call = mutateAsync(variables, callbacks)
      recentCalls.current.set(key, call)
      call.then(() => setTimeout(forget, doubleSubmitGuardMs), forget)
      return call
    },
    [mutateAsync],
  )
  const mutate = useCallback(
    (variables: Variables, callbacks?: MutateOptions<Reply, Error, Variables>) => {
      // The query client shows the failure, as of every mutation.
      write(variables, callbacks).catch(() => undefined)
    },
    [write],
  )
  const retryable = useCallback(
    (variables: Variables) => {
      const attempt = { idempotencyKey: randomKey() }
      return () => isSettled(write(variables, {}, attempt))
    },
    [write],
  )
  return { ...mutation, mutate, mutateAsync: write, retryable }
}

/** Resolves to true if a write succeeded or the server refused it for good, to false if it can be tried again. */
const isSettled = (work: Promise<unknown>): Promise<boolean> => work.then(() => true, isFinalRefusal)

const withLimit =
  <Args extends unknown[]>(callback: (...args: Args) => unknown = () => undefined) =>
  (...args: Args): unknown => {
    const work = callback(...args)
    const isOver = () => new Promise((resolve) => setTimeout(resolve, maxRefetchWaitMs))
    return work instanceof Promise ? Promise.race([work, isOver()]) : work
  }
