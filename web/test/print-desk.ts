import { nextPrintStates, type PrintLabel, PrintState } from '@lims/contract/print-runs.ts'
import { expect, vi } from 'vitest'
import { CallError } from '../src/api/call-error.ts'
import { type PrinterState, silence } from '../src/features/printing/printer/printer-status.ts'
import { noneYet, type PrintCounts, type PrintPhase } from '../src/features/printing/run/print-progress.ts'
import { PrintQueue } from '../src/features/printing/run/print-queue.ts'
import type { Handing } from '../src/features/printing/run/print-queue-tools.ts'

export type PrintDesk = ReturnType<typeof openPrintDesk>
type Settings = {
  labels: number
  agentMs?: number
  serverMs?: number
  /** What the agent answers to the nth label it is handed. */
  agent?: (place: number, nth: number) => Handing
}

const sent: Handing = { state: 'sent' }
const came = { cameOut: true, waits: false }
const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A program that was killed gets no answer any more. */
const never = () => new Promise<never>(() => {})

/** A print run on a server and an agent that exist only here, by the rules of the real ones. */
export function openPrintDesk({ labels, agentMs = 20, serverMs = 5, agent = () => sent }: Settings) {
  const states: PrintState[] = Array.from({ length: labels }, () => 'waiting')
  const reasons = new Map<number, string>()
  const desk = {
    states,
    /** Places whose label came to the agent, in order, whatever it answered. */
    handed: [] as { place: number; at: number; state: Handing['state']; cameOut: boolean; waits: boolean }[],
    marks: 0,
    pages: [] as { state: PrintState; after: number; size: number }[],
    isFinished: false,
    agent,
    /** Instead of an answer, once for each. */
    serverFailures: [] as CallError[],
    deleted: new Set<number>(),
    /** Not `ready`: labels wait in the printer. */
    printer: 'ready' as PrinterState,
    /** So many replies of the printer get lost on their way. */
    lostReplies: 0,
    /** As many labels as a slow printer still has to print. */
    backlog: 0,
    mend,
    openWindow,
    counts,
    cameOut: (place: number) => desk.handed.filter((label) => label.place === place && label.cameOut).length,
    /** Kills the program of a window: what it has asked for already still reaches the server. */
    kill: (queue: PrintQueue) => killed.add(queue),
  }
  const killed = new WeakSet<PrintQueue>()

  function mend() {
    desk.printer = 'ready'
    for (const label of desk.handed.splice(0)) desk.handed.push({ ...label, ...(label.waits && came) })
  }

  function counts(): PrintCounts {
    const none = Object.fromEntries(PrintState.options.map((state) => [state, 0])) as PrintCounts
    for (const state of states) none[state]++
    return none
  }

  const answer = async <T>(work: () => T): Promise<T> => {
    await later(serverMs)
    const failure = desk.serverFailures.shift()
    if (failure) throw failure
    return work()
  }
  const refuse = (
    code: 'print-label-changed' | 'print-run-finished' | 'request-invalid',
    message: string,
  ) => {
    throw new CallError(message, { code, status: code === 'request-invalid' ? 400 : 409, said: message })
  }
  const labelAt = (place: number): PrintLabel => ({
    place,
    sampleId: crypto.randomUUID(),
    sampleName: `NB-${place}`,
    tubeId: `T${String(place).padStart(7, '0')}`,
    state: states[place - 1] ?? 'waiting',
    reason: reasons.get(place) ?? '',
    attempts: 0,
    labelData: desk.deleted.has(place) ? null : `^XA^FD${place}^FS^XZ`,
  })

  function takeOver() {
    for (const [index, state] of states.entries()) if (state === 'sending') states[index] = 'unknown'
  }

  /** As a window does which resumes the run: whatever was being sent is in doubt from now on. */
  function openWindow() {
    takeOver()
    const unlessKilled = async <T>(work: Promise<T>): Promise<T> => {
      const result = await work
      return killed.has(queue) ? never() : result
    }
    const ask = <T>(work: () => T) => unlessKilled(answer(work))
    const queue: PrintQueue = new PrintQueue(
      {
        listLabels: (state, after) =>
          ask(() => {
            const found = states.flatMap((is, index) => (is === state && index >= after ? [index + 1] : []))
            const page = found.slice(0, 200).map(labelAt)
            desk.pages.push({ state, after, size: page.length })
            return page
          }),
        mark: (marks) =>
          ask(() => {
            desk.marks++
            const leftOut: number[] = []
            for (const { from, to } of marks) {
              if (!nextPrintStates[from].includes(to)) refuse('request-invalid', `${from} to ${to}`)
              if (desk.isFinished && (to === 'sending' || to === 'waiting'))
                refuse('print-run-finished', 'This print run has ended.')
            }
            for (const { place, from } of marks) {
              if (states[place - 1] !== from)
                refuse('print-label-changed', `Label ${place}: this run is being printed in another window.`)
            }
            for (const { place, to, reason } of marks) {
              const isGone = to === 'sending' && desk.deleted.has(place)
              states[place - 1] = isGone ? 'cancelled' : to
              if (isGone) leftOut.push(place)
              reasons.set(place, reason ?? '')
            }
            return { leftOut }
          }),
        finish: () =>
          ask(() => {
            desk.isFinished = true
            takeOver()
            for (const [index, state] of states.entries())
              if (state === 'waiting') states[index] = 'cancelled'
            return counts()
          }),
        send: async (zpl) => {
          const place = Number(/\^FD(\d+)/.exec(zpl)?.[1])
          const handing = desk.agent(place, desk.handed.length + 1)
          const nth = desk.handed.length + 1
          const isTaken = handing.state === 'sent' || (handing.state === 'unknown' && nth % 2 === 0)
          const waits = isTaken && desk.printer !== 'ready'
          desk.handed.push({ place, at: Date.now(), state: handing.state, cameOut: isTaken && !waits, waits })
          await unlessKilled(later(agentMs))
          return handing
        },
        askPrinter: async () => {
          await unlessKilled(later(5))
          if (desk.lostReplies > 0) {
            desk.lostReplies--
            return silence
          }
          const labelsWaiting = desk.backlog + desk.handed.filter(({ waits }) => waits).length
          return { state: desk.printer, labelsWaiting: desk.printer === 'unknown' ? 0 : labelsWaiting }
        },
        wait: (ms) => unlessKilled(later(ms)),
        newKey: () => crypto.randomUUID(),
      },
      noneYet({ counts: counts() }),
    )
    return queue
  }
  return desk
}

/** The places of the labels that came to the agent, in order. */
export const places = (desk: PrintDesk): number[] => desk.handed.map(({ place }) => place)

/** Lets the time of a test pass until the queue stands in a phase. */
export async function until(queue: PrintQueue, phase: PrintPhase) {
  for (let step = 0; queue.progress().phase !== phase && step < 100_000; step++) {
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(queue.progress().phase).toBe(phase)
}
