import { labelsPerPage, type PrintState } from '@lims/contract/print-runs.ts'
import { CallError } from '../../../api/call-error.ts'
import type { PrintQueueTools } from './print-queue-tools.ts'

const repeatAfterMs = [500, 2000]

export type Ask = <T>(question: () => Promise<T>) => Promise<T>
export const plainly: Ask = (question) => question()

/** The run goes on in another window, or has been ended there, or this window was left. */
export class RunLost extends Error {}

/**
 * Asks until the server answers, for what is not taken down must not be printed. Each time that it has been silent
 * thrice it awaits `onSilence`; fails with RunLost when the server refuses.
 */
export async function askUntilAnswered<T>(
  question: () => Promise<T>,
  wait: (ms: number) => Promise<void>,
  onSilence: (text: string) => Promise<void>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const answer = await question().catch((failure: unknown) => {
      if (failure instanceof CallError) return failure
      throw failure
    })
    if (!(answer instanceof CallError)) return answer
    if (isRefusal(answer)) throw new RunLost(answer.message)
    const pauseMs = repeatAfterMs[attempt]
    if (pauseMs !== undefined) await wait(pauseMs)
    else {
      await onSilence(answer.message)
      attempt = -1
    }
  }
}

/** The labels of a run in one state, page by page. */
export async function* labelsIn(list: PrintQueueTools['listLabels'], state: PrintState, ask: Ask, from = 0) {
  for (let after = from, size = labelsPerPage; size === labelsPerPage; ) {
    const page = await ask(() => list(state, after))
    size = page.length
    after = page.at(-1)?.place ?? after
    yield* page
  }
}

const isRefusal = ({ status, code }: CallError) =>
  status !== undefined && status >= 400 && status < 500 && code !== 'too-many-requests'
