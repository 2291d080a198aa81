import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { closeNotice } from './failure-notices.ts'

type Options<Reply, Variables> = UseMutationOptions<Reply, Error, Variables> & {
  /** Returns the key of a task: failures and successes with equal keys belong together. Default: the variables. */
  taskOf?: (variables: Variables) => unknown
}

/** A mutation that closes the notices of its earlier failures once a call for the same task succeeds. */
export function useReportedMutation<Reply, Variables = void>({
  taskOf = (variables) => variables,
  ...options
}: Options<Reply, Variables>): UseMutationResult<Reply, Error, Variables> {
  /** The failures whose notices may be open, by task. */
  const failures = useRef(new Map<string | undefined, Error[]>())
  return useMutation({
    ...options,
    onSuccess: (...args) => {
      const task = JSON.stringify(taskOf(args[1]))
      failures.current.get(task)?.forEach(closeNotice)
      failures.current.delete(task)
      return options.onSuccess?.(...args)
    },
    onError: (...args) => {
      const [failure, variables] = args
      const task = JSON.stringify(taskOf(variables))
      failures.current.set(task, [...(failures.current.get(task) ?? []), failure])
      return options.onError?.(...args)
    },
  })
}
