import type { RequestOf } from '@lims/contract/endpoint.ts'
import type { PrintLabel, PrintRun, PrintState, printRunsApi } from '@lims/contract/print-runs.ts'
import type { Problem } from '../printer/printer-problems.ts'

export type PrintPhase = 'idle' | 'printing' | 'paused' | 'cancelling' | 'done'
export type PrintCounts = Record<PrintState, number>
/** A change of the state of one label, as the server records it. */
export type LabelChange = RequestOf<typeof printRunsApi.mark>['body']['labels'][number]
export type LabelError = Pick<PrintLabel, 'place' | 'tubeId' | 'sampleName' | 'reason'>
/** What happened to a label; `unknown` if it may have been printed, `released` if its claim was too old to send it. */
export type SendResult =
  | { state: 'sent'; printerUid?: string }
  | { state: 'released' }
  | { state: 'failed' | 'unknown'; reason: string }
/** The labels that a run takes: all that wait, or those that failed once more. */
export type LabelSource = 'waiting' | 'failed'

/** A label that may still wait in a printer. */
export type LabelAtPrinter = PrintLabel & { printerUid?: string | undefined }

/** Why a run paused by itself. */
export type PrintIssue = { source: 'printer'; problem?: Problem } | { source: 'server'; message: string }

type PrintEnding =
  | { how: 'completed' }
  | { how: 'cancelled' }
  /** Every label was tried, and some failed or are in doubt. The run can continue. */
  | { how: 'unfinished' }
  /** The server refused this window, usually because another window has taken over. */
  | { how: 'stopped'; message: string; lastTubeId: string | undefined }

/** What a person decides about a label in doubt. */
export const verdicts = {
  printed: { to: 'sent', reason: 'A person saw the label' },
  again: { to: 'waiting', reason: 'A person did not find the label' },
  'left-out': { to: 'cancelled', reason: 'A person left the label out' },
} as const
export type Verdict = keyof typeof verdicts

export type PrintRunState = {
  phase: PrintPhase
  counts: PrintCounts
  source: LabelSource
  issue?: PrintIssue | undefined
  ending?: PrintEnding | undefined
  /** Places of labels that were tried since Start or Retry Failures, or are in doubt, and not known to be printed. */
  unprinted: readonly number[]
  /** Labels that failed or are in doubt, one entry each, the latest first. */
  errors: readonly LabelError[]
  inDoubt: readonly PrintLabel[]
  /** The label that the server has recorded as `sending`. It may be sent only in the step `sending`. */
  current?: { label: PrintLabel; step: 'claimed' | 'sending' } | undefined
  lastTubeId?: string | undefined
  failuresInARow: number
  /** Changes that the server does not know yet, in order. */
  unreported: readonly LabelChange[]
  /** Labels that the agent has accepted and that may still wait in the printer. */
  atPrinter: readonly LabelAtPrinter[]
  printerProblem?: Problem | undefined
  /** The printer whose status was requested last. */
  printerUid?: string | undefined
  /** It has reported its status at least once, so a missing reply is a problem. */
  printerHasReplied: boolean
  /** The person has left the page. The run is kept on the server. */
  hasLeft: boolean
}

export const initialState = (run: Pick<PrintRun, 'counts'>): PrintRunState => ({
  phase: 'idle',
  counts: run.counts,
  source: 'waiting',
  unprinted: [],
  errors: [],
  inDoubt: [],
  failuresInARow: 0,
  unreported: [],
  atPrinter: [],
  printerHasReplied: false,
  hasLeft: false,
})

export const isPrinting = ({ phase }: PrintRunState): boolean => phase === 'printing'

/** No label is to be printed, retried or decided about. */
export const isSettled = ({ counts: { waiting, sending, failed, unknown } }: PrintRunState): boolean =>
  waiting + sending + failed + unknown === 0

/** The run has not ended, and this window is not printing it. */
export const isInactive = ({ phase, ending }: PrintRunState): boolean =>
  phase === 'idle' || (phase === 'done' && ending?.how === 'unfinished')

export const hasEnded = ({ phase, ending }: PrintRunState): boolean =>
  phase === 'done' && ending?.how !== 'unfinished'

/**
 * How many labels still fail after Retry Failures; undefined after Start, or if none fails but not all were printed.
 */
export const failuresAfterRetry = ({ source, counts, unprinted }: PrintRunState): number | undefined =>
  source === 'failed' && (counts.failed > 0 || unprinted.length === 0) ? counts.failed : undefined

/** Failed labels can be retried when no other label waits. */
export const canRetry = (state: PrintRunState): boolean =>
  state.counts.failed > 0 && isInactive(state) && (state.phase === 'done' || state.counts.waiting === 0)

/** The dialog must not be closed by accident. Nothing happens while the server is silent, so then it may be. */
export const isBusy = ({ phase, issue }: PrintRunState): boolean =>
  phase === 'printing' || (phase === 'cancelling' && !issue)
