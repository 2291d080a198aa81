import { hourMs } from '@lims/contract/durations.ts'
import { printTexts } from '@lims/contract/print-agent.ts'
import { type PrintLabel, printRunsApi } from '@lims/contract/print-runs.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  agentAnswers,
  agentAnswersLabels,
  agentConfig,
  agentRuns,
  aPrinter,
  hostStatus,
  json,
  noConnection,
  plain,
} from '../../../../test/fake-agent.ts'
import { openScreen } from '../../../../test/open-screen.tsx'
import { aPrintRun, aSample } from '../../../../test/records.ts'
import { roleIs } from '../../../../test/roles.ts'
import { type RecordedRequest, server, serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import { clearToken } from '../../../api/stored-token.ts'
import type { LabelPrint } from './label-api.ts'
import { LabelPanel } from './label-panel.tsx'

const { id } = aSample()
const labelData = '^XA^FDQA,7F9C^FS^XZ'
const run = aPrintRun()
const label: PrintLabel = {
  place: 1,
  sampleId: id,
  sampleName: 'NB-P004-EDTA-2',
  tubeId: 'T0001230',
  state: 'waiting',
  reason: '',
  attempts: 0,
  labelData,
}
const print = (at: string, state: 'sent' | 'unknown' | 'sending', reason = '') => ({
  runId: run.id,
  place: 1,
  at,
  state,
  userName: 'Bo Chen',
  reason,
  isRunOpen: false,
})

let started: RecordedRequest[]
let marks: RecordedRequest[]
let finished: RecordedRequest[]
let written: Request[]
beforeEach(() => {
  localStorage.clear()
  written = agentRuns()
  agentAnswers('/read', plain(hostStatus()))
  started = serverAnswers(printRunsApi.start, { success: true, run })
  serverAnswers(printRunsApi.labels, { labels: [label], stock: { widthMm: 33, heightMm: 13, dpi: 300 } })
  marks = serverAnswers(printRunsApi.mark, { success: true, leftOut: [], printedElsewhere: [] })
  finished = serverAnswers(printRunsApi.finish, { success: true, run })
  printedBefore()
})

/** The labels that were sent. The status of the printer is requested through the same call. */
const labelsWritten = async (): Promise<unknown[]> => {
  const sent: { data: string }[] = await Promise.all(written.map((request) => request.clone().json()))
  return sent.filter(({ data }) => data !== '~HS')
}

/** The clock of this computer is an hour ahead. */
const serverNow = () => new Date(Date.now() - hourMs).toISOString()

const printedBefore = (...prints: LabelPrint[]) =>
  serverAnswers(printRunsApi.ofSample, () => ({
    count: prints.filter(({ state }) => state === 'sent').length,
    now: serverNow(),
    prints,
  }))

async function pressPrint(sampleId = id) {
  const user = openScreen(<LabelPanel sampleId={sampleId} />)
  await screen.findByText(/^(Not printed yet|Printed |Not confirmed)/)
  await user.click(screen.getByText('Print Label'))
  return user
}
/** The recorded changes of the label, in order: 'waiting to sending'. */
const steps = () =>
  marks.map(({ body }) => {
    const [{ from, to, reason = '' }] = (body as { labels: [{ from: string; to: string; reason?: string }] })
      .labels
    return `${from} to ${to}${reason && `: ${reason}`}`
  })

test('SAMPD-25, PRINT-02, ERR-42 prints the label through the agent, and records each step on the server', async () => {
  await pressPrint()
  expect(await screen.findByText('Label sent to a ZD611 (300 dpi) label printer')).toBeVisible()
  expect(await labelsWritten()).toEqual([{ device: aPrinter(), data: labelData }])
  expect(started[0]?.body).toEqual({ sampleIds: [id] })
  expect(steps()).toEqual(['waiting to sending', 'sending to sent'])
  expect(finished).toHaveLength(1)
})

test('a double click, or Enter held down, prints one label and reports it once', async () => {
  const user = openScreen(<LabelPanel sampleId={id} />)
  await screen.findByText('Not printed yet.')
  await user.dblClick(screen.getByText('Print Label'))
  await user.keyboard('{Enter>5/}')
  expect(await screen.findByText(printTexts.sent)).toBeVisible()
  expect(started).toHaveLength(1)
  expect(screen.getAllByText(printTexts.sent)).toHaveLength(1)
})

test('after the answer that a label did not print, Print Label prints without a question', async () => {
  agentAnswersLabels(noConnection)
  serverAnswers(printRunsApi.ofSample, () => ({
    count: 0,
    now: serverNow(),
    // The two marks of the print, 'sending' and 'unknown', leave it in doubt; the third is the decision.
    prints: marks.length === 2 ? [print('2026-11-20T08:00:00.000Z', 'unknown')] : [],
  }))
  const user = await pressPrint()
  await user.click(await screen.findByRole('button', { name: 'It did not print' }))
  await screen.findByText('Not printed yet.')
  await user.click(screen.getByRole('button', { name: 'Print Label' }))
  await waitFor(() => expect(started).toHaveLength(2))
})

test('another model is named in the message', async () => {
  agentRuns([aPrinter({ name: 'Bench 2: ZD421' })])
  await pressPrint()
  expect(await screen.findByText('Label sent to the label printer Bench 2: ZD421')).toBeVisible()
})

test.each<[string, () => void, string]>([
  ['ERR-29', () => agentAnswers('/config', noConnection), 'Browser Print not installed or not running'],
  ['ERR-31', () => agentRuns([]), 'No Browser Print printer available'],
  [
    'ERR-28',
    () => agentAnswers('/config', json({ application: { api_level: 2 } })),
    'Print error: Incompatible Zebra Browser Print version. Please install v3+',
  ],
  ['ERR-28', () => agentAnswers('/available', plain('<html>')), printTexts.incompatible],
])('%s, ERR-44 no run is started when nothing can be printed', async (_row, fault, message) => {
  fault()
  await pressPrint()
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByText('Failed to print label')).toBeVisible()
  expect(started).toEqual([])
})

test('a refused label is recorded with its reason', async () => {
  agentAnswersLabels(plain('Failed to write to device', 500))
  await pressPrint()
  expect(await screen.findByText('Failed to print label')).toBeVisible()
  const message = 'The print agent refused the label: Failed to write to device'
  expect(screen.getByText(message)).toBeVisible()
  expect(steps()).toEqual(['waiting to sending', `sending to failed: ${message}`])
  expect(finished).toHaveLength(1)
})

test('a label whose connection broke while it was sent is in doubt, not failed', async () => {
  agentAnswersLabels(noConnection)
  await pressPrint()
  expect(await screen.findByText('The label may have been printed')).toBeVisible()
  expect(steps()).toEqual(['waiting to sending', `sending to unknown: ${printTexts.inDoubt}`])
})

test.each([
  ['ERR-30', null, 'No label data to print', ['waiting to sending'].slice(1)],
  ['ERR-32', '', 'Empty ZPL', ['waiting to sending', 'sending to failed: Empty ZPL']],
])('%s a label without data is not sent', async (_row, data, message, recorded) => {
  const labels = [{ ...label, labelData: data }]
  serverAnswers(printRunsApi.labels, { labels, stock: { widthMm: 33, heightMm: 13, dpi: 300 } })
  await pressPrint()
  expect(await screen.findByText(message)).toBeVisible()
  expect(steps()).toEqual(recorded)
  expect(await labelsWritten()).toEqual([])
  expect(finished).toHaveLength(1)
})

test('ERR-30 a sample that was just deleted is not printed', async () => {
  serverAnswers(printRunsApi.mark, { success: true, leftOut: [1], printedElsewhere: [] })
  await pressPrint()
  expect(await screen.findByText('No label data to print')).toBeVisible()
  expect(await labelsWritten()).toEqual([])
})

test('a label printed before is printed again only with a reason', async () => {
  printedBefore(print('2026-11-19T08:00:00.000Z', 'sent'), print('2026-11-18T08:00:00.000Z', 'sent', 'Lost'))
  const user = await pressPrint()
  expect(screen.getByText(/^Printed 2 times, last 19 Nov 2026/)).toBeVisible()
  await user.click(await screen.findByText('Print again'))
  await waitFor(() => expect(screen.getByText('Please say why')).toBeVisible())
  expect(started).toEqual([])

  await user.click(screen.getByText('The label is damaged'))
  await user.click(screen.getByText('Print again'))
  expect(await screen.findByText(printTexts.sent)).toBeVisible()
  expect(started[0]?.body).toEqual({ sampleIds: [id], reason: 'The label is damaged' })
})

test('the reason for a label that waits for a sign-in is not offered for the label of another sample', async () => {
  signIn()
  printedBefore(print('2026-11-19T08:00:00.000Z', 'sent'))
  const user = await pressPrint()
  await user.type(await screen.findByLabelText('Why is it printed again?'), 'Spilled on it')
  await waitFor(() => expect(sessionStorage).toHaveLength(1))
  act(clearToken)
  cleanup()

  signIn({ jti: 'of-ada-again' })
  await pressPrint('00000000-0000-4000-8000-000000000009')
  expect(await screen.findByLabelText('Why is it printed again?')).toHaveValue('')
  cleanup()
  await pressPrint()
  expect(await screen.findByLabelText('Why is it printed again?')).toHaveValue('Spilled on it')
})

test('asks for the reason if somebody else prints it at the same moment', async () => {
  serverAnswers(printRunsApi.mark, { success: true, leftOut: [1], printedElsewhere: [1] })
  await pressPrint()
  expect(await screen.findByText('Print again')).toBeVisible()
  expect(await labelsWritten()).toEqual([])
  expect(finished).toHaveLength(1)
})

test('asks for the reason also if somebody else has printed it in the meantime', async () => {
  serverRefuses(printRunsApi.start, 409, {
    code: 'reprint-needs-reason',
    message: 'This label was printed before.',
  })
  await pressPrint()
  await waitFor(() => expect(screen.getByText('Print this label again?')).toBeVisible())
  expect(await labelsWritten()).toEqual([])
})

test('a label in doubt is shown as such, with the advice to check the printer before it is printed again', async () => {
  printedBefore(print('2026-11-19T08:00:00.000Z', 'unknown'))
  await pressPrint()
  expect(screen.getByText('In doubt')).toBeVisible()
  expect(screen.getByText('Not confirmed as printed')).toBeVisible()
  await waitFor(() => expect(screen.getByText(/Check at the printer first/)).toBeVisible())
})

test.each([
  ['unknown', 'It printed', 'unknown to sent'],
  ['unknown', 'It did not print', 'unknown to cancelled'],
  ['sending', 'It printed', 'sending to sent'],
  ['sending', 'It did not print', 'sending to failed'],
] as const)('a label left %s is settled by a person: %s', async (state, answer, step) => {
  printedBefore(print('2026-11-19T08:00:00.000Z', state))
  const user = openScreen(<LabelPanel sampleId={id} />)
  await user.click(await screen.findByText(answer))
  await waitFor(() => expect(steps()).toEqual([step]))
  expect(marks[0]?.body).toMatchObject({ isDecision: true })
})

test('a label in doubt that did not print is printed again by its run, if that is open', async () => {
  printedBefore({ ...print('2026-11-19T08:00:00.000Z', 'unknown'), isRunOpen: true })
  const user = openScreen(<LabelPanel sampleId={id} />)
  expect(await screen.findByText(/its unfinished print run prints it again/)).toBeVisible()
  await user.click(await screen.findByText('It did not print'))
  await waitFor(() => expect(steps()).toEqual(['unknown to waiting']))
})

test.each(['It printed', 'It did not print'])(
  'after the decision %s the focus stays at the label of the sample',
  async (answer) => {
    serverAnswers(printRunsApi.ofSample, () => ({
      count: 0,
      now: serverNow(),
      prints: marks.length === 0 ? [print('2026-11-19T08:00:00.000Z', 'unknown')] : [],
    }))
    const user = openScreen(<LabelPanel sampleId={id} />)
    ;(await screen.findByRole('button', { name: answer })).focus()
    await user.keyboard('{Enter}')
    await screen.findByText('Not printed yet.')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Print Label' })).toHaveFocus())
  },
)

test('a decision that could not be recorded keeps the focus at its button', async () => {
  printedBefore(print('2026-11-19T08:00:00.000Z', 'unknown'))
  serverRefuses(printRunsApi.mark, 409, { code: 'print-label-changed', message: 'Label 1 has changed' })
  const user = openScreen(<LabelPanel sampleId={id} />)
  const button = await screen.findByRole('button', { name: 'It printed' })
  button.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Label 1 has changed')).toBeVisible()
  await waitFor(() => expect(button).toBeEnabled())
  expect(screen.getByRole('button', { name: 'It printed' })).toHaveFocus()
})

test('who may not print labels cannot decide about one, and sees whom to ask', async () => {
  roleIs('viewer')
  printedBefore(print('2026-11-19T08:00:00.000Z', 'unknown'))
  openScreen(<LabelPanel sampleId={id} />)
  for (const answer of ['It printed', 'It did not print']) {
    const button = await screen.findByRole('button', { name: answer })
    await waitFor(() => expect(button).toBeDisabled())
    expect(button).toHaveAttribute('title', 'You are not allowed to print labels. Ask Chiara Rossi.')
  }
})

describe('a label that is on its way in another window', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    printedBefore(print(serverNow(), 'sending'))
    openScreen(<LabelPanel sampleId={id} />)
  })
  afterEach(() => void vi.useRealTimers())

  test('is being sent, without a question, and then printed', async () => {
    expect(await screen.findByText('Being sent')).toBeVisible()
    expect(screen.queryByText('It printed')).toBeNull()
    printedBefore(print(serverNow(), 'sent'))
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(await screen.findByText(/^Printed once/)).toBeVisible()
    expect(screen.queryByText('Being sent')).toBeNull()
  })

  test('is in doubt a minute later, because that window is gone', async () => {
    expect(await screen.findByText('Being sent')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(70_000))
    expect(await screen.findByText('In doubt')).toBeVisible()
    expect(screen.getByText('It did not print')).toBeVisible()
  })
})

test('a sent label is recorded although the server is away for a moment', async () => {
  let isAway = true
  marks = serverAnswers(printRunsApi.mark, ({ body }) => {
    const [{ to }] = (body as { labels: [{ to: string }] }).labels
    if (to === 'sent' && isAway) {
      isAway = false
      throw new TypeError('The server starts again')
    }
    return { success: true as const, leftOut: [], printedElsewhere: [] }
  })
  await pressPrint()
  expect(await screen.findByText(printTexts.sent)).toBeVisible()
  expect(steps()).toEqual(['waiting to sending', 'sending to sent', 'sending to sent'])
  expect(new Set(marks.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
  expect(await labelsWritten()).toMatchObject([{ data: labelData }])
})

test.each(['*/api/print-runs/start', '*/api/print-runs/mark'])(
  'a label that was not sent, because the reply of %s was lost, is said not to be printed',
  async (path) => {
    server.use(http.post(path, () => HttpResponse.error()))
    await pressPrint()
    expect(await screen.findByText('Failed to print label')).toBeVisible()
    expect(screen.getByText('The server did not respond, so nothing was sent to the printer.')).toBeVisible()
    expect(await labelsWritten()).toEqual([])
  },
)

test('a sent label is recorded although a proxy replies in place of the server for a moment', async () => {
  agentAnswersLabels(() => {
    const notFound = () => new HttpResponse('404 page not found', { status: 404 })
    server.use(http.post(`*/api${printRunsApi.mark.path}`, notFound, { once: true }))
    return plain('')()
  })
  await pressPrint()
  expect(await screen.findByText(printTexts.sent)).toBeVisible()
})

test('a label that was sent but cannot be recorded is not reported as failed', async () => {
  agentAnswersLabels(() => {
    serverRefuses(printRunsApi.mark, 409, {
      code: 'print-label-changed',
      message: 'Label 1 is no longer sending',
    })
    return plain('')()
  })
  await pressPrint()
  expect(await screen.findByText(/^What happened to the label could not be recorded/)).toBeVisible()
  expect(screen.getByText('The label may have been printed')).toBeVisible()
})

test('a label that was claimed before the computer slept is not sent, as somebody may have printed it since', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  marks = serverAnswers(printRunsApi.mark, ({ body }) => {
    const [{ to }] = (body as { labels: [{ to: string }] }).labels
    // The agent is tested again before a label is sent if it has not replied for a while.
    if (to === 'sending') vi.advanceTimersByTime(3_000)
    return { success: true as const, leftOut: [], printedElsewhere: [] }
  })
  agentAnswers('/config', () => {
    if (marks.length > 0) vi.setSystemTime(Date.now() + 60_000)
    return json(agentConfig)()
  })
  await pressPrint()
  expect(await screen.findByText(printTexts.claimTooOld)).toBeVisible()
  expect(screen.getByText('Failed to print label')).toBeVisible()
  expect(await labelsWritten()).toEqual([])
  expect(steps()).toEqual(['waiting to sending', `sending to failed: ${printTexts.claimTooOld}`])
  expect(finished).toHaveLength(1)
})

test('a label that was not sent is said not to be, also if somebody has decided about it since', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let isClaimed = false
  serverAnswers(printRunsApi.mark, () => {
    isClaimed = true
    vi.advanceTimersByTime(3_000)
    serverRefuses(printRunsApi.mark, 409, { code: 'print-label-changed', message: 'It was decided.' })
    return { success: true as const, leftOut: [], printedElsewhere: [] }
  })
  agentAnswers('/config', () => {
    if (isClaimed) vi.setSystemTime(Date.now() + 60_000)
    return json(agentConfig)()
  })
  await pressPrint()
  expect(await screen.findByText(printTexts.claimTooOld)).toBeVisible()
  expect(screen.queryByText('The label may have been printed')).toBeNull()
})

test.each([
  ['paused', [0, 2], 'The printer is paused. Press the Pause button on the printer.'],
  ['open', [1, 2], 'The printer is open. Close its lid on both sides until it clicks.'],
  ['empty', [0, 1], 'The printer is out of labels. Load a roll, close the lid and press Feed once.'],
] as const)('ERR-39 no run is started on a printer that is %s', async (_state, field, message) => {
  agentAnswers('/read', plain(hostStatus(field)))
  await pressPrint()
  expect(await screen.findByText(`Printer not available: ${message}`)).toBeVisible()
  expect(screen.getByText('Failed to print label')).toBeVisible()
  expect([started, await labelsWritten()]).toEqual([[], []])
})

test('a printer that stops after the label was sent is reported, because the label waits in it', async () => {
  agentAnswers('/read', () => plain(hostStatus(...(finished.length > 0 ? [[1, 2] as const] : [])))())
  await pressPrint()
  expect(await screen.findByText('The label is waiting in the printer')).toBeVisible()
  expect(screen.getByText(/^The printer is open\. Close its lid/)).toBeVisible()
})
