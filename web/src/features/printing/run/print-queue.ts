import type { ReplyOf } from '@lims/contract/endpoint.ts'
import { printTexts } from '@lims/contract/print-agent.ts'
import {
  maxMarksPerRequest,
  type PrintLabel,
  type PrintState,
  type printRunsApi,
} from '@lims/contract/print-runs.ts'
import { CallError, isRetryable } from '../../../api/call-error.ts'
import { createStore, type Store } from '../../../api/create-store.ts'
import { inParts } from '../../../api/in-parts.ts'
import { isClaimTooOld } from '../printer/is-claim-too-old.ts'
import type { PrinterStatus } from '../printer/printer-status.ts'
import {
  hasEnded,
  isInactive,
  isPrinting,
  isSettled,
  type LabelChange,
  type LabelSource,
  type PrintCounts,
  type PrintRunState,
  type SendResult,
  type Verdict,
  verdicts,
} from './print-run-state.ts'
import { type ListLabels, type Request, readFreshLabels } from './read-fresh-labels.ts'
import { type PrintRunEvent, reducePrintRun } from './reduce-print-run.ts'

const gapMs = 100
const pausePollMs = 150
const retryDelaysMs = [500, 2000]
const cancelPollMs = 2000
const printerCheckMs = 1000
/** A printer that others use too may never be empty. */
const maxChecksWithoutProgress = 10

type MarkReply = Pick<ReplyOf<typeof printRunsApi.mark>, 'leftOut' | 'printedElsewhere'>
/** `claimedAt`: before the first attempt, as a repeated request gets the saved reply of the first. */
type ReportReply = MarkReply & { claimedAt: number }

/** The outside world of a print run: the server, the print agent and the clock. */
type PrintPorts = {
  listLabels: ListLabels
  /** Records changes; the places of `leftOut` must not be printed. Safe to repeat with the same key. */
  mark: (changes: LabelChange[], idempotencyKey: string) => Promise<MarkReply>
  /** How many labels are in each state on the server. */
  counts: () => Promise<PrintCounts>
  /** Ends the run on the server. */
  finish: () => Promise<PrintCounts>
  /**
   * Sends a label to the print agent, unless the claim has become too old once the agent is found. Never throws because
   * of the agent: a failure is a result.
   */
  send: (zpl: string, claimedAt: number) => Promise<SendResult>
  /** Returns the status `unknown` if the printer or its agent does not reply. */
  printerStatus: () => Promise<PrinterStatus & { printerUid?: string | undefined }>
  /** The printer that is chosen now; undefined if it is not known. */
  chosenPrinterUid: () => string | undefined
  wait: (ms: number) => Promise<void>
  newKey: () => string
}

const noLabelData: SendResult = { state: 'failed', reason: printTexts.noLabelData }

/** The server refuses this window: the run continues in another one or has ended. Or the person has left the page. */
class RunLost extends Error {}

const once: Request = (send) => send()

/**
 * Prints the labels of a recorded run, one at a time. The server records `sending` before a label leaves this window,
 * so that whatever happens here no label is forgotten, and none is printed twice unless a person decides so.
 *
 * `print-run-state.ts` decides what happens; this class talks to the server and the printer and waits.
 */
export class PrintQueue {
  readonly state: Pick<Store<PrintRunState>, 'get' | 'subscribe'>
  readonly #store: Store<PrintRunState>
  readonly #ports: PrintPorts
  #printerCheck: Promise<number> | undefined
  #printerCheckedAt = Number.NEGATIVE_INFINITY
  #lastExchange: Promise<unknown> = Promise.resolve()

  constructor(ports: PrintPorts, initial: PrintRunState) {
    this.#ports = ports
    this.#store = createStore(initial)
    this.state = this.#store
  }

  /** Prints the waiting labels. Resolves when every label was tried, or the run has ended or is lost. */
  start(): Promise<void> {
    return this.#run('waiting')
  }

  /** Prints the failed labels again, and then any that a person wants again. */
  retryFailures(): Promise<void> {
    return this.#run('failed')
  }

  pause(): void {
    this.#dispatch({ type: 'paused' })
  }

  resume(): void {
    this.#dispatch({ type: 'resumed' })
  }

  /** Ends the run after the label that is being sent. */
  async cancel(): Promise<void> {
    const before = this.state.get()
    this.#dispatch({ type: 'cancelled' })
    if (isInactive(before)) await this.#unlessLost(() => this.#finish('cancelled'))
  }

  /** Stops without ending the run: it can be resumed later, here or elsewhere. */
  leave(): void {
    this.#dispatch({ type: 'left' })
  }

  /**
   * Records what a person has found out about labels in doubt. Throws a `CallError` if the server refuses, because
   * somebody has decided about one of them elsewhere.
   */
  async resolveDoubts(places: readonly number[], verdict: Verdict): Promise<void> {
    const decision = this.#exclusively(async () => {
      // The server may not know yet that they are in doubt.
      await this.#unlessLost(() => this.#sendReport())
      for (const part of inParts(places, maxMarksPerRequest)) {
        const changes = part.map((place): LabelChange => ({ place, from: 'unknown', ...verdicts[verdict] }))
        await this.#ports.mark(changes, this.#ports.newKey())
        this.#dispatch({ type: 'doubts-resolved', places: part, verdict })
      }
    })
    const decisionOrReload = decision.catch(async (failure: unknown) => {
      await this.load()
      throw failure
    })
    await decisionOrReload.finally(() => this.#continueWhenDecided())
  }

  /** Reads which labels are in doubt and which have failed: another window may have changed them. */
  load(): Promise<void> {
    const read = async (state: PrintState) => {
      const labels: PrintLabel[] = []
      const found = readFreshLabels(this.#ports.listLabels, { state, after: 0, request: once })
      for await (const label of found) labels.push(label)
      return labels
    }
    return this.#exclusively(async () => {
      const [doubts, failures] = [await read('unknown'), await read('failed')]
      this.#dispatch({ type: 'loaded', doubts, failures, counts: await this.#ports.counts() })
    })
  }

  async #continueWhenDecided() {
    const state = this.state.get()
    if (!isInactive(state)) return
    // A resumed run continues by itself as soon as nothing is in doubt.
    const shouldContinue = state.phase === 'done' || state.inDoubt.length === 0
    if (isSettled(state)) await this.#unlessLost(() => this.#finish('completed'))
    else if (state.counts.waiting > 0 && shouldContinue && !state.hasLeft) void this.start()
  }

  #dispatch(event: PrintRunEvent): void {
    const before = this.#store.get()
    const after = reducePrintRun(before, event)
    if (after !== before) this.#store.set(after)
  }

  async #run(source: LabelSource): Promise<void> {
    if (!isInactive(this.state.get())) return
    this.#dispatch({ type: 'started', source })
    await this.#unlessLost(() => this.#printAll(source))
  }

  async #unlessLost(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (failure) {
      if (!(failure instanceof RunLost)) throw failure
      this.#dispatch({ type: 'refused', message: failure.message })
    }
  }

  async #printAll(source: LabelSource) {
    await this.#printLabels(source)
    for (let isPending = true; isPending; ) {
      // Labels that a person wants again, or that were released before they were sent.
      while (this.state.get().counts.waiting > 0 && (await this.#canPrint())) {
        if ((await this.#printLabels('waiting')) === 0) break
      }
      await this.#report()
      // Another window may have taken the run over while a person decided about a label.
      if (hasEnded(this.state.get())) return
      if (!this.state.get().hasLeft) await this.#untilPrinterIsEmpty()
      // The last labels failed or wait in the printer: a person sees that before the run is called complete.
      isPending = this.state.get().issue !== undefined && (await this.#canPrint())
    }
    const state = this.state.get()
    if (hasEnded(state)) return
    if (state.phase === 'cancelling') await this.#finish('cancelled')
    else if (state.hasLeft) return
    else if (isSettled(state)) await this.#finish('completed')
    else this.#dispatch({ type: 'labels-used-up' })
  }

  /** Prints the labels in a state, in order. Returns how many it has tried. */
  async #printLabels(source: LabelSource): Promise<number> {
    let tried = 0
    for (let after = 0, isDone = false; !isDone && (await this.#canPrint()); ) {
      isDone = true
      const place = { state: source, after, request: this.#request }
      for await (const label of readFreshLabels(this.#ports.listLabels, place)) {
        if (!isPrinting(this.state.get()) || !(await this.#print(label, source))) {
          // A person may correct the sample during the pause, so its label is read again.
          isDone = false
          break
        }
        tried++
        after = label.place
      }
    }
    return tried
  }

  /** Returns false if the run was paused or cancelled, or the computer slept, before the label was sent. */
  async #print(label: PrintLabel, from: LabelSource): Promise<boolean> {
    const { place, labelData } = label
    // Between two labels; the claim is recorded during it.
    const gap = this.state.get().unreported.length > 0 ? this.#ports.wait(gapMs) : undefined
    const { leftOut, printedElsewhere, claimedAt } = await this.#report([
      { place, from, to: 'sending', attempt: label.attempts + 1 },
    ])
    const isLeftOut = leftOut.includes(place)
    this.#dispatch(
      isLeftOut
        ? { type: 'label-left-out', label, from, isPrintedElsewhere: printedElsewhere.includes(place) }
        : { type: 'label-claimed', label, from },
    )
    await gap
    if (isLeftOut) return true
    if (!isPrinting(this.state.get()) || isClaimTooOld(claimedAt)) {
      this.#dispatch({ type: 'label-released' })
      return this.#reportReleased()
    }
    this.#dispatch({ type: 'label-sending' })
    const result = labelData ? await this.#ports.send(labelData, claimedAt) : noLabelData
    this.#dispatch({ type: 'label-result', result })
    if (result.state === 'released') return this.#reportReleased()
    const isCheckDue = performance.now() - this.#printerCheckedAt >= printerCheckMs
    if (result.state === 'sent' && isCheckDue) void this.#checkPrinter()
    // Labels may wait in a printer that has lost its power or its cable.
    if (result.state !== 'sent' && this.state.get().phase === 'paused') void this.#checkPrinterAgain()
    return true
  }

  /** Reports the released label before the waiting ones are listed again: it keeps its place. Returns false. */
  async #reportReleased(): Promise<false> {
    await this.#report()
    return false
  }

  /** Waits while the run is paused. Returns whether it continues. */
  async #canPrint(): Promise<boolean> {
    while (this.state.get().phase === 'paused') {
      // In each round: a check of the printer that was under way may find labels in doubt.
      await this.#report()
      if (this.state.get().hasLeft) return false
      await this.#ports.wait(pausePollMs)
      const { phase, printerProblem } = this.state.get()
      // An unfixed problem pauses the run again.
      if (phase !== 'paused' && printerProblem) await this.#checkPrinter()
    }
    return isPrinting(this.state.get())
  }

  async #whilePaused() {
    while (this.state.get().phase === 'paused' && !this.state.get().hasLeft)
      await this.#ports.wait(pausePollMs)
  }

  async #finish(how: 'completed' | 'cancelled') {
    const counts = await this.#request(this.#ports.finish)
    this.#dispatch({ type: 'ended', how, counts })
  }

  /** Reports all changes and claims to the server. Returns the places of claimed labels that must not be printed. */
  #report(claims?: readonly LabelChange[]): Promise<ReportReply> {
    return this.#exclusively(() => this.#sendReport(claims))
  }

  async #sendReport(claims: readonly LabelChange[] = []): Promise<ReportReply> {
    const changes = [...this.state.get().unreported, ...claims]
    this.#dispatch({ type: 'report-sent' })
    const all: ReportReply = { leftOut: [], printedElsewhere: [], claimedAt: Date.now() }
    for (const part of inParts(changes, maxMarksPerRequest)) {
      const key = this.#ports.newKey()
      const { leftOut, printedElsewhere } = await this.#request(() => this.#ports.mark(part, key))
      all.leftOut.push(...leftOut)
      all.printedElsewhere.push(...printedElsewhere)
    }
    return all
  }

  /** Runs after all exchanges before, so that each one begins with what the server and this window know in common. */
  #exclusively<T>(exchange: () => Promise<T>): Promise<T> {
    const result = this.#lastExchange.then(exchange)
    this.#lastExchange = result.catch(() => {})
    return result
  }

  /**
   * Repeats a request until the server replies, for what is not recorded must not be printed. Pauses the run after
   * three attempts. Throws `RunLost` if the server refuses or the person leaves.
   */
  readonly #request: Request = async (send) => {
    for (let attempt = 0; ; attempt++) {
      const reply = await send().catch((failure: unknown) => {
        if (failure instanceof CallError) return failure
        throw failure
      })
      if (!(reply instanceof CallError)) return reply
      // Also if the session has ended: the run stays open on the server, and can be resumed after signing in.
      if (!isRetryable(reply)) throw new RunLost(reply.message)
      const delayMs = retryDelaysMs[attempt % (retryDelaysMs.length + 1)]
      await (delayMs === undefined ? this.#untilRetry(reply.message) : this.#ports.wait(delayMs))
    }
  }

  async #untilRetry(message: string) {
    this.#dispatch({ type: 'server-silent', message })
    await this.#whilePaused()
    if (this.state.get().phase === 'cancelling') await this.#ports.wait(cancelPollMs)
    if (this.state.get().hasLeft) throw new RunLost(message)
  }

  /** Resolves when no label waits in the printer, it has a problem, or the run is cancelled or left. */
  async #untilPrinterIsEmpty() {
    let fewest = Number.POSITIVE_INFINITY
    for (let checks = 0; checks < maxChecksWithoutProgress; ) {
      const waiting = await this.#checkPrinterAgain()
      const { phase, issue, hasLeft } = this.state.get()
      if (waiting === 0 || phase === 'cancelling' || issue || hasLeft) break
      checks = waiting < fewest ? 0 : checks + 1
      fewest = Math.min(fewest, waiting)
      await this.#ports.wait(printerCheckMs)
    }
    await this.#report()
  }

  /**
   * Reads the status of the printer, one request at a time: an agent accepts labels for a printer that is open, empty
   * or paused. Returns how many labels wait in it.
   */
  #checkPrinter(): Promise<number> {
    this.#printerCheck ??= this.#readPrinterStatus().finally(() => {
      this.#printerCheck = undefined
      this.#printerCheckedAt = performance.now()
    })
    return this.#printerCheck
  }

  /** A check that is under way may have begun before the last label. */
  async #checkPrinterAgain(): Promise<number> {
    await this.#printerCheck
    return this.#checkPrinter()
  }

  async #readPrinterStatus(): Promise<number> {
    const { printerHasReplied } = this.state.get()
    let acceptedBefore = this.state.get().atPrinter.length
    let status = await this.#ports.printerStatus()
    // One reply may get lost; two in a row mean that the printer is silent.
    if (status.state === 'unknown' && printerHasReplied) {
      acceptedBefore = this.state.get().atPrinter.length
      status = await this.#ports.printerStatus()
    }
    const { printerUid } = status
    const chosenUid = this.#ports.chosenPrinterUid()
    this.#dispatch({ type: 'printer-status', status, printerUid, chosenUid, acceptedBefore })
    return status.labelsWaiting
  }
}
