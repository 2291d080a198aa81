import type { PrintLabel } from '@lims/contract/print-runs.ts'
import { noLongerReplies, type Problem, printerProblems } from '../printer/printer-problems.ts'
import type { PrinterStatus } from '../printer/printer-status.ts'
import type { PrintQueueTools } from './print-queue-tools.ts'

export const lookEveryMs = 1000
/** A printer that shares its queue with others may never be empty. */
const mostLooksInVain = 10

type Tools = Pick<PrintQueueTools, 'askPrinter' | 'wait'>

/**
 * Looks at the printer beside the labels, for an agent takes labels for a printer that is open, empty or paused, and
 * they wait in it. A printer that has never replied does not block a run; one that replied and falls silent does.
 */
export class PrinterWatch {
  readonly #tools: Tools
  readonly #onTrouble: (trouble: Problem, held: readonly PrintLabel[]) => void
  /** Taken by the agent, and not known to have left the printer. */
  #taken: PrintLabel[] = []
  #trouble: Problem | undefined
  /** It has said how it is at least once, so its silence means something. */
  #hasReplied = false
  #looking: Promise<number> | undefined
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(tools: Tools, onTrouble: (trouble: Problem, held: readonly PrintLabel[]) => void) {
    this.#tools = tools
    this.#onTrouble = onTrouble
  }

  /** The agent took a label. */
  took(label: PrintLabel): void {
    if (this.#trouble) this.#onTrouble(this.#trouble, [label])
    else this.#taken.push(label)
    if (!this.#looking && performance.now() - this.#lookedAt >= lookEveryMs) void this.#look()
  }

  /** Looks whether a trouble is mended. */
  async lookAgain(): Promise<void> {
    if (this.#trouble) await this.#look()
  }

  /** Until no label waits in the printer any more, or it is in trouble, or `goesOn` says no. */
  async untilOut(goesOn: () => boolean): Promise<void> {
    let fewest = Number.POSITIVE_INFINITY
    for (let inVain = 0; inVain < mostLooksInVain; ) {
      // It may have been asked before the last label came.
      await this.#looking
      const waiting = await this.#look()
      if (waiting === 0 || !goesOn()) return
      inVain = waiting < fewest ? 0 : inVain + 1
      fewest = Math.min(fewest, waiting)
      await this.#tools.wait(lookEveryMs)
    }
  }

  /** Answers how many labels wait in the printer. */
  #look(): Promise<number> {
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = undefined
      this.#lookedAt = performance.now()
    })
    return this.#looking
  }

  async #ask(): Promise<number> {
    const takenBefore = this.#taken.length
    const { state, labelsWaiting } = await this.#askTwice()
    if (state !== 'unknown') this.#hasReplied = true
    const isSilent = state === 'unknown' && this.#hasReplied
    this.#trouble = isSilent ? noLongerReplies : printerProblems[state]
    if (this.#trouble) this.#onTrouble(this.#trouble, this.#taken.splice(0))
    else if (state === 'ready') this.#taken.splice(0, Math.max(0, takenBefore - labelsWaiting))
    return labelsWaiting
  }

  /** One reply may be lost on the way; two in a row are silence. */
  async #askTwice(): Promise<PrinterStatus> {
    const status = await this.#tools.askPrinter()
    return status.state === 'unknown' && this.#hasReplied ? this.#tools.askPrinter() : status
  }
}
