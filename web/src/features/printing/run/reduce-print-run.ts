import type { PrintLabel, PrintState } from '@lims/contract/print-runs.ts'
import { noLongerReplies, type Problem, printerProblems } from '../printer/printer-problems.ts'
import type { PrinterStatus } from '../printer/printer-status.ts'
import {
  hasEnded,
  isInactive,
  isPrinting,
  type LabelAtPrinter,
  type LabelSource,
  type PrintCounts,
  type PrintIssue,
  type PrintRunState,
  type SendResult,
  type Verdict,
  verdicts,
} from './print-run-state.ts'

export type PrintRunEvent =
  | { type: 'started'; source: LabelSource }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'cancelled' }
  | { type: 'left' }
  /** The server has recorded `sending`. */
  | { type: 'label-claimed'; label: PrintLabel; from: LabelSource }
  /** The server has cancelled the label, because its sample was deleted, or another run has printed it. */
  | { type: 'label-left-out'; label: PrintLabel; from: LabelSource; isPrintedElsewhere: boolean }
  /** The run was paused or cancelled, or the computer slept, before the claimed label was sent. */
  | { type: 'label-released' }
  | { type: 'label-sending' }
  | { type: 'label-result'; result: SendResult }
  /** The unreported changes are on their way to the server. */
  | { type: 'report-sent' }
  /**
   * `acceptedBefore`: how many labels were at the printer when its status was requested. `chosenUid`: the printer that
   * is chosen now.
   */
  | {
      type: 'printer-status'
      status: PrinterStatus
      printerUid?: string | undefined
      chosenUid?: string | undefined
      acceptedBefore: number
    }
  | { type: 'server-silent'; message: string }
  | { type: 'doubts-resolved'; places: readonly number[]; verdict: Verdict }
  /** What the server knows. Unreported changes come on top of it. */
  | {
      type: 'loaded'
      doubts: readonly PrintLabel[]
      failures: readonly PrintLabel[]
      counts: PrintCounts
    }
  /** Every label was tried, and some failed or are in doubt. */
  | { type: 'labels-used-up' }
  /** The server has ended the run. */
  | { type: 'ended'; how: 'completed' | 'cancelled'; counts: PrintCounts }
  | { type: 'refused'; message: string }

/** This many failures in a row point to the printer rather than to the labels. */
const maxFailuresInARow = 3

/**
 * Returns the state of a run after an event; the same object if the event changes nothing. Throws if a label would be
 * claimed or sent against the rules, so that it is not sent.
 */
export function reducePrintRun(state: PrintRunState, event: PrintRunEvent): PrintRunState {
  switch (event.type) {
    case 'started':
      return isInactive(state) ? started(state, event.source) : state
    case 'paused':
      return state.phase === 'printing' ? { ...state, phase: 'paused' } : state
    case 'resumed':
      return state.phase === 'paused'
        ? { ...state, phase: 'printing', issue: undefined, failuresInARow: 0 }
        : state
    case 'cancelled':
      return state.phase === 'cancelling' || hasEnded(state) ? state : cancelled(state)
    case 'left':
      return { ...state, hasLeft: true, phase: state.phase === 'printing' ? 'paused' : state.phase }
    case 'label-claimed':
      return claimed(state, event.label, event.from)
    case 'label-left-out':
      return withError(
        { ...withUnprinted(state, event.label), counts: moved(state.counts, event.from, 'cancelled') },
        event.label,
        event.isPrintedElsewhere
          ? 'Another print run has printed this label, or may have: it is left out'
          : 'The sample was deleted: its label is left out',
      )
    case 'label-released':
      return released(state, currentLabel(state, 'claimed'))
    case 'label-sending': {
      const label = currentLabel(state, 'claimed')
      if (!isPrinting(state)) throw new Error(`Label ${label.place} must not be sent while ${state.phase}`)
      return { ...state, current: { label, step: 'sending' }, lastTubeId: label.tubeId }
    }
    case 'label-result':
      return withResult(state, currentLabel(state, 'sending'), event.result)
    case 'report-sent':
      return state.unreported.length > 0 ? { ...state, unreported: [] } : state
    case 'printer-status':
      return withPrinterStatus(state, event)
    case 'server-silent':
      return stopped(state, { source: 'server', message: event.message })
    case 'doubts-resolved':
      return resolved(state, event.places, event.verdict)
    case 'loaded':
      return loaded(state, event)
    case 'labels-used-up':
      return { ...state, phase: 'done', issue: undefined, ending: { how: 'unfinished' } }
    case 'ended': {
      const { how, counts } = event
      return { ...state, phase: 'done', issue: undefined, counts, ending: { how } }
    }
    case 'refused': {
      const ending = { how: 'stopped', message: event.message, lastTubeId: state.lastTubeId } as const
      return { ...state, phase: 'done', issue: undefined, ending }
    }
  }
}

const started = (state: PrintRunState, source: LabelSource): PrintRunState => ({
  ...state,
  phase: 'printing',
  source,
  issue: undefined,
  ending: undefined,
  unprinted: [],
  failuresInARow: 0,
})

/** Only the label that is being sent is still printed. A problem of the printer no longer matters. */
const cancelled = (state: PrintRunState): PrintRunState => ({
  ...state,
  phase: 'cancelling',
  issue: state.issue?.source === 'server' ? state.issue : undefined,
})

function claimed(state: PrintRunState, unclaimed: PrintLabel, from: LabelSource): PrintRunState {
  const label = { ...unclaimed, attempts: unclaimed.attempts + 1 }
  if (state.current)
    throw new Error(`Label ${label.place} was claimed before label ${state.current.label.place}`)
  return {
    ...withUnprinted(state, label),
    counts: moved(state.counts, from, 'sending'),
    current: { label, step: 'claimed' },
  }
}

function currentLabel({ current }: PrintRunState, step: 'claimed' | 'sending'): PrintLabel {
  if (current?.step !== step) throw new Error(`No label is ${step}`)
  return current.label
}

function settled(
  state: PrintRunState,
  { place, attempts: attempt }: PrintLabel,
  to: PrintState,
  reason: string,
): PrintRunState {
  return {
    ...state,
    current: undefined,
    counts: moved(state.counts, 'sending', to),
    unreported: [...state.unreported, { place, from: 'sending', to, reason, attempt }],
  }
}

const released = (state: PrintRunState, label: PrintLabel) =>
  settled(state, label, 'waiting', 'Stopped before it was sent')

function withResult(before: PrintRunState, label: PrintLabel, result: SendResult): PrintRunState {
  if (result.state === 'sent') {
    const state = settled(
      { ...withoutUnprinted(before, [label.place]), failuresInARow: 0 },
      label,
      'sent',
      '',
    )
    return accepted({ ...state, ...withoutPlaces(state, [label.place]) }, label, result.printerUid)
  }
  if (result.state === 'released') return released(before, label)
  const failuresInARow = before.failuresInARow + 1
  let state = settled({ ...before, failuresInARow }, label, result.state, result.reason)
  state = withError(state, label, result.reason)
  if (result.state === 'unknown') state = withDoubt(state, label, result.reason)
  return failuresInARow >= maxFailuresInARow && isPrinting(state)
    ? stopped(state, { source: 'printer' })
    : state
}

/** The agent has accepted the label, but a printer with a problem does not print it. */
function accepted(state: PrintRunState, label: PrintLabel, printerUid: string | undefined): PrintRunState {
  const { printerProblem } = state
  return printerProblem
    ? heldBack(state, [label], printerProblem)
    : { ...state, atPrinter: [...state.atPrinter, { ...label, printerUid }] }
}

type StatusEvent = Extract<PrintRunEvent, { type: 'printer-status' }>

function withPrinterStatus(before: PrintRunState, event: StatusEvent): PrintRunState {
  const { status, printerUid = before.printerUid, chosenUid = printerUid } = event
  const isOfPrinter = (label: LabelAtPrinter) => (label.printerUid ?? printerUid) === printerUid
  const accepted = before.atPrinter.slice(0, event.acceptedBefore).filter(isOfPrinter)
  const numPrinted = status.state === 'ready' ? Math.max(0, accepted.length - status.labelsWaiting) : 0
  const printed = new Set(accepted.slice(0, numPrinted))
  const isNotPrinted = (label: LabelAtPrinter) => !printed.has(label)
  // Another printer was chosen while this one took its time to reply, and may have accepted labels.
  const isLate =
    chosenUid !== printerUid || !before.atPrinter.slice(event.acceptedBefore).slice(-1).every(isOfPrinter)
  if (isLate) return { ...before, atPrinter: before.atPrinter.filter(isNotPrinted) }
  const isOther = before.printerUid !== undefined && before.printerUid !== printerUid
  const hadReplied = before.printerHasReplied && !isOther
  const isSilent = status.state === 'unknown' && hadReplied
  const printerProblem = isSilent ? noLongerReplies : printerProblems[status.state]
  const state = {
    ...leftBehind(before, isOfPrinter),
    printerUid,
    printerProblem,
    printerHasReplied: hadReplied || status.state !== 'unknown',
  }
  if (printerProblem) return heldBack({ ...state, atPrinter: [] }, state.atPrinter, printerProblem)
  return { ...state, atPrinter: state.atPrinter.filter(isNotPrinted) }
}

/** Labels that may wait in the previous printer are in doubt, unless it never reported what waits in it. */
function leftBehind(state: PrintRunState, isOfPrinter: (label: LabelAtPrinter) => boolean): PrintRunState {
  const left = state.atPrinter.filter((label) => !isOfPrinter(label))
  if (left.length === 0) return state
  const atPrinter = state.atPrinter.filter(isOfPrinter)
  const reason = 'Another printer was chosen. The label may be waiting in the previous one.'
  return { ...(state.printerHasReplied ? withDoubts(state, left, reason) : state), atPrinter }
}

/** The labels may wait in a printer that does not print: they are in doubt, and the run pauses. */
function heldBack(before: PrintRunState, labels: readonly PrintLabel[], problem: Problem): PrintRunState {
  if (before.phase === 'done') return before
  const reason = `${problem.message} The label may be waiting in the printer.`
  return stopped(withDoubts(before, labels, reason), { source: 'printer', problem })
}

/** Labels that the agent has accepted, but that may not have been printed. */
function withDoubts(before: PrintRunState, labels: readonly PrintLabel[], reason: string): PrintRunState {
  if (before.phase === 'done') return before
  let state = before
  for (const label of labels) {
    const { place, attempts: attempt } = label
    const others = state.unreported.filter((change) => change.place !== place)
    const from = others.length < state.unreported.length ? 'sending' : 'sent'
    const counts = moved(state.counts, 'sent', 'unknown')
    const unreported = [...others, { place, from, to: 'unknown', reason, attempt } as const]
    state = withDoubt({ ...state, counts, unreported }, label, reason)
  }
  return state
}

function resolved(state: PrintRunState, places: readonly number[], verdict: Verdict): PrintRunState {
  let { counts } = state
  for (const _place of places) counts = moved(counts, 'unknown', verdicts[verdict].to)
  const decided = verdict === 'printed' ? withoutUnprinted(state, places) : state
  return { ...decided, ...withoutPlaces(state, places), counts }
}

type LoadedEvent = Extract<PrintRunEvent, { type: 'loaded' }>

function loaded(before: PrintRunState, { doubts, failures, counts }: LoadedEvent): PrintRunState {
  const unreported = placesOf(before.unreported)
  const inDoubt = [...doubts, ...before.inDoubt.filter(({ place }) => unreported.has(place))]
  const doubtful = placesOf(inDoubt)
  const decided = before.inDoubt.filter(({ place }) => !doubtful.has(place)).map(({ place }) => place)
  const state: PrintRunState = {
    ...before,
    errors: withoutPlaces(before, decided).errors,
    inDoubt,
    counts: before.unreported.reduce((all, { from, to }) => moved(all, from, to), counts),
  }
  return failures.reduce((all, label) => withError(all, label, label.reason), state)
}

/** Pauses the run. A run that is being cancelled is not paused: it ends as soon as it can. */
const stopped = (state: PrintRunState, issue: PrintIssue): PrintRunState => ({
  ...state,
  phase: state.phase === 'cancelling' ? 'cancelling' : 'paused',
  issue,
})

const moved = (counts: PrintCounts, from: PrintState, to: PrintState): PrintCounts => ({
  ...counts,
  [from]: counts[from] - 1,
  [to]: counts[to] + 1,
})

const withError = (state: PrintRunState, label: PrintLabel, reason: string): PrintRunState => {
  const { place, tubeId, sampleName } = label
  const { errors } = withoutPlaces(state, [place])
  return { ...state, errors: [{ place, tubeId, sampleName, reason }, ...errors] }
}

const withUnprinted = (state: PrintRunState, { place }: { place: number }): PrintRunState => ({
  ...state,
  unprinted: [...state.unprinted, place],
})

const withoutUnprinted = (state: PrintRunState, places: readonly number[]): PrintRunState => ({
  ...state,
  unprinted: state.unprinted.filter((place) => !places.includes(place)),
})

const withDoubt = (state: PrintRunState, label: PrintLabel, reason: string): PrintRunState => ({
  ...withUnprinted(state, label),
  inDoubt: [...state.inDoubt, { ...label, state: 'unknown', reason }],
})

const placesOf = (labels: readonly { place: number }[]) => new Set(labels.map(({ place }) => place))

/** The lists of labels that need attention without those that need it no longer. */
function withoutPlaces({ errors, inDoubt }: PrintRunState, places: readonly number[]) {
  const removed = new Set(places)
  const remains = ({ place }: { place: number }) => !removed.has(place)
  return { errors: errors.filter(remains), inDoubt: inDoubt.filter(remains) }
}
