import type { RequestOf } from '@lims/contract/endpoint.ts'
import type { PrintLabel, PrintState, printRunsApi } from '@lims/contract/print-runs.ts'
import type { PrinterStatus } from '../printer/printer-status.ts'
import type { PrintCounts } from './print-progress.ts'

export type Mark = RequestOf<typeof printRunsApi.mark>['body']['labels'][number]
/** What came of handing a label to the print agent; `unknown` when it may have been printed. */
export type Handing = { state: 'sent' } | { state: 'failed' | 'unknown'; reason: string }

export type PrintQueueTools = {
  listLabels: (state: PrintState, after: number) => Promise<PrintLabel[]>
  /** Safe to repeat with the same key. */
  mark: (marks: Mark[], key: string) => Promise<{ leftOut: readonly number[] }>
  /** Ends the run on the server. */
  finish: () => Promise<PrintCounts>
  /** Answers with what came of it, whatever happens; it does not throw. */
  send: (zpl: string) => Promise<Handing>
  /** Answers with silence when the printer cannot be asked; it does not throw. */
  askPrinter: () => Promise<PrinterStatus>
  wait: (ms: number) => Promise<void>
  newKey: () => string
}

/** What a person says of a label in doubt. */
export const verdicts = {
  printed: { to: 'sent', reason: 'Somebody saw it' },
  again: { to: 'waiting', reason: 'Somebody did not see it' },
  'left-out': { to: 'cancelled', reason: 'Somebody left it out' },
} as const
export type Verdict = keyof typeof verdicts
