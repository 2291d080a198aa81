import type { PrintLabel, PrintState } from '@lims/contract/print-runs.ts'
import { moved, type PrintProgress, withFault, withoutFaults } from './print-progress.ts'

type Change = { [K in keyof PrintProgress]?: PrintProgress[K] | undefined }

/** Where a run writes how far it is, and whoever draws it reads. */
export class ProgressBoard {
  readonly #listeners = new Set<() => void>()
  #progress: PrintProgress

  constructor(begun: PrintProgress) {
    this.#progress = begun
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly progress = (): PrintProgress => this.#progress

  change(change: Change) {
    this.#progress = { ...this.#progress, ...change } as PrintProgress
    for (const listener of this.#listeners) listener()
  }

  count(from: PrintState, to: PrintState) {
    this.change({ counts: moved(this.#progress.counts, from, to) })
  }

  addFault({ place, tubeId, sampleName }: PrintLabel, reason: string) {
    this.change({ faults: withFault(this.#progress.faults, { place, tubeId, sampleName, reason }) })
  }

  /** These labels came out after all, or a person has told what became of them. */
  settle(places: ReadonlySet<number>) {
    const { faults, inDoubt } = this.#progress
    this.change({
      faults: withoutFaults(faults, places),
      inDoubt: inDoubt.filter(({ place }) => !places.has(place)),
    })
  }

  addDoubt(label: PrintLabel, reason: string) {
    this.change({ inDoubt: [...this.#progress.inDoubt, { ...label, state: 'unknown', reason }] })
  }
}
