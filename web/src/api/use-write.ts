import type { MutateOptions, UseMutationOptions } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { CallOptions } from './call.ts'
import { hasCode, isFinalRefusal, isOutcomeUnknown } from './call-error.ts'
import { DeletedSince } from './deleted-since.ts'
import { randomKey, submissionKeys } from './idempotency-keys.ts'
import { pause } from './pause.ts'
import { presentSender, type Sender } from './stored-token.ts'
import { useReportedMutation } from './use-reported-mutation.ts'

/** The two clicks of a double click are at most this far apart. */
export const doubleSubmitGuardMs = 500

/** What is fetched again after a write may take minutes on a bad connection, although the write is done. */
const maxRefetchWaitMs = 2000

/**
 * The options of the calls of a write: its sender, the key if it is one of several tries, and whether the reply to the
 * try before was lost: this reply may be that one, and what it says may be undone or deleted since.
 */
export type Try = Sender & Pick<CallOptions, 'idempotencyKey'> & { isRepeated?: boolean }

/** The callbacks of one call. Those of TanStack are called after the wait, and not once the page was left. */
type WriteCallbacks<Reply, Variables> = MutateOptions<Reply, Error, Variables> & {
  /** Called at the reply, before anything is fetched again, also if the page was left. */
  onReply?: (reply: Reply) => void
}

type Options<Reply, Variables> = Omit<UseMutationOptions<Reply, Error, Variables>, 'mutationFn'> & {
  mutationFn: (variables: Variables, options: Try) => Promise<Reply>
  /**
   * Each call has an Idempotency-Key, and calls in a row with the same variables have the same key until one succeeds:
   * after a lost reply, the next call gets the reply of the first. If the same input can be a new request because
   * something else has changed, the variables must contain that too; see also `newSubmission`. After `DeletedSince`,
   * which the mutation may throw if it `isRepeated`, the next call is a new one.
   */
  isSubmission?: boolean
}

/**
 * A mutation that ignores a second call with the same variables while the first is running and for
 * `doubleSubmitGuardMs` after it succeeded. A disabled button comes too late, with the next render.
 * When it succeeds, the notices of its earlier failures with the same variables are closed, or all of a submission.
 * It waits `maxRefetchWaitMs` at most for the promises of `onSuccess`, `onError` and `onSettled`; `onReply` of a call
 * waits for none.
 * Its sender is the person who is signed in when it is called, even if another mutation of its `scope` makes it wait.
 * `retryable` returns a function that calls it and resolves to false if it can be tried again, see `isSettled`. All its
 * tries have one Idempotency-Key: after a lost reply, the next gets the reply of the first.
 */
export function useWrite<Reply, Variables = void>({
  isSubmission = false,
  ...options
}: Options<Reply, Variables>) {
  const running = useRef(new Map<string | undefined, Running<Reply>>())
  const [submissions] = useState(() => ({ keyOf: submissionKeys() }))
  /** Gives the next call a new Idempotency-Key, also if its variables are those of a call whose reply was lost. */
  const newSubmission = useCallback(() => {
    submissions.keyOf = submissionKeys()
  }, [submissions])
  const mutation = useReportedMutation({
    ...options,
    ...(isSubmission && { taskOf: () => undefined }),
    mutationFn: async (variables: Variables) => {
      const { attempt, onReply } = running.current.get(JSON.stringify(variables)) ?? {}
      const reply = await options.mutationFn(variables, attempt ?? presentSender())
      onReply?.(reply)
      return reply
    },
    onSuccess: withLimit(options.onSuccess),
    onError: withLimit(options.onError),
    onSettled: withLimit(options.onSettled),
  })
  const { mutateAsync } = mutation
  const lostKey = useRef<string>(undefined)
  const recentCalls = useRef(new Map<string | undefined, Promise<Reply>>())

  const write = useCallback(
    (
      variables: Variables,
      { onReply, ...callbacks }: WriteCallbacks<Reply, Variables> = {},
      attempt?: Partial<Try>,
    ): Promise<Reply> => {
      const key = JSON.stringify(variables)
      const recent = recentCalls.current.get(key)
      if (recent) return recent
      const forget = () => {
        recentCalls.current.delete(key)
        running.current.delete(key)
      }
      const idempotencyKey = isSubmission ? submissions.keyOf(variables) : undefined
      const own = idempotencyKey && { idempotencyKey, isRepeated: idempotencyKey === lostKey.current }
      running.current.set(key, { attempt: { ...own, ...presentSender(), ...attempt }, onReply })
      const call = mutateAsync(variables, callbacks)
      recentCalls.current.set(key, call)
      call.then(
        () => {
          newSubmission()
          setTimeout(forget, doubleSubmitGuardMs)
        },
        (failure) => {
          forget()
          if (isOutcomeUnknown(failure)) lostKey.current = idempotencyKey
          if (failure instanceof DeletedSince) newSubmission()
        },
      )
      return call
    },
    [mutateAsync, isSubmission, submissions, newSubmission],
  )
  const mutate = useCallback(
    (...args: Parameters<typeof write>) => {
      // The query client shows the failure, as of every mutation.
      write(...args).catch(() => undefined)
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
  return { ...mutation, mutate, mutateAsync: write, retryable, newSubmission }
}

type Running<Reply> = { attempt: Try; onReply: ((reply: Reply) => void) | undefined }

/**
 * Resolves to true if a write succeeded or the server refused it for good, to false if it can be tried again: also with
 * the reason that it lacked, as it was not known here that roles are on.
 */
const isSettled = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (failure) => isFinalRefusal(failure) && !hasCode(failure, 'reason-required'),
  )

const withLimit =
  <Args extends unknown[]>(callback: (...args: Args) => unknown = () => undefined) =>
  (...args: Args): unknown => {
    const work = callback(...args)
    return work instanceof Promise ? Promise.race([work, pause(maxRefetchWaitMs)]) : work
  }
