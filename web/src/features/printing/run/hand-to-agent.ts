import type { Printer } from '@lims/contract/print-agent.ts'
import { choosePrinter } from '../printer/choose-printer.ts'
import { printAgent } from '../printer/print-agent.ts'
import { PrintAgentError } from '../printer/print-agent-error.ts'
import type { Handing } from './print-queue-tools.ts'

/** Hands a label to the agent of this machine, for the printer that was checked. */
export async function handToAgent(zpl: string, checked: Printer | undefined): Promise<Handing> {
  try {
    await printAgent.sendZpl(checked ?? (await choosePrinter()), zpl)
    return { state: 'sent' }
  } catch (failure) {
    if (!(failure instanceof PrintAgentError)) throw failure
    return { state: failure.mayHavePrinted ? 'unknown' : 'failed', reason: failure.message }
  }
}
