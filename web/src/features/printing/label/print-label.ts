import type { Printer } from '@lims/contract/print-agent.ts'
import { type PrintState, printRunsApi } from '@lims/contract/print-runs.ts'
import { call } from '../../../api/call.ts'
import { CallError, hasCode, isOutcomeUnknown, isRetryable } from '../../../api/call-error.ts'
import { pause } from '../../../api/pause.ts'
import type { Sender } from '../../../api/stored-token.ts'
import { choosePrinter } from '../printer/choose-printer.ts'
import { printAgent } from '../printer/print-agent.ts'
import { PrintAgentError } from '../printer/print-agent-error.ts'
import { printerProblems } from '../printer/printer-problems.ts'

/** A server that restarts is away for seconds. */
const retryDelaysMs = [500, 2_000, 5_000]

/**
 * The server could not record what happened to the label. `refusal`: why it was not printed; undefined if it may have
 * been.
 */
export class UnrecordedLabelError extends Error {
  readonly code = 'label-unrecorded'
  readonly mayHavePrinted: boolean

  constructor(cause: unknown, refusal?: PrintAgentError) {
    super(
      refusal
        ? `${refusal.message.replace(/\.?$/, '.')} This could not be recorded. If the page of the sample says that the label is in doubt, answer 'It did not print'.`
        : 'What happened to the label could not be recorded. Check whether it was printed before you print it again.',
      { cause },
    )
    this.name = 'UnrecordedLabelError'
    this.mayHavePrinted = refusal === undefined
  }
}

type PrintLabelResult = { printer: Printer } | { needsReason: true }

/**
 * Prints the label of a sample as a recorded run of one label. A label printed before needs a reason. Throws a
 * `PrintAgentError`, a `CallError` or an `UnrecordedLabelError`.
 */
export async function printLabel(
  sampleId: string,
  reason: string | undefined,
  sender: Sender,
): Promise<PrintLabelResult> {
  const printer = await choosePrinter()
  await assertReady(printer)
  const runId = await startRun(sampleId, reason, sender)
  if (!runId) return { needsReason: true }
  const outcome = await sendOnlyLabel(runId, printer, sender)
  await endRun(runId, sender)
  if (outcome === 'printed-elsewhere') return { needsReason: true }
  if (outcome) throw outcome
  return { printer }
}

/** Ends a run. What happened to its label is recorded: a refusal changes nothing. */
const endRun = (runId: string, { token }: Sender): Promise<void> => {
  const options = { token, idempotencyKey: `${runId}:finish` }
  return record(() => call(printRunsApi.finish, { body: { runId } }, options)).catch(() => {})
}

/** A printer that is paused, open or empty accepts a label and does not print it. */
async function assertReady(printer: Printer) {
  const { state } = await printAgent.printerStatus(printer)
  const problem = printerProblems[state]
  if (problem) throw new PrintAgentError('printer-not-ready', `${problem.message} ${problem.fix}`)
}

/** Returns the id of the run, or undefined if the label needs a reason. */
async function startRun(
  sampleId: string,
  reason: string | undefined,
  sender: Sender,
): Promise<string | undefined> {
  try {
    const body = { sampleIds: [sampleId], ...(reason && { reason }) }
    return (await beforeSending(() => call(printRunsApi.start, { body }, sender))).run.id
  } catch (failure) {
    if (failure instanceof CallError && failure.code === 'reprint-needs-reason') return undefined
    throw failure
  }
}

/**
 * Sends the only label of a run. Each step is recorded before the next, so that a closed window leaves a true record.
 */
async function sendOnlyLabel(
  runId: string,
  printer: Printer,
  sender: Sender,
): Promise<PrintAgentError | 'printed-elsewhere' | undefined> {
  const { labels } = await call(printRunsApi.labels, { query: { runId } }, sender)
  const [label] = labels
  if (!label || label.labelData === null) return new PrintAgentError('no-label-data')
  const { place } = label
  const mark = (from: PrintState, to: PrintState, reason = '') =>
    call(
      printRunsApi.mark,
      { body: { runId, labels: [{ place, from, to, reason, attempt: label.attempts + 1 }] } },
      { token: sender.token, idempotencyKey: `${runId}:${to}` },
    )

  /**
   * The claim may be recorded, or still be on its way: it is refused once the run has ended. Nobody waits for this: if
   * it is lost too, the label is in doubt.
   */
  const withdraw = async (reason: string) => {
    await mark('sending', 'failed', reason).catch(() => {})
    await endRun(runId, sender)
  }

  const claimedAt = Date.now()
  const { leftOut, printedElsewhere } = await beforeSending(() => mark('waiting', 'sending')).catch(
    (failure: Error) => {
      if (isOutcomeUnknown(failure.cause)) void withdraw(failure.message)
      throw failure
    },
  )
  // Somebody else has started a run of this label at the same moment.
  if (printedElsewhere.length > 0) return 'printed-elsewhere'
  if (leftOut.length > 0) return new PrintAgentError('no-label-data')
  const failure = await printAgent.sendZpl(printer, label.labelData, { claimedAt }).then(
    () => undefined,
    (thrown: unknown) => {
      if (!(thrown instanceof PrintAgentError)) throw thrown
      return thrown
    },
  )
  if (!failure) await record(() => mark('sending', 'sent'))
  else if (failure.mayHavePrinted) await record(() => mark('sending', 'unknown', failure.message))
  else await record(() => mark('sending', 'failed', failure.message)).catch(unlessDecided(failure))
  return failure
}

/**
 * Makes a call before the label is sent. Where its reply is lost, nothing was printed, whatever the server has
 * recorded.
 */
async function beforeSending<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (failure) {
    if (!(failure instanceof CallError) || !failure.isOutcomeUnknown) throw failure
    const message = 'The server did not respond, so nothing was sent to the printer.'
    throw new CallError(message, { code: 'no-answer', cause: failure })
  }
}

/** Ignores that a label that was not printed cannot be recorded if somebody has decided about it since. */
const unlessDecided = (refusal: PrintAgentError) => (failure: unknown) => {
  if (!(failure instanceof UnrecordedLabelError)) throw failure
  if (!hasCode(failure.cause, 'print-label-changed')) throw new UnrecordedLabelError(failure.cause, refusal)
}

/**
 * Records what has already happened, with retries. Throws `UnrecordedLabelError` if the server refuses or stays away.
 */
async function record(send: () => Promise<unknown>) {
  for (const delayMs of retryDelaysMs) {
    const failure = await send().then(
      () => undefined,
      (thrown: Error) => thrown,
    )
    if (!failure) return
    if (!isRetryable(failure)) throw new UnrecordedLabelError(failure)
    await pause(delayMs)
  }
  await send().catch((failure: unknown) => {
    throw new UnrecordedLabelError(failure)
  })
}
