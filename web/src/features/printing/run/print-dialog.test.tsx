import { type PrintLabel, type PrintRun, printRunsApi } from '@lims/contract/print-runs.ts'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  agentAnswers,
  agentAnswersLabels,
  agentRuns,
  aPrinter,
  hostStatus,
  json,
  plain,
} from '../../../../test/fake-agent.ts'
import { openScreen } from '../../../../test/open-screen.tsx'
import { aBatch, aPrintedBefore, aPrintRun, noLabels } from '../../../../test/records.ts'
import { type RecordedRequest, serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { OpenRunNotice } from './open-run-notice.tsx'
import { PrintChosenDialog, PrintDialog } from './print-dialog.tsx'
import { openRunQuery } from './print-run-api.ts'

const aRun = (run: Partial<PrintRun> = {}): PrintRun =>
  aPrintRun({ batchId: aBatch().id, total: 2, counts: { ...noLabels, waiting: 2 }, ...run })
const aLabel = (place: number, label: Partial<PrintLabel> = {}): PrintLabel => ({
  place,
  sampleId: `7f9c24e8-3b1a-4d0e-9c55-00000000000${place}`,
  sampleName: `NB-000${place}`,
  tubeId: `T000000${place}`,
  state: 'waiting',
  reason: '',
  attempts: 0,
  labelData: `^XA^FD${place}^FS^XZ`,
  ...label,
})
const stock = { widthMm: 33, heightMm: 13, dpi: 300 }

class FakeTimerWorker {
  postMessage(ms: number, [port]: MessagePort[]) {
    setTimeout(() => port?.postMessage('over'), ms)
  }
}

let written: Request[]
let marks: RecordedRequest[]
let openRuns: RecordedRequest[]
beforeEach(() => {
  vi.stubGlobal('Worker', FakeTimerWorker)
  written = agentRuns()
  agentAnswers('/read', plain(hostStatus()))
  openRuns = serverAnswers(printRunsApi.open, { run: null, quietSeconds: null })
  serverAnswers(printRunsApi.printedBefore, aPrintedBefore(2, 0))
  marks = serverAnswers(printRunsApi.mark, { success: true, leftOut: [], printedElsewhere: [] })
  serverAnswers(printRunsApi.finish, { success: true, run: aRun({ counts: { ...noLabels, sent: 2 } }) })
})
/** The server knows an unfinished run, which this window takes over. */
function serverHasRun(run: PrintRun) {
  serverAnswers(printRunsApi.open, { run, quietSeconds: 900 })
  serverAnswers(printRunsApi.resume, { success: true, run })
  serverAnswers(printRunsApi.get, { run })
}
afterEach(() => void vi.unstubAllGlobals())

/** As the page of a batch: it shows the unfinished run, and removes the dialog once it is closed. */
function ClosableDialog() {
  const [isOpen, setIsOpen] = useState(true)
  useQuery(openRunQuery(aBatch().id))
  return isOpen && <PrintDialog batch={aBatch({ numSamples: 2 })} onClose={() => setIsOpen(false)} />
}
const openDialog = (numSamples = 2) =>
  openScreen(<PrintDialog batch={aBatch({ numSamples })} onClose={() => {}} />)
const steps = () =>
  marks.map(({ body }) =>
    (body as { labels: { place: number; from: string; to: string }[] }).labels.map(
      ({ place, from, to }) => `${place} ${from} to ${to}`,
    ),
  )
const labelsWritten = async () =>
  (await Promise.all(written.map((request) => request.clone().text()))).filter((text) => text.includes('^XA'))
const button = async (name: string) => (await screen.findByText(name)).closest('button') as HTMLElement
/** Waits until the printer and the labels that were printed before are known. */
async function startPrinting(user: ReturnType<typeof openDialog>) {
  await waitFor(async () => expect(await button('Start Printing')).toBeEnabled())
  await user.click(await button('Start Printing'))
}

test('PRINT-03 PRINT-08 ERR-37 ERR-38 Start Printing prints every label and counts them', async () => {
  const started = serverAnswers(printRunsApi.start, { success: true, run: aRun() })
  serverAnswers(printRunsApi.labels, { labels: [aLabel(1), aLabel(2)], stock })
  const user = openDialog()
  expect(await screen.findByText('2 labels to print')).toBeInTheDocument()
  await screen.findByText('Printer ready')
  await startPrinting(user)

  expect(await screen.findByText('Batch print completed')).toBeInTheDocument()
  expect(screen.getByText('2 printed • 0 failed')).toBeInTheDocument()
  expect(started.map(({ body }) => body)).toEqual([{ batchId: aBatch().id }])
  expect(await labelsWritten()).toEqual([
    expect.stringContaining('^XA^FD1^FS^XZ'),
    expect.stringContaining('^XA^FD2^FS^XZ'),
  ])
  expect(steps()).toEqual([
    ['1 waiting to sending'],
    ['1 sending to sent', '2 waiting to sending'],
    ['2 sending to sent'],
  ])
})

test('labels go to the printer that was chosen last, also while it is still being checked', async () => {
  const bench2 = aPrinter({ uid: 'bench-2', name: 'Bench 2: ZD421', connection: 'network' })
  agentAnswers('/available', json({ printer: [aPrinter(), bench2] }))
  serverAnswers(printRunsApi.start, { success: true, run: aRun() })
  serverAnswers(printRunsApi.labels, { labels: [aLabel(1), aLabel(2)], stock })
  const user = openDialog()
  await screen.findByText('Printer ready')
  agentAnswers('/available', () => new Promise<never>(() => {}))
  await user.click(screen.getByLabelText('Print on'))
  await user.click(await screen.findByTitle('Bench 2: ZD421 (network)'))
  await startPrinting(user)

  expect(await screen.findByText('Batch print completed')).toBeInTheDocument()
  expect((await labelsWritten()).map((text) => JSON.parse(text).device.uid)).toEqual(['bench-2', 'bench-2'])
})

test('a run whose dialog was closed while the server started it prints nothing', async () => {
  let reply = () => {}
  const late = new Promise<void>((resolve) => {
    reply = resolve
  })
  serverAnswers(printRunsApi.start, async () => {
    await late
    return { success: true as const, run: aRun() }
  })
  const loaded = serverAnswers(printRunsApi.labels, { labels: [aLabel(1), aLabel(2)], stock })
  const user = openScreen(<ClosableDialog />)
  await startPrinting(user)
  await user.click(await button('Cancel'))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  const fetchedBefore = openRuns.length
  reply()

  // The page learns of the run, which can be resumed or ended.
  await waitFor(() => expect(openRuns.length).toBeGreaterThan(fetchedBefore))
  expect(loaded).toEqual([])
  expect(await labelsWritten()).toEqual([])
})

test('ERR-33 a batch without samples has nothing to print', async () => {
  openDialog(0)
  expect(await screen.findByText('No samples in this batch to print')).toBeInTheDocument()
  expect(await button('Start Printing')).toBeDisabled()
})

test('labels that somebody else has just printed need a decision before a run is started', async () => {
  const message =
    '1 of 2 labels were printed before, or may have been. Please give a reason why they are printed again.'
  const user = openDialog()
  await screen.findByText('Printer ready')
  serverRefuses(printRunsApi.start, 409, { code: 'reprint-needs-reason', message, field: 'reason' })
  serverAnswers(printRunsApi.printedBefore, aPrintedBefore(2, 1))
  await startPrinting(user)
  expect(await screen.findByText('1 of 2 labels was printed before.')).toBeInTheDocument()
  expect(await screen.findByText(message)).toBeInTheDocument()

  const started = serverAnswers(printRunsApi.start, { success: true, run: aRun() })
  serverAnswers(printRunsApi.labels, { labels: [], stock })
  await user.click(screen.getByLabelText('Print all labels again'))
  await user.type(screen.getByLabelText('Reason'), 'smudged')
  await startPrinting(user)
  await waitFor(() => expect(started).toHaveLength(1))
  expect(started[0]?.body).toEqual({ batchId: aBatch().id, reason: 'smudged' })
})

test('an unfinished run is offered on the page of its batch', async () => {
  const counts = { ...noLabels, sent: 37, waiting: 160, failed: 2, sending: 1, cancelled: 4 }
  serverAnswers(printRunsApi.open, { run: aRun({ total: 204, counts }), quietSeconds: 900 })
  const onResume = vi.fn()
  const user = openScreen(<OpenRunNotice batchId={aBatch().id} onResume={onResume} />)
  expect(
    await screen.findByText('Started by Ada Lindqvist: 37 of 200 sent, 2 failed, 1 in doubt.'),
  ).toBeVisible()
  await user.click(screen.getByText('Resume run: 37 of 200 sent'))
  expect(onResume).toHaveBeenCalledOnce()
})

test('the label that another window is sending right now is not in doubt', async () => {
  const counts = { ...noLabels, sent: 3, sending: 1, waiting: 6 }
  serverAnswers(printRunsApi.open, { run: aRun({ counts }), quietSeconds: 1 })
  openScreen(<OpenRunNotice batchId={aBatch().id} onResume={() => {}} />)
  expect(await screen.findByText('Started by Ada Lindqvist: 3 of 10 sent.')).toBeVisible()
})

test('a resumed run asks about the label in doubt before anything is printed', async () => {
  const run = aRun({ counts: { ...noLabels, waiting: 1, unknown: 1 } })
  serverHasRun(run)
  serverAnswers(printRunsApi.labels, ({ query }) => ({
    labels:
      query.states === 'unknown'
        ? [aLabel(1, { state: 'unknown', reason: 'The window closed while this label was being sent' })]
        : query.states === 'waiting'
          ? [aLabel(2)]
          : [],
    stock,
  }))
  const user = openDialog()
  await screen.findByText('Printer ready')
  await user.click(await button('Resume run'))

  const doubts = await screen.findByLabelText('In doubt')
  expect(within(doubts).getByText('T0000001')).toBeInTheDocument()
  expect(await labelsWritten()).toEqual([])
  await user.click(within(doubts).getByText('It printed'))
  await waitFor(() => expect(screen.queryByText('In doubt')).toBeNull())
  expect(steps()[0]).toEqual(['1 unknown to sent'])

  expect(await screen.findByText('Batch print completed')).toBeInTheDocument()
  expect(await labelsWritten()).toHaveLength(1)
})

test('labels in doubt are decided one after the other by keyboard', async () => {
  const run = aRun({ counts: { ...noLabels, unknown: 2, waiting: 1 } })
  serverHasRun(run)
  const doubtful = [aLabel(1, { state: 'unknown' }), aLabel(2, { state: 'unknown' })]
  serverAnswers(printRunsApi.labels, ({ query }) => ({
    labels: query.states === 'unknown' ? doubtful : query.states === 'waiting' ? [aLabel(3)] : [],
    stock,
  }))
  const user = openDialog()
  await screen.findByText('Printer ready')
  await user.click(await button('Resume run'))
  const decide = (name: string) => screen.getByLabelText(`Leave out: ${name}`)
  const doubts = await screen.findByLabelText('In doubt')
  expect(within(doubts).getByLabelText('Leave out: all 2')).toBeVisible()
  // Valid HTML: a paragraph has no block inside.
  expect(doubts.querySelector('p div')).toBeNull()

  decide('T0000002').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(decide('T0000001')).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByText('In doubt')).toBeNull())
  await waitFor(() =>
    expect(screen.getByText('Done', { selector: 'button span' }).closest('button')).toHaveFocus(),
  )
})

test('a refused start is forgotten once the run of the other window has ended', async () => {
  serverRefuses(printRunsApi.start, 409, {
    code: 'print-run-open',
    message: 'Bo Chen is printing this batch.',
  })
  const user = openDialog()
  await screen.findByText('Printer ready')
  serverAnswers(printRunsApi.open, { run: aRun(), quietSeconds: 1 })
  await startPrinting(user)
  expect(await screen.findByText('This batch has an unfinished print run')).toBeVisible()

  serverAnswers(printRunsApi.open, { run: null, quietSeconds: null })
  expect(await screen.findByText('Start Printing')).toBeVisible()
  expect(screen.queryByText('Printing could not start')).toBeNull()
})

test('D25 an interrupted run is resumed with one click', async () => {
  const run = aRun({ counts: { ...noLabels, sent: 1, waiting: 1 } })
  serverHasRun(run)
  serverAnswers(printRunsApi.labels, ({ query }) => ({
    labels: query.states === 'waiting' ? [aLabel(2)] : [],
    stock,
  }))
  openScreen(<PrintDialog batch={aBatch({ numSamples: 2 })} resumesAtOnce onClose={() => {}} />)
  expect(await screen.findByText('Batch print completed')).toBeInTheDocument()
  expect(await labelsWritten()).toHaveLength(1)
})

test('D25 a run that another window may be printing is not taken over without a click', async () => {
  serverAnswers(printRunsApi.open, { run: aRun(), quietSeconds: 1 })
  openScreen(<PrintDialog batch={aBatch({ numSamples: 2 })} resumesAtOnce onClose={() => {}} />)
  expect(await screen.findByText('Printer ready')).toBeInTheDocument()
  expect(await button('Take over')).toBeEnabled()
  expect(await labelsWritten()).toEqual([])
})

test('labels that an agent accepted for a paused printer are in doubt, and the run pauses', async () => {
  serverAnswers(printRunsApi.start, { success: true, run: aRun() })
  serverAnswers(printRunsApi.labels, { labels: [aLabel(1), aLabel(2)], stock })
  const user = openDialog()
  await screen.findByText('Printer ready')
  agentAnswers('/read', plain(hostStatus([0, 2])))
  await startPrinting(user)
  expect(await screen.findByText('Printer issues detected')).toBeInTheDocument()
  expect(
    screen.getByText(/^The printer is paused\. Press the Pause button on the printer\. Labels sent/),
  ).toBeInTheDocument()
  expect(screen.queryByText('Printer ready')).toBeNull()
  const doubts = await screen.findByLabelText('In doubt')
  expect(
    within(doubts).getAllByText('The printer is paused. The label may be waiting in the printer.').length,
  ).toBeGreaterThan(0)
  expect(screen.getByText('0 printed • 0 failed')).toBeInTheDocument()
})

test('ERR-35 a printer that reports ready is not called ready while its labels fail', async () => {
  serverAnswers(printRunsApi.start, { success: true, run: aRun({ total: 3 }) })
  serverAnswers(printRunsApi.labels, { labels: [aLabel(1), aLabel(2), aLabel(3)], stock })
  agentAnswersLabels(plain('Failed to write to device', 500))
  const user = openDialog(3)
  await startPrinting(user)
  expect(await screen.findByText('Printer issues detected')).toBeInTheDocument()
  expect(await screen.findByText('The printer reports no problem: check its lights')).toBeInTheDocument()
  expect(screen.queryByText('Printer ready')).toBeNull()
})

test('a run that was active a moment ago can be taken over, with a warning that another window may be printing it', async () => {
  serverAnswers(printRunsApi.open, { run: aRun(), quietSeconds: 1 })
  openDialog()
  expect(await screen.findByText('This run was active 1 s ago')).toBeInTheDocument()
  expect(await button('Take over')).toBeInTheDocument()
})

test('when another window takes the run over, this one stops printing and shows why', async () => {
  serverAnswers(printRunsApi.start, { success: true, run: aRun() })
  serverAnswers(printRunsApi.labels, { labels: [aLabel(1), aLabel(2)], stock })
  const message = 'Label 1 is no longer waiting: this run is being printed in another window.'
  serverRefuses(printRunsApi.mark, 409, { code: 'print-label-changed', message })
  const user = openDialog()
  await startPrinting(user)
  expect(await screen.findByText('This window has stopped printing this run')).toBeInTheDocument()
  expect(screen.getByText(message)).toBeInTheDocument()
  expect(await labelsWritten()).toEqual([])
})

test('a cancel while the server does not respond is kept, and the dialog can be closed', async () => {
  serverAnswers(printRunsApi.start, { success: true, run: aRun() })
  serverAnswers(printRunsApi.labels, { labels: [aLabel(1), aLabel(2)], stock })
  serverRefuses(printRunsApi.mark, 503)
  const user = openDialog()
  await startPrinting(user)
  expect(await screen.findByText(/Resume when the connection is back/)).toBeInTheDocument()

  await user.click(await button('Cancel'))
  expect(await screen.findByText(/The run ends as soon as LIMS responds/)).toBeInTheDocument()
  expect(screen.queryByText('Resume')).toBeNull()
  expect(await button('Continue later')).toBeInTheDocument()

  serverAnswers(printRunsApi.mark, { success: true, leftOut: [], printedElsewhere: [] })
  expect(await screen.findByText('Batch print cancelled')).toBeInTheDocument()
  expect(await labelsWritten()).toEqual([])
})

test('the focus goes from Start Printing to Pause, to Resume and to Done', async () => {
  const run = aRun({ total: 9, counts: { ...noLabels, waiting: 9 } })
  serverAnswers(printRunsApi.start, { success: true, run })
  serverAnswers(printRunsApi.labels, ({ query }) => ({
    labels: [1, 2, 3, 4, 5, 6, 7, 8, 9]
      .filter((place) => place > Number(query.after ?? 0))
      .map((place) => aLabel(place)),
    stock,
  }))
  const pressed = Promise.withResolvers<void>()
  agentAnswersLabels(async () => {
    await pressed.promise
    return plain('{}')()
  })
  const user = openDialog()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Start Printing' })).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus())
  await user.keyboard('{Enter}')
  pressed.resolve()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Resume' })).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Done' })).toHaveFocus())
})

const chosen = [1, 2].map((place) => aLabel(place).sampleId)
const openChosen = () => openScreen(<PrintChosenDialog sampleIds={chosen} onClose={() => {}} />)

test('E5 the labels of chosen samples are printed as one run', async () => {
  serverAnswers(printRunsApi.openOfChosen, { run: null, quietSeconds: null })
  const counted = serverAnswers(printRunsApi.chosenPrintedBefore, aPrintedBefore(2, 0))
  const run = aRun({ batchId: null })
  const started = serverAnswers(printRunsApi.start, { success: true, run })
  const finished = serverAnswers(printRunsApi.finish, { success: true, run })
  serverAnswers(printRunsApi.labels, { labels: [aLabel(1), aLabel(2)], stock })
  const user = openChosen()
  expect(await screen.findByText('Print the labels of 2 samples')).toBeInTheDocument()
  await startPrinting(user)
  expect(await screen.findByText('2 printed • 0 failed')).toBeInTheDocument()
  expect(counted[0]?.body).toEqual({ sampleIds: chosen })
  expect(started.map(({ body }) => body)).toEqual([{ sampleIds: chosen, isOfChosen: true }])
  await waitFor(async () => expect(await labelsWritten()).toHaveLength(2))
  // Later, it would reach the server of the next test.
  await waitFor(() => expect(finished).toHaveLength(1))
})

/** An unfinished run of chosen samples, until it is ended. */
function serverHasRunOfChosen(left: PrintRun, whenEnded = left) {
  let isOpen = true
  serverHasRun(left)
  serverAnswers(printRunsApi.openOfChosen, () =>
    isOpen ? { run: left, quietSeconds: 100 } : { run: null, quietSeconds: null },
  )
  serverAnswers(printRunsApi.chosenPrintedBefore, aPrintedBefore(2, 0))
  serverAnswers(printRunsApi.finish, () => {
    isOpen = false
    return { success: true as const, run: whenEnded }
  })
}

test('E5 an unfinished run of chosen samples is ended before the next one begins', async () => {
  serverHasRunOfChosen(aRun({ batchId: null, total: 9, counts: { ...noLabels, sent: 4, waiting: 5 } }))
  const user = openChosen()
  expect(await screen.findByText('You have an unfinished print run of chosen samples')).toBeInTheDocument()
  await user.click(await button('End run'))
  expect(await screen.findByText('2 labels to print')).toBeInTheDocument()
})

test('the notice of a run that could not be ended closes once it is ended', async () => {
  serverHasRunOfChosen(aRun({ batchId: null }))
  serverRefuses(printRunsApi.finish, 503, { code: 'database-unavailable', message: 'The database is away' })
  const user = openChosen()
  await user.click(await button('End run'))
  const notice = await screen.findByText('The print run could not be ended')

  serverHasRunOfChosen(aRun({ batchId: null }))
  await user.click(await button('End run'))
  await waitFor(() => expect(notice).not.toBeInTheDocument())
})

test('E5 a resumed run of chosen samples is named as such, and the chosen ones follow it', async () => {
  const left = aRun({ batchId: null, counts: { ...noLabels, sent: 1, waiting: 1 } })
  serverHasRunOfChosen(left, { ...left, counts: { ...noLabels, sent: 2 } })
  serverAnswers(printRunsApi.labels, ({ query }) => ({
    labels: query.states === 'waiting' ? [aLabel(7)] : [],
    stock,
  }))
  const user = openChosen()
  expect(await screen.findByText('Print the labels of 2 samples')).toBeInTheDocument()
  await screen.findByText('Printer ready')
  await user.click(await button('Resume run'))
  expect(await screen.findByText('Unfinished print run of chosen samples')).toBeInTheDocument()
  expect(screen.queryByText('Print the labels of 2 samples')).toBeNull()

  await user.click(await button('Go on to the 2 chosen samples'))
  expect(await screen.findByText('Print the labels of 2 samples')).toBeInTheDocument()
  expect(await screen.findByText('2 labels to print')).toBeInTheDocument()
})
