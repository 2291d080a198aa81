import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/** As long as the two presses of a double click may lie apart. */
const deafAfterMs = 500

/**
 * A mutation for a button: pressed again for the same thing, it does nothing while the first press is
 * under way and just after it has succeeded. A disabled button comes too late, with the next render.
 */
export function useWrite<Reply, Wanted = void>(options: UseMutationOptions<Reply, Error, Wanted>) {
  const mutation = useMutation(options)
  const { mutateAsync } = mutation
  const underWay = useRef(new Map<string | undefined, Promise<Reply>>())

  const write = useCallback(
    (wanted: Wanted, then: MutateOptions<Reply, Error, Wanted> = {}): Promise<Reply> => {
      const same = JSON.stringify(wanted)
      const before = underWay.current.get(same)
      if (before) return before
      const forget = () => underWay.current.delete(same)
      const run = mutateAsync(wanted, then)
      underWay.current.set(same, run)
      run.then(() => setTimeout(forget, deafAfterMs), forget)
      return run
    },
    [mutateAsync],
  )
  const mutate = useCallback(
    (wanted: Wanted, then?: MutateOptions<Reply, Error, Wanted>) => {
      // Told by the client, as every failure of a mutation is.
      write(wanted, then).catch(() => undefined)
    },
    [write],
  )
  return { ...mutation, mutate, mutateAsync: write }
}
