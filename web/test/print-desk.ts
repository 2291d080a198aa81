import {
  maxMarksPerRequest,
  nextPrintStates,
  type PrintLabel,
  PrintState,
} from '@lims/contract/print-runs.ts'
import { expect, vi } from 'vitest'
import { CallError } from '../src/api/call-error.ts'
import { type PrinterState, unknownStatus } from '../src/features/printing/printer/printer-status.ts'
import { PrintQueue } from '../src/features/printing/run/print-queue.ts'
import {
  initialState,
  type LabelChange,
  type PrintCounts,
  type PrintPhase,
  type SendResult,
} from '../src/features/printing/run/print-run-state.ts'

export type PrintDesk = ReturnType<typeof openPrintDesk>
type Settings = {
  labels: number
  agentMs?: number
  serverMs?: number
  /** The result of the nth label that the agent receives. */
  agent?: (place: number, nth: number) => SendResult
}

type MarkReply = { leftOut: number[]; printedElsewhere: number[] }

const sent: SendResult = { state: 'sent' }
/** A printer that is chosen when the run begins. */
const firstPrinter = 'printer 1'
const printed = { isPrinted: true, isWaiting: false }
const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A window that was killed receives no reply. */
const never = () => new Promise<never>(() => {})

/** A print run with a simulated server, print agent and printer, which keep the rules of the real ones. */
export function openPrintDesk({ labels, agentMs = 20, serverMs = 5, agent = () => sent }: Settings) {
  const states: PrintState[] = Array.from({ length: labels }, () => 'waiting')
  const reasons = new Map<number, string>()
  const attempts = states.map(() => 0)
  const attemptOf = (place: number) => attempts[place - 1] ?? 0
  const desk = {
    states,
    /** The labels that the agent received, in order, with any result. */
    received: [] as {
      place: number
      zpl: string
      at: number
      state: SendResult['state']
      isPrinted: boolean
      isWaiting: boolean
    }[],
    markCalls: 0,
    pages: [] as { state: PrintState; after: number; size: number }[],
    isFinished: false,
    agent,
    /** How long the agent takes for a label. */
    agentMs,
    /** Each one replaces one reply of the server. */
    serverFailures: [] as CallError[],
    /** How many of the next replies to a report get lost after the server has recorded it. */
    lostMarkReplies: 0,
    deleted: new Set<number>(),
    /** The subjects of samples that a person has corrected since the run began. */
    correctedSubjects: new Map<number, string>(),
    /** The labels that another run has printed. */
    printedElsewhere: new Set<number>(),
    /** Unless it is `ready`, labels wait in the printer. */
    printer: 'ready' as PrinterState,
    /** The printer that is chosen. */
    printerUid: firstPrinter,
    /** How long the printer takes to report its status. */
    statusMs: 5,
    /** How many of the next replies of the printer get lost. */
    lostReplies: 0,
    /** How many labels a slow printer still has to print. */
    backlog: 0,
    fixPrinter,
    openWindow,
    counts,
    timesPrinted: (place: number) =>
      desk.received.filter((label) => label.place === place && label.isPrinted).length,
    /** Kills a window. Requests that it has already sent still reach the server. */
    kill: (queue: PrintQueue) => killed.add(queue),
  }
  const killed = new WeakSet<PrintQueue>()
  const savedReplies = new Map<string, MarkReply>()

  function fixPrinter() {
    desk.printer = 'ready'
    for (const label of desk.received.splice(0))
      desk.received.push({ ...label, ...(label.isWaiting && printed) })
  }

  function counts(): PrintCounts {
    const none = Object.fromEntries(PrintState.options.map((state) => [state, 0])) as PrintCounts
    for (const state of states) none[state]++
    return none
  }

  const reply = async <T>(work: () => T): Promise<T> => {
    await later(serverMs)
    const failure = desk.serverFailures.shift()
    if (failure) throw failure
    return work()
  }
  const refuse = (
    code: 'print-label-changed' | 'print-run-finished' | 'request-invalid',
    message: string,
  ) => {
    throw new CallError(message, {
      code,
      status: code === 'request-invalid' ? 400 : 409,
      serverMessage: message,
    })
  }
  const labelAt = (place: number): PrintLabel => ({
    place,
    sampleId: crypto.randomUUID(),
    sampleName: `NB-${place}`,
    tubeId: `T${String(place).padStart(7, '0')}`,
    state: states[place - 1] ?? 'waiting',
    reason: reasons.get(place) ?? '',
    attempts: attemptOf(place),
    labelData: desk.deleted.has(place)
      ? null
      : `^XA^FD${place}^FS^FD${desk.correctedSubjects.get(place) ?? 'P0051'}^FS^XZ`,
  })

  function takeOver() {
    for (const [index, state] of states.entries()) if (state === 'sending') states[index] = 'unknown'
  }

  function markLabels(marks: readonly LabelChange[]): MarkReply {
    if (marks.length > maxMarksPerRequest) refuse('request-invalid', `${marks.length} changes`)
    const leftOut: number[] = []
    const printedElsewhere: number[] = []
    for (const { from, to } of marks) {
      if (!nextPrintStates[from].includes(to)) refuse('request-invalid', `${from} to ${to}`)
      if (desk.isFinished && (to === 'sending' || to === 'waiting'))
        refuse('print-run-finished', 'This print run has ended.')
    }
    for (const { place, from, to, attempt } of marks) {
      const latest = attemptOf(place) + (to === 'sending' ? 1 : 0)
      if (states[place - 1] !== from || (attempt ?? latest) !== latest)
        refuse('print-label-changed', `Label ${place}: this run is being printed in another window.`)
    }
    for (const { place, from, to, reason } of marks) {
      const isElsewhere = to === 'sending' && desk.printedElsewhere.has(place)
      const isLeftOut = isElsewhere || (to === 'sending' && desk.deleted.has(place))
      states[place - 1] = isLeftOut ? 'cancelled' : to
      if (isLeftOut) leftOut.push(place)
      else if (to === 'sending') attempts[place - 1] = attemptOf(place) + 1
      else if (from === 'sending' && to === 'waiting') attempts[place - 1] = attemptOf(place) - 1
      if (isElsewhere) printedElsewhere.push(place)
      reasons.set(place, reason ?? '')
    }
    return { leftOut, printedElsewhere }
  }

  /** Opens a window that resumes the run: labels that were being sent are in doubt. */
  function openWindow() {
    takeOver()
    const unlessKilled = async <T>(work: Promise<T>): Promise<T> => {
      const result = await work
      return killed.has(queue) ? never() : result
    }
    const request = <T>(work: () => T) => unlessKilled(reply(work))
    const queue: PrintQueue = new PrintQueue(
      {
        listLabels: (state, after) =>
          request(() => {
            const found = states.flatMap((is, index) => (is === state && index >= after ? [index + 1] : []))
            const page = found.slice(0, 200).map(labelAt)
            desk.pages.push({ state, after, size: page.length })
            return page
          }),
        mark: (marks, key) =>
          request(() => {
            desk.markCalls++
            const saved = savedReplies.get(key) ?? markLabels(marks)
            savedReplies.set(key, saved)
            if (desk.lostMarkReplies === 0) return saved
            desk.lostMarkReplies--
            throw new CallError('Failed to fetch', { code: 'no-answer' })
          }),
        counts: () => request(counts),
        finish: () =>
          request(() => {
            desk.isFinished = true
            takeOver()
            for (const [index, state] of states.entries())
              if (state === 'waiting') states[index] = 'cancelled'
            return counts()
          }),
        send: async (zpl) => {
          const place = Number(/\^FD(\d+)/.exec(zpl)?.[1])
          const result = desk.agent(place, desk.received.length + 1)
          const nth = desk.received.length + 1
          const isAccepted = result.state === 'sent' || (result.state === 'unknown' && nth % 2 === 0)
          const isWaiting = isAccepted && desk.printer !== 'ready'
          desk.received.push({
            place,
            zpl,
            at: Date.now(),
            state: result.state,
            isPrinted: isAccepted && !isWaiting,
            isWaiting,
          })
          await unlessKilled(later(desk.agentMs))
          return result.state === 'sent' ? { ...result, printerUid: desk.printerUid } : result
        },
        printerStatus: async () => {
          const { printerUid } = desk
          await unlessKilled(later(desk.statusMs))
          if (desk.lostReplies > 0) {
            desk.lostReplies--
            return { ...unknownStatus, printerUid }
          }
          const labelsWaiting = desk.backlog + desk.received.filter(({ isWaiting }) => isWaiting).length
          return {
            state: desk.printer,
            labelsWaiting: desk.printer === 'unknown' ? 0 : labelsWaiting,
            printerUid,
          }
        },
        chosenPrinterUid: () => desk.printerUid,
        wait: (ms) => unlessKilled(later(ms)),
        newKey: () => crypto.randomUUID(),
      },
      initialState({ counts: counts() }),
    )
    return queue
  }
  return desk
}

/** The places of the labels that the agent received, in order. */
export const places = (desk: PrintDesk): number[] => desk.received.map(({ place }) => place)

/** Advances the fake time until the queue is in a phase. */
export async function until(queue: PrintQueue, phase: PrintPhase) {
  for (let step = 0; queue.state.get().phase !== phase && step < 100_000; step++) {
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(queue.state.get().phase).toBe(phase)
}
