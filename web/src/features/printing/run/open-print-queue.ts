import type { Printer } from '@lims/contract/print-agent.ts'
import { type PrintRun, printRunsApi } from '@lims/contract/print-runs.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { randomKey } from '../../../api/idempotency-keys.ts'
import type { Sender } from '../../../api/stored-token.ts'
import { printerCheckQuery } from '../printer/check-printer.ts'
import { choosePrinter } from '../printer/choose-printer.ts'
import { printAgent } from '../printer/print-agent.ts'
import { PrintAgentError } from '../printer/print-agent-error.ts'
import { type PrinterStatus, unknownStatus } from '../printer/printer-status.ts'
import { PrintQueue } from './print-queue.ts'
import { finishRun } from './print-run-api.ts'
import { initialState, type SendResult } from './print-run-state.ts'
import { unthrottledWait } from './unthrottled-wait.ts'

/**
 * The queue of a run that this window has started or taken over, connected to the server and the print agent. Whoever
 * started it is the sender of all its calls, also when the next person is signed in before the last label is recorded.
 */
export function openPrintQueue(run: PrintRun, queryClient: QueryClient, sender: Sender): PrintQueue {
  const checkedPrinter = () => queryClient.getQueryData(printerCheckQuery.queryKey)?.printer
  return new PrintQueue(
    {
      listLabels: async (state, after) =>
        (await call(printRunsApi.labels, { query: { runId: run.id, states: state, after } }, sender)).labels,
      mark: (labels, idempotencyKey) =>
        call(printRunsApi.mark, { body: { runId: run.id, labels } }, { ...sender, idempotencyKey }),
      counts: async () => (await call(printRunsApi.get, { query: { runId: run.id } }, sender)).run.counts,
      finish: async () => (await finishRun(run.id, sender)).counts,
      send: (zpl, claimedAt) => sendLabel(zpl, checkedPrinter(), claimedAt),
      printerStatus: () => readStatus(checkedPrinter()),
      chosenPrinterUid: () => checkedPrinter()?.uid,
      wait: unthrottledWait,
      newKey: randomKey,
    },
    initialState(run),
  )
}

async function sendLabel(zpl: string, checked: Printer | undefined, claimedAt: number): Promise<SendResult> {
  try {
    const printer = checked ?? (await choosePrinter())
    await printAgent.sendZpl(printer, zpl, { claimedAt })
    return { state: 'sent', printerUid: printer.uid }
  } catch (failure) {
    if (!(failure instanceof PrintAgentError)) throw failure
    if (failure.code === 'claim-too-old') return { state: 'released' }
    return { state: failure.mayHavePrinted ? 'unknown' : 'failed', reason: failure.message }
  }
}

/** An agent that cannot be reached is not reported here: the next label fails with the reason. */
async function readStatus(
  checked: Printer | undefined,
): Promise<PrinterStatus & { printerUid?: string | undefined }> {
  let printer = checked
  try {
    printer ??= await choosePrinter()
    return { ...(await printAgent.printerStatus(printer)), printerUid: printer.uid }
  } catch (failure) {
    if (!(failure instanceof PrintAgentError)) throw failure
    return { ...unknownStatus, printerUid: printer?.uid }
  }
}
