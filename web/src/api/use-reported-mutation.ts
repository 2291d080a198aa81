import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { closeNotice } from './failure-notices.ts'

type Options<Reply, Variables> = UseMutationOptions<Reply, Error, Variables> & {
  /** Returns the key of a task: failures and successes with equal keys belong together. Default: the variables. */
  taskOf?: (variables: Variables) => unknown
  /**
   * Whether the task and the title of its failures identify it on all pages: a success closes the notices of failures
   * also if the page was left since, and opened again.
   */
  outlivesPage?: boolean
}

/** The failures whose notices may be open, by task. */
type Failures = Map<string | undefined, Error[]>

const failuresOfAllPages: Failures = new Map()

/** For the next person at this computer. */
export const forgetFailures = (): void => failuresOfAllPages.clear()

/** A mutation that closes the notices of its earlier failures once a call for the same task succeeds. */
export function useReportedMutation<Reply, Variables = void>({
  taskOf = (variables) => variables,
  outlivesPage = false,
  ...options
}: Options<Reply, Variables>): UseMutationResult<Reply, Error, Variables> {
  const ownFailures = useRef<Failures>(new Map())
  const failuresOf = () => (outlivesPage ? failuresOfAllPages : ownFailures.current)
  const keyOf = (variables: Variables) =>
    JSON.stringify(outlivesPage ? [options.meta?.errorTitle, taskOf(variables)] : taskOf(variables))
  return useMutation({
    ...options,
    onSuccess: (...args) => {
      const task = keyOf(args[1])
      failuresOf().get(task)?.forEach(closeNotice)
      failuresOf().delete(task)
      return options.onSuccess?.(...args)
    },
    onError: (...args) => {
      const [failure, variables] = args
      const task = keyOf(variables)
      failuresOf().set(task, [...(failuresOf().get(task) ?? []), failure])
      return options.onError?.(...args)
    },
  })
}
