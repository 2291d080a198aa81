import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { isFinalRefusal } from './call-error.ts'

/** The two clicks of a double click are at most this far apart. */
const doubleSubmitGuardMs = 500

/** What is fetched again after a write may take minutes on a bad connection, although the write is done. */
const maxRefetchWaitMs = 2000

/**
 * A mutation that ignores a second call with the same variables while the first is running and for
 * `doubleSubmitGuardMs` after it succeeded. A disabled button comes too late, with the next render.
 * It waits `maxRefetchWaitMs` at most for the promises of `onSuccess`, `onError` and `onSettled`. `settle` calls it and
 * resolves to false if it can be tried again, see `isSettled`.
 */
export function useWrite<Reply, Variables = void>(options: UseMutationOptions<Reply, Error, Variables>) {
  const mutation = useMutation({
    ...options,
    onSuccess: withLimit(options.onSuccess),
    onError: withLimit(options.onError),
    onSettled: withLimit(options.onSettled),
  })
  const { mutateAsync } = mutation
  const recentCalls = useRef(new Map<string | undefined, Promise<Reply>>())

  const write = useCallback(
    (variables: Variables, callbacks: MutateOptions<Reply, Error, Variables> = {}): Promise<Reply> => {
      const key = JSON.stringify(variables)
      const recent = recentCalls.current.get(key)
      if (recent) return recent
      const forget = () => recentCalls.current.delete(key)
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
  const settle = useCallback((variables: Variables) => isSettled(write(variables)), [write])
  return { ...mutation, mutate, mutateAsync: write, settle }
}

/** Resolves to true if a write succeeded or the server refused it for good, to false if it can be tried again. */
export const isSettled = (work: Promise<unknown>): Promise<boolean> => work.then(() => true, isFinalRefusal)

const withLimit =
  <Args extends unknown[]>(callback: (...args: Args) => unknown = () => undefined) =>
  (...args: Args): unknown => {
    const work = callback(...args)
    const isOver = () => new Promise((resolve) => setTimeout(resolve, maxRefetchWaitMs))
    return work instanceof Promise ? Promise.race([work, isOver()]) : work
  }
