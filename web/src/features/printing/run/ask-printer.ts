import type { Printer } from '@lims/contract/print-agent.ts'
import { choosePrinter } from '../printer/choose-printer.ts'
import { printAgent } from '../printer/print-agent.ts'
import { PrintAgentError } from '../printer/print-agent-error.ts'
import { type PrinterStatus, unknownStatus } from '../printer/printer-status.ts'

/** Asks the printer of this machine how it is; an agent that cannot be asked is told of by the next label. */
export async function askPrinter(checked: Printer | undefined): Promise<PrinterStatus> {
  try {
    return await printAgent.printerStatus(checked ?? (await choosePrinter()))
  } catch (failure) {
    if (!(failure instanceof PrintAgentError)) throw failure
    return unknownStatus
  }
}
