import { printTexts } from '@lims/contract/print-agent.ts'
import type { PrintLabel, PrintState } from '@lims/contract/print-runs.ts'
import type { Problem } from '../printer/printer-problems.ts'
import { type Ask, askUntilAnswered, labelsIn, plainly, RunLost } from './ask-server.ts'
import { hasEnded, isSettled, type PrintIssue, type PrintProgress, standsStill } from './print-progress.ts'
import { type Handing, type Mark, type PrintQueueTools, type Verdict, verdicts } from './print-queue-tools.ts'
import { PrinterWatch } from './printer-watch.ts'
import { ProgressBoard } from './progress-board.ts'
import { UnsaidMarks } from './unsaid-marks.ts'

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
  readonly subscribe: ProgressBoard['subscribe']
  readonly progress: ProgressBoard['progress']
  readonly #tools: PrintQueueTools
  readonly #watch: PrinterWatch
  readonly #board: ProgressBoard
  readonly #unsaid: UnsaidMarks
  #failuresInARow = 0
  #lastTubeId: string | undefined
  #isLeft = false

  constructor(tools: PrintQueueTools, begun: PrintProgress) {
    this.#tools = tools
    this.#unsaid = new UnsaidMarks(tools, this.#ask)
    this.#watch = new PrinterWatch(tools, this.#stopFor)
    this.#board = new ProgressBoard(begun)
    this.subscribe = this.#board.subscribe
    this.progress = this.#board.progress
  }

  /** Prints what waits. Resolves when the run stands still for good. */
  start(): Promise<void> {
    return this.#run('waiting')
  }

  /** Prints again what failed, and only that. */
  retryFailures(): Promise<void> {
    return this.#run('failed')
  }

  pause(): void {
    if (this.progress().phase === 'printing') this.#board.change({ phase: 'paused' })
  }

  resume(): void {
    if (this.progress().phase !== 'paused') return
    this.#failuresInARow = 0
    this.#board.change({ phase: 'printing', issue: undefined })
  }

  /** The label that is being printed comes out; no other does. */
  async cancel(): Promise<void> {
    const { phase, issue } = this.progress()
    if (phase === 'cancelling' || hasEnded(this.progress())) return
    this.#board.change({ phase: 'cancelling', issue: issue?.at === 'server' ? issue : undefined })
    if (phase === 'idle' || phase === 'done') await this.#untilLost(() => this.#end('cancelled'))
  }

  /** Stops for good without ending the run: it can be resumed later, here or elsewhere. */
  leave(): void {
    this.#isLeft = true
    this.pause()
  }

  /** A person has looked whether labels in doubt came out. */
  async decide(places: readonly number[], verdict: Verdict): Promise<void> {
    const marks = places.map((place): Mark => ({ place, from: 'unknown', ...verdicts[verdict] }))
    await this.#tools.mark(marks, this.#tools.newKey())
    for (const { from, to } of marks) this.#board.count(from, to)
    this.#board.settle(new Set(places))
    if (!standsStill(this.progress())) return
    const { counts, phase, inDoubt } = this.progress()
    // A run that was taken over goes on by itself once nothing is in doubt any more.
    const goesOn = phase === 'done' || inDoubt.length === 0
    if (isSettled(counts)) await this.#untilLost(() => this.#end('completed'))
    else if (counts.waiting > 0 && goesOn) void this.start()
  }

  /** Reads which labels are in doubt and which have failed: another window may have left them, or decided. */
  async load(): Promise<void> {
    const inDoubt: PrintLabel[] = []
    for await (const label of labelsIn(this.#tools.listLabels, 'unknown', plainly)) inDoubt.push(label)
    this.#board.change({ inDoubt })
    for await (const label of labelsIn(this.#tools.listLabels, 'failed', plainly))
      this.#board.addFault(label, label.reason)
  }

  async #run(from: 'waiting' | 'failed'): Promise<void> {
    if (!standsStill(this.progress())) return
    this.#failuresInARow = 0
    this.#board.change({ phase: 'printing', ending: undefined, retriedFailures: undefined })
    await this.#untilLost(() => this.#printAll(from))
  }

  async #untilLost(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (failure) {
      if (!(failure instanceof RunLost)) throw failure
      const ending = { how: 'lost', text: failure.message, lastTubeId: this.#lastTubeId } as const
      this.#board.change({ phase: 'done', issue: undefined, ending })
    }
  }

  async #printAll(from: 'waiting' | 'failed') {
    await this.#printLabels(from)
    for (let goesOn = true; goesOn; ) {
      // Labels that a person wants again, or that were stopped in the last moment.
      while (this.progress().counts.waiting > 0 && (await this.#goesOn())) {
        if ((await this.#printLabels('waiting')) === 0) break
      }
      await this.#untilOut()
      // The last labels failed, or wait in the printer: that is said before the run is called complete.
      goesOn = this.progress().issue !== undefined && (await this.#goesOn())
    }
    const { phase, counts } = this.progress()
    if (phase === 'cancelling') return this.#end('cancelled')
    if (this.#isLeft) return
    const retried = from === 'failed' ? { retriedFailures: counts.failed } : {}
    if (isSettled(counts)) await this.#end('completed', retried)
    else this.#board.change({ phase: 'done', issue: undefined, ending: { how: 'unfinished' }, ...retried })
  }

  async #untilOut() {
    await this.#unsaid.tell()
    if (this.#isLeft) return
    const goesOn = () => this.progress().phase !== 'cancelling' && !this.progress().issue && !this.#isLeft
    await this.#watch.untilOut(goesOn)
    await this.#unsaid.tell()
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
    const gap = this.#unsaid.hasAny() ? this.#tools.wait(gapMs) : undefined
    const leftOut = await this.#unsaid.tell([{ place, from, to: 'sending' }])
    const isLeftOut = leftOut.includes(place)
    this.#board.count(from, isLeftOut ? 'cancelled' : 'sending')
    await gap
    if (isLeftOut) {
      this.#board.addFault(label, 'The sample was deleted: its label is left out')
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
      this.#board.settle(new Set([place]))
      this.#watch.took(label)
    }
    this.#countFailure(label, handing)
    return true
  }

  #countFailure(label: PrintLabel, handing: Handing) {
    this.#failuresInARow = handing.state === 'sent' ? 0 : this.#failuresInARow + 1
    if (handing.state === 'sent') return
    this.#board.addFault(label, handing.reason)
    if (handing.state === 'unknown') this.#board.addDoubt(label, handing.reason)
    if (this.#failuresInARow >= mostFailuresInARow && this.#isGoing()) this.#stopAt({ at: 'printer' })
  }

  /** Waits while the run is paused; false when it shall not go on. */
  async #goesOn(): Promise<boolean> {
    while (this.progress().phase === 'paused') {
      await this.#unsaid.tell()
      await this.#whilePaused()
      if (this.#isLeft) return false
      await this.#watch.lookAgain()
    }
    return this.#isGoing()
  }

  async #whilePaused() {
    while (this.progress().phase === 'paused' && !this.#isLeft) await this.#tools.wait(pausePollMs)
  }

  readonly #isGoing = () => this.progress().phase === 'printing'

  readonly #ask: Ask = (question) =>
    askUntilAnswered(question, this.#tools.wait, async (text) => {
      this.#stopAt({ at: 'server', text })
      await this.#whilePaused()
      if (this.progress().phase === 'cancelling') await this.#tools.wait(silencePollMs)
      if (this.#isLeft) throw new RunLost(text)
    })

  async #end(how: 'completed' | 'cancelled', more: Partial<PrintProgress> = {}) {
    const counts = await this.#ask(this.#tools.finish)
    this.#board.change({ phase: 'done', issue: undefined, counts, ending: { how }, ...more })
  }

  #settle({ place }: PrintLabel, to: PrintState, reason: string) {
    this.#unsaid.add({ place, from: 'sending', to, reason })
    this.#board.count('sending', to)
  }

  /** The printer holds labels back: what the agent took since it was last well may wait in it. */
  readonly #stopFor = (trouble: Problem, held: readonly PrintLabel[]) => {
    if (this.progress().phase === 'done') return
    const reason = `${trouble.message} The label may wait in the printer.`
    for (const label of held) this.#doubt(label, reason)
    this.#stopAt({ at: 'printer', trouble })
  }

  #doubt(label: PrintLabel, reason: string) {
    const { place } = label
    const from = this.#unsaid.drop(place) ? 'sending' : 'sent'
    this.#unsaid.add({ place, from, to: 'unknown', reason })
    this.#board.count('sent', 'unknown')
    this.#board.addDoubt(label, reason)
  }

  /** Whoever has cancelled is not asked to resume: the run ends as soon as that can be. */
  #stopAt(issue: PrintIssue) {
    this.#board.change({ phase: this.progress().phase === 'cancelling' ? 'cancelling' : 'paused', issue })
  }
}
