import { printTexts } from '@lims/contract/print-agent.ts'

const messages = {
  'agent-not-running': printTexts.agentNotRunning,
  'blocked-by-browser': printTexts.blockedByBrowser,
  'insecure-page': printTexts.insecurePage,
  incompatible: printTexts.incompatible,
  'no-printer': printTexts.noPrinter,
  'printer-not-ready': printTexts.printerNotAvailable,
  'no-label-data': printTexts.noLabelData,
  'empty-zpl': printTexts.emptyZpl,
  'label-refused': printTexts.refused,
  'access-refused': printTexts.accessRefused,
  'claim-too-old': printTexts.claimTooOld,
  'in-doubt': printTexts.inDoubt,
} as const

export type PrintAgentErrorCode = keyof typeof messages

/** A label, or a request to the print agent, that failed. */
export class PrintAgentError extends Error {
  readonly code: PrintAgentErrorCode

  constructor(code: PrintAgentErrorCode, detail = '', options?: ErrorOptions) {
    super(detail ? `${messages[code]}: ${detail}` : messages[code], options)
    this.name = 'PrintAgentError'
    this.code = code
  }

  /** False if nothing was printed, so that sending the label again cannot print it twice. */
  get mayHavePrinted(): boolean {
    return this.code === 'in-doubt'
  }
}
