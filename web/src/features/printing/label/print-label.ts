import type { Printer } from '@lims/contract/print-agent.ts'
import { type PrintState, printRunsApi } from '@lims/contract/print-runs.ts'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/call-error.ts'
import { choosePrinter } from '../printer/choose-printer.ts'
import { printAgent } from '../printer/print-agent.ts'
import { PrintAgentError } from '../printer/print-agent-error.ts'
import { printerProblems } from '../printer/printer-problems.ts'

/** How often and how far apart it is tried to record what was sent: a server that starts again is away for seconds. */
const pausesMs = [500, 2_000, 5_000]

export const unrecorded =
  'What became of the label could not be recorded. Look whether it came out before you print it again.'

export type Printed = { printer: Printer } | { needsReason: true }

/** Prints the label of a sample as a recorded run of one. A label printed before needs a reason. */
export async function printLabel(sampleId: string, reason: string | undefined): Promise<Printed> {
  const printer = await choosePrinter()
  await assertReady(printer)
  const runId = await startRun(sampleId, reason)
  if (!runId) return { needsReason: true }
  const failure = await sendOnly(runId, printer)
  await record(() => call(printRunsApi.finish, { body: { runId } }, { idempotencyKey: `${runId}:finish` }))
  if (failure) throw failure
  return { printer }
}

/** What is sent to a printer that is paused, open or empty is taken, and does not come out. */
async function assertReady(printer: Printer) {
  const { state } = await printAgent.printerStatus(printer)
  const trouble = printerProblems[state]
  if (trouble) throw new PrintAgentError('printer-not-ready', `${trouble.message} ${trouble.fix}`)
}

async function startRun(sampleId: string, reason: string | undefined): Promise<string | undefined> {
  try {
    const body = { sampleIds: [sampleId], ...(reason && { reason }) }
    return (await call(printRunsApi.start, { body })).run.id
  } catch (failure) {
    if (failure instanceof CallError && failure.code === 'reprint-needs-reason') return undefined
    throw failure
  }
}

/** Sends the only label of a run. The server knows of each step before the next, so that no death of this page lies. */
async function sendOnly(runId: string, printer: Printer): Promise<PrintAgentError | undefined> {
  const { labels } = await call(printRunsApi.labels, { query: { runId } })
  const [label] = labels
  if (!label || label.labelData === null) return new PrintAgentError('no-label-data')
  const mark = (from: PrintState, to: PrintState, reason = '') =>
    call(
      printRunsApi.mark,
      { body: { runId, labels: [{ place: label.place, from, to, reason }] } },
      { idempotencyKey: `${runId}:${to}` },
    )

  const { leftOut } = await mark('waiting', 'sending')
  if (leftOut.length > 0) return new PrintAgentError('no-label-data')
  const failure = await printAgent.sendZpl(printer, label.labelData).then(
    () => undefined,
    (thrown: unknown) => {
      if (!(thrown instanceof PrintAgentError)) throw thrown
      return thrown
    },
  )
  if (failure)
    await record(() => mark('sending', failure.mayHavePrinted ? 'unknown' : 'failed', failure.message))
  else await record(() => mark('sending', 'sent'))
  return failure
}

/** Records what has happened already, and so cannot be given up at the first failure. */
async function record(step: () => Promise<unknown>) {
  for (const pauseMs of pausesMs) {
    const failure = await step().then(
      () => undefined,
      (thrown: Error) => thrown,
    )
    if (!failure) return
    if (failure instanceof CallError && (failure.status ?? 500) < 500) throw notRecorded(failure)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await step().catch((failure: unknown) => {
    throw notRecorded(failure)
  })
}

const notRecorded = (cause: unknown) => new Error(unrecorded, { cause })
