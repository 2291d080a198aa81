import { printTexts } from '@lims/contract/print-agent.ts'
import { mostMarksAtOnce, type PrintLabel, type PrintState } from '@lims/contract/print-runs.ts'
import type { Trouble } from '../printing/printer-troubles.ts'
import { type Ask, askUntilAnswered, labelsIn, plainly, RunLost } from './ask-server.ts'
import {
  hasEnded,
  isSettled,
  moved,
  type PrintIssue,
  type PrintProgress,
  standsStill,
  withFault,
  withoutFaults,
} from './print-progress.ts'
import { type Handing, type Mark, type PrintQueueTools, type Verdict, verdicts } from './print-queue-tools.ts'
import { PrinterWatch } from './printer-watch.ts'

export const gapMs = 100
export const pausePollMs = 150
export const silencePollMs = 2000
export const mostFailuresInARow = 3

const noLabelData: Handing = { state: 'failed', reason: printTexts.noLabelData }

/**
 * Prints the labels of a recorded run. The server knows of each label before the agent does, so whatever happens to
 * this window, a label is never forgotten and never printed twice without somebody's word.
 */
export class PrintQueue {
  readonly #tools: PrintQueueTools
  readonly #watch: PrinterWatch
  readonly #listeners = new Set<() => void>()
  #progress: PrintProgress
  /** What became of the last label; goes to the server together with the claim of the next. */
  #settled: Mark[] = []
  #failuresInARow = 0
  #lastTubeId: string | undefined
  #isLeft = false

  constructor(tools: PrintQueueTools, begun: PrintProgress) {
    this.#tools = tools
    this.#watch = new PrinterWatch(tools, this.#stopFor)
    this.#progress = begun
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly progress = (): PrintProgress => this.#progress

  /** Prints what waits. Resolves when the run stands still for good. */
  start(): Promise<void> {
    return this.#run('waiting')
  }

  /** Prints again what failed, and only that. */
  retryFailures(): Promise<void> {
    return this.#run('failed')
  }

  pause(): void {
    if (this.#progress.phase === 'printing') this.#change({ phase: 'paused' })
  }

  resume(): void {
    if (this.#progress.phase !== 'paused') return
    this.#failuresInARow = 0
    this.#change({ phase: 'printing', issue: undefined })
  }

  /** The label that is being printed comes out; no other does. */
  async cancel(): Promise<void> {
    const { phase, issue } = this.#progress
    if (phase === 'cancelling' || hasEnded(this.#progress)) return
    this.#change({ phase: 'cancelling', issue: issue?.at === 'server' ? issue : undefined })
    if (phase === 'idle' || phase === 'done') await this.#untilLost(() => this.#end('cancelled'))
  }

  /** Stops for good without ending the run: it can be resumed later, here or elsewhere. */
  leave(): void {
    this.#isLeft = true
    this.pause()
  }

  /** A person has looked whether labels in doubt came out. */
  async decide(places: readonly number[], verdict: Verdict): Promise<void> {
    const decided = new Set(places)
    const marks = places.map((place): Mark => ({ place, from: 'unknown', ...verdicts[verdict] }))
    await this.#tools.mark(marks, this.#tools.newKey())
    for (const { from, to } of marks) this.#count(from, to)
    this.#change({
      inDoubt: this.#progress.inDoubt.filter(({ place }) => !decided.has(place)),
      faults: withoutFaults(this.#progress.faults, decided),
    })
    if (!standsStill(this.#progress)) return
    const { counts } = this.#progress
    if (isSettled(counts)) await this.#untilLost(() => this.#end('completed'))
    else if (counts.waiting > 0 && this.#progress.phase === 'done') void this.start()
  }

  /** Reads which labels are in doubt and which have failed: another window may have left them, or decided. */
  async load(): Promise<void> {
    const inDoubt: PrintLabel[] = []
    for await (const label of labelsIn(this.#tools.listLabels, 'unknown', plainly)) inDoubt.push(label)
    this.#change({ inDoubt })
    for await (const label of labelsIn(this.#tools.listLabels, 'failed', plainly))
      this.#addFault(label, label.reason)
  }

  async #run(from: 'waiting' | 'failed'): Promise<void> {
    if (!standsStill(this.#progress)) return
    this.#failuresInARow = 0
    this.#change({ phase: 'printing', ending: undefined, retriedFailures: undefined })
    await this.#untilLost(() => this.#printAll(from))
  }

  async #untilLost(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (failure) {
      if (!(failure instanceof RunLost)) throw failure
      const ending = { how: 'lost', text: failure.message, lastTubeId: this.#lastTubeId } as const
      this.#change({ phase: 'done', issue: undefined, ending })
    }
  }

  async #printAll(from: 'waiting' | 'failed') {
    await this.#printLabels(from)
    for (let goesOn = true; goesOn; ) {
      // Labels that a person wants again, or that were stopped in the last moment.
      while (this.#progress.counts.waiting > 0 && (await this.#goesOn())) {
        if ((await this.#printLabels('waiting')) === 0) break
      }
      await this.#untilOut()
      // The last labels failed, or wait in the printer: that is said before the run is called complete.
      goesOn = this.#progress.issue !== undefined && (await this.#goesOn())
    }
    const { phase, counts } = this.#progress
    if (phase === 'cancelling') return this.#end('cancelled')
    if (this.#isLeft) return
    const retried = from === 'failed' ? { retriedFailures: counts.failed } : {}
    if (isSettled(counts)) await this.#end('completed', retried)
    else this.#change({ phase: 'done', issue: undefined, ending: { how: 'unfinished' }, ...retried })
  }

  async #untilOut() {
    await this.#record([])
    if (this.#isLeft) return
    const goesOn = () => this.#progress.phase !== 'cancelling' && !this.#progress.issue && !this.#isLeft
    await this.#watch.untilOut(goesOn)
    await this.#record([])
  }

  async #printLabels(state: 'waiting' | 'failed'): Promise<number> {
    let printed = 0
    for (let after = 0, isDone = false; !isDone && (await this.#goesOn()); ) {
      isDone = true
      for await (const label of labelsIn(this.#tools.listLabels, state, this.#ask, after)) {
        if (!this.#isGoing() || !(await this.#print(label, state))) {
          // A person may mend in the pause what the labels say: they are read anew.
          isDone = false
          break
        }
        printed++
        after = label.place
      }
    }
    return printed
  }

  /** False when it was stopped in the last moment, before the label went out. */
  async #print(label: PrintLabel, from: 'waiting' | 'failed'): Promise<boolean> {
    const { place, tubeId, labelData } = label
    const gap = this.#settled.length > 0 ? this.#tools.wait(gapMs) : undefined
    const leftOut = await this.#record([{ place, from, to: 'sending' }])
    const isLeftOut = leftOut.includes(place)
    this.#count(from, isLeftOut ? 'cancelled' : 'sending')
    await gap
    if (isLeftOut) {
      this.#addFault(label, 'The sample was deleted: its label is left out')
      return true
    }
    if (!this.#isGoing()) {
      this.#settle(label, 'waiting', 'Stopped before it was sent')
      return false
    }
    this.#lastTubeId = tubeId
    const handing = labelData ? await this.#tools.send(labelData) : noLabelData
    this.#settle(label, handing.state, handing.state === 'sent' ? '' : handing.reason)
    if (handing.state === 'sent') {
      this.#change({ faults: withoutFaults(this.#progress.faults, new Set([place])) })
      this.#watch.took(label)
    }
    this.#countFailure(label, handing)
    return true
  }

  #countFailure(label: PrintLabel, handing: Handing) {
    this.#failuresInARow = handing.state === 'sent' ? 0 : this.#failuresInARow + 1
    if (handing.state === 'sent') return
    this.#addFault(label, handing.reason)
    if (handing.state === 'unknown') {
      this.#change({ inDoubt: [...this.#progress.inDoubt, { ...label, ...handing }] })
    }
    if (this.#failuresInARow >= mostFailuresInARow && this.#isGoing()) this.#stopAt({ at: 'printer' })
  }

  /** Waits while the run is paused; false when it shall not go on. */
  async #goesOn(): Promise<boolean> {
    while (this.#progress.phase === 'paused') {
      await this.#record([])
      await this.#whilePaused()
      if (this.#isLeft) return false
      await this.#watch.lookAgain()
    }
    return this.#isGoing()
  }

  async #whilePaused() {
    while (this.#progress.phase === 'paused' && !this.#isLeft) await this.#tools.wait(pausePollMs)
  }

  readonly #isGoing = () => this.#progress.phase === 'printing'

  /** Tells the server what became of the last label and what comes next; answers which labels shall not go out. */
  async #record(claims: Mark[]): Promise<readonly number[]> {
    const marks = [...this.#settled, ...claims]
    this.#settled = []
    const leftOut: number[] = []
    while (marks.length > 0) {
      const some = marks.splice(0, mostMarksAtOnce)
      const key = this.#tools.newKey()
      leftOut.push(...(await this.#ask(() => this.#tools.mark(some, key))).leftOut)
    }
    return leftOut
  }

  readonly #ask: Ask = (question) =>
    askUntilAnswered(question, this.#tools.wait, async (text) => {
      this.#stopAt({ at: 'server', text })
      await this.#whilePaused()
      if (this.#progress.phase === 'cancelling') await this.#tools.wait(silencePollMs)
      if (this.#isLeft) throw new RunLost(text)
    })

  async #end(how: 'completed' | 'cancelled', more: Partial<PrintProgress> = {}) {
    const counts = await this.#ask(this.#tools.finish)
    this.#change({ phase: 'done', issue: undefined, counts, ending: { how }, ...more })
  }

  #settle({ place }: PrintLabel, to: PrintState, reason: string) {
    this.#settled.push({ place, from: 'sending', to, reason })
    this.#count('sending', to)
  }

  #count(from: PrintState, to: PrintState) {
    this.#change({ counts: moved(this.#progress.counts, from, to) })
  }

  /** The printer holds labels back: what the agent took since it was last well may wait in it. */
  readonly #stopFor = (trouble: Trouble, held: readonly PrintLabel[]) => {
    if (this.#progress.phase === 'done') return
    const reason = `${trouble.told} The label may wait in the printer.`
    for (const label of held) this.#doubt(label, reason)
    this.#stopAt({ at: 'printer', trouble })
  }

  #doubt(label: PrintLabel, reason: string) {
    const { place } = label
    const isUnsaid = this.#settled.some((mark) => mark.place === place)
    this.#settled = this.#settled.filter((mark) => mark.place !== place)
    this.#settled.push({ place, from: isUnsaid ? 'sending' : 'sent', to: 'unknown', reason })
    this.#count('sent', 'unknown')
    this.#change({ inDoubt: [...this.#progress.inDoubt, { ...label, state: 'unknown', reason }] })
  }

  #addFault({ place, tubeId, sampleName }: PrintLabel, reason: string) {
    this.#change({ faults: withFault(this.#progress.faults, { place, tubeId, sampleName, reason }) })
  }

  /** Whoever has cancelled is not asked to resume: the run ends as soon as that can be. */
  #stopAt(issue: PrintIssue) {
    this.#change({ phase: this.#progress.phase === 'cancelling' ? 'cancelling' : 'paused', issue })
  }

  #change(change: { [K in keyof PrintProgress]?: PrintProgress[K] | undefined }) {
    this.#progress = { ...this.#progress, ...change } as PrintProgress
    for (const listener of this.#listeners) listener()
  }
}
