import type { Printer } from '@lims/contract/print-agent.ts'

type ReceivedLabel = {
  /** Starts at 1. */
  number: number
  zpl: string
  printerUid: string
  printerName: string
  receivedAt: string
  isPrinted: boolean
}

/** Stores the labels that printers have received. */
export class LabelStore {
  readonly labels: ReceivedLabel[] = []
  #received = 0

  add(printer: Printer, data: string, isReady: boolean) {
    for (const zpl of labelsIn(data)) {
      this.labels.push({
        number: ++this.#received,
        zpl,
        printerUid: printer.uid,
        printerName: printer.name,
        receivedAt: new Date().toISOString(),
        isPrinted: isReady,
      })
    }
  }

  printQueued() {
    for (const label of this.labels) label.isPrinted = true
  }

  clear() {
    this.labels.length = 0
    this.#received = 0
  }
}

/** Yields every label from `^XA` to the next `^XZ`. Linear, even if many labels are never closed. */
function* labelsIn(data: string) {
  let begin = data.indexOf('^XA')
  while (begin >= 0) {
    const end = data.indexOf('^XZ', begin)
    if (end < 0) return
    yield data.slice(begin, end + '^XZ'.length)
    begin = data.indexOf('^XA', end)
  }
}
