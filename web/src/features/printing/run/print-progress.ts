import type { PrintLabel, PrintRun, PrintState } from '@lims/contract/print-runs.ts'
import type { Problem } from '../printer/printer-problems.ts'

export type PrintPhase = 'idle' | 'printing' | 'paused' | 'cancelling' | 'done'
export type PrintCounts = Record<PrintState, number>
export type PrintFault = Pick<PrintLabel, 'place' | 'tubeId' | 'sampleName' | 'reason'>

/** Why a run that nobody paused stands still: the printer fails, or the server does not take down what is printed. */
export type PrintIssue = { at: 'printer'; trouble?: Problem } | { at: 'server'; text: string }

export type PrintEnding =
  | { how: 'completed' }
  | { how: 'cancelled' }
  /** All labels were tried, some still fail or are in doubt. */
  | { how: 'unfinished' }
  | { how: 'lost'; text: string; lastTubeId: string | undefined }

export type PrintProgress = {
  phase: PrintPhase
  counts: PrintCounts
  issue?: PrintIssue
  ending?: PrintEnding
  /** What was left when a retry had come to its end. */
  retriedFailures?: number
  /** Of labels that failed or are in doubt, one each, the latest first. */
  faults: readonly PrintFault[]
  inDoubt: readonly PrintLabel[]
}

const shownFaults = 5
export const lastFaults = ({ faults }: Pick<PrintProgress, 'faults'>) => faults.slice(0, shownFaults)

export const withFault = (faults: readonly PrintFault[], fault: PrintFault): PrintFault[] => [
  fault,
  ...withoutFaults(faults, new Set([fault.place])),
]

export const withoutFaults = (faults: readonly PrintFault[], settled: ReadonlySet<number>): PrintFault[] =>
  faults.filter(({ place }) => !settled.has(place))

export const noneYet = (run: Pick<PrintRun, 'counts'>): PrintProgress => ({
  phase: 'idle',
  counts: run.counts,
  faults: [],
  inDoubt: [],
})

export const moved = (counts: PrintCounts, from: PrintState, to: PrintState): PrintCounts => ({
  ...counts,
  [from]: counts[from] - 1,
  [to]: counts[to] + 1,
})

/** The labels of a run but for those that were left out. */
export const toPrint = ({ cancelled, ...others }: PrintCounts): number =>
  Object.values(others).reduce((sum, count) => sum + count, 0)

/** Labels that a cancel kept from printing count as not done; those left out of a run that went on do not count. */
export function percentDone({ counts, ending }: Pick<PrintProgress, 'counts' | 'ending'>): number {
  const total = toPrint(counts) + (ending?.how === 'cancelled' ? counts.cancelled : 0)
  return total === 0 ? 100 : Math.floor((100 * (counts.sent + counts.failed)) / total)
}

/** Of what is done, the printed part and the failed one. */
export function barColour({ sent, failed }: PrintCounts): string {
  if (failed === 0) return 'var(--primary)'
  const printed = `${Math.round((100 * sent) / (sent + failed))}%`
  return `linear-gradient(to right, var(--primary) ${printed}, var(--danger) ${printed})`
}

/** Nothing to print, to try again or to ask about. */
export const isSettled = ({ waiting, sending, failed, unknown }: PrintCounts): boolean =>
  waiting + sending + failed + unknown === 0

export const canStart = ({ phase, counts }: PrintProgress): boolean => phase === 'idle' && counts.waiting > 0

/** While labels still wait, those that failed wait for them. */
export const canRetry = ({ phase, counts, ending }: PrintProgress): boolean =>
  counts.failed > 0 &&
  ((phase === 'idle' && counts.waiting === 0) || (phase === 'done' && ending?.how === 'unfinished'))

export const standsStill = ({ phase, ending }: PrintProgress): boolean =>
  phase === 'idle' || (phase === 'done' && ending?.how === 'unfinished')

/** Something moves that must not be left by a stray click. While the server is silent, nothing does. */
export const isBusy = ({ phase, issue }: PrintProgress): boolean =>
  phase === 'printing' || (phase === 'cancelling' && !issue)

export const hasEnded = ({ phase, ending }: PrintProgress): boolean =>
  phase === 'done' && ending?.how !== 'unfinished'
