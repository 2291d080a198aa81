import { maxMarksPerRequest } from '@lims/contract/print-runs.ts'
import type { Ask } from './ask-server.ts'
import type { Mark, PrintQueueTools } from './print-queue-tools.ts'

/** What became of labels, until the server knows it; told together with the claim of the next label. */
export class UnsaidMarks {
  readonly #tools: Pick<PrintQueueTools, 'mark' | 'newKey'>
  readonly #ask: Ask
  #marks: Mark[] = []

  constructor(tools: Pick<PrintQueueTools, 'mark' | 'newKey'>, ask: Ask) {
    this.#tools = tools
    this.#ask = ask
  }

  hasAny(): boolean {
    return this.#marks.length > 0
  }

  add(mark: Mark) {
    this.#marks.push(mark)
  }

  /** Takes back what is not told yet of a label; answers whether there was anything. */
  drop(place: number): boolean {
    const rest = this.#marks.filter((mark) => mark.place !== place)
    const isDropped = rest.length < this.#marks.length
    this.#marks = rest
    return isDropped
  }

  /** Tells the server all of it, and which labels are claimed; answers which of them shall not go out. */
  async tell(claims: readonly Mark[] = []): Promise<readonly number[]> {
    const marks = [...this.#marks, ...claims]
    this.#marks = []
    const leftOut: number[] = []
    while (marks.length > 0) {
      const some = marks.splice(0, maxMarksPerRequest)
      const key = this.#tools.newKey()
      leftOut.push(...(await this.#ask(() => this.#tools.mark(some, key))).leftOut)
    }
    return leftOut
  }
}
