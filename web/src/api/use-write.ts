import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/** The two clicks of a double click are at most this far apart. */
const doubleSubmitGuardMs = 500

/**
 * A mutation that ignores a second call with the same variables while the first is running and for
 * `doubleSubmitGuardMs` after it succeeded. A disabled button comes too late, with the next render.
 */
export function useWrite<Reply, Variables = void>(options: UseMutationOptions<Reply, Error, Variables>) {
  const mutation = useMutation(options)
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
  return { ...mutation, mutate, mutateAsync: write }
}
