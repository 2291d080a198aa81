import { printTexts } from '@lims/contract/print-agent.ts'

const textOf = {
  'agent-not-running': printTexts.agentNotRunning,
  'blocked-by-browser': printTexts.blockedByBrowser,
  'insecure-page': printTexts.insecurePage,
  incompatible: printTexts.incompatible,
  'no-printer': printTexts.noPrinter,
  'not-ready': printTexts.printerNotAvailable,
  'no-label-data': printTexts.noLabelData,
  'empty-zpl': printTexts.emptyZpl,
  refused: printTexts.refused,
  'access-refused': printTexts.accessRefused,
  'in-doubt': printTexts.inDoubt,
} as const

/** Why nothing was printed; `in-doubt` alone is why nobody knows. */
export type PrintFailure = keyof typeof textOf

export class PrintAgentError extends Error {
  readonly reason: PrintFailure

  constructor(reason: PrintFailure, detail = '', options?: ErrorOptions) {
    super(detail ? `${textOf[reason]}: ${detail}` : textOf[reason], options)
    this.name = 'PrintAgentError'
    this.reason = reason
  }

  /** False: the label can be sent again without a second one coming out. */
  get mayHavePrinted(): boolean {
    return this.reason === 'in-doubt'
  }
}
