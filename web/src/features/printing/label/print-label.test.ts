import { printRunsApi } from '@lims/contract/print-runs.ts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  agentAnswers,
  agentAnswersLabels,
  agentRuns,
  aPrinter,
  hostStatus,
  plain,
} from '../../../../test/fake-agent.ts'
import { countOpenRequests } from '../../../../test/open-requests.ts'
import { aPrintRun, aSample } from '../../../../test/records.ts'
import { type RecordedRequest, server, serverAnswers, serverRefuses } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import { presentSender } from '../../../api/stored-token.ts'
import { printLabel, UnrecordedLabelError } from './print-label.ts'

const { id } = aSample()
const run = aPrintRun()

let marks: RecordedRequest[]
beforeEach(() => {
  localStorage.clear()
  signIn()
  agentRuns()
  agentAnswers('/read', plain(hostStatus()))
  serverAnswers(printRunsApi.start, { success: true, run })
  serverAnswers(printRunsApi.labels, {
    labels: [
      {
        place: 1,
        sampleId: id,
        sampleName: 'NB-P004-EDTA-2',
        tubeId: 'T0001230',
        state: 'waiting',
        reason: '',
        attempts: 0,
        labelData: '^XA^FDQA,7F9C^FS^XZ',
      },
    ],
    stock: { widthMm: 33, heightMm: 13, dpi: 300 },
  })
  marks = serverAnswers(printRunsApi.mark, { success: true, leftOut: [], printedElsewhere: [] })
  serverAnswers(printRunsApi.finish, { success: true, run })
})

/** Prints, and moves the clock over the pauses between the tries to record what happened. */
async function print() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isDone = false
  const printing = printLabel(id, undefined, presentSender()).finally(() => {
    isDone = true
  })
  printing.catch(() => {})
  const deadline = performance.now() + 30_000
  while (!isDone) {
    expect(performance.now(), 'the label should be printed by now').toBeLessThan(deadline)
    // A request whose reply is late would be given up.
    if (countOpenRequests() > 0) await new Promise((resolve) => setImmediate(resolve))
    else await vi.advanceTimersByTimeAsync(10)
  }
  return printing
}

/** The next record, that of what happened to the label, gets this reply. */
const refuseOnce = (status: number, code: string) =>
  server.use(
    http.post(
      `*/api${printRunsApi.mark.path}`,
      () => HttpResponse.json({ code, message: 'No.' }, { status }),
      {
        once: true,
      },
    ),
  )

const lastChange = () => marks.map(({ body }) => (body as { labels: unknown[] }).labels[0]).at(-1)

test.each([
  [408, 'request-invalid'],
  [429, 'too-many-requests'],
  [401, 'UNAUTHORIZED'],
])(
  'a sent label is recorded although the server or a proxy says %i (%s) for a moment',
  async (status, code) => {
    agentAnswersLabels(() => {
      refuseOnce(status, code)
      return plain('')()
    })
    expect(await print()).toEqual({ printer: aPrinter() })
    expect(lastChange()).toMatchObject({ from: 'sending', to: 'sent' })
  },
)

test('a label that was not printed is recorded as failed although there are too many requests for a moment', async () => {
  agentAnswersLabels(() => {
    refuseOnce(429, 'too-many-requests')
    return plain('Failed to write to device', 500)()
  })
  await expect(print()).rejects.toThrow('The print agent refused the label')
  expect(lastChange()).toMatchObject({ from: 'sending', to: 'failed' })
})

test.each([
  [408, 'request-invalid'],
  [429, 'too-many-requests'],
  [401, 'not-signed-in'],
  [403, 'not-allowed'],
])(
  'a refused label is not in doubt, also if that is never recorded because of %i (%s)',
  async (status, code) => {
    agentAnswersLabels(() => {
      server.use(
        http.post(`*/api${printRunsApi.mark.path}`, () =>
          HttpResponse.json({ code, message: 'No.' }, { status }),
        ),
      )
      return plain('Failed to write to device', 500)()
    })
    await expect(print()).rejects.toMatchObject({
      mayHavePrinted: false,
      message: expect.stringMatching(
        /^The print agent refused the label: Failed .* answer 'It did not print'/,
      ),
    })
  },
)

test('a recorded label is not in doubt if only the end of its run is refused', async () => {
  serverRefuses(printRunsApi.finish, 503)
  expect(await print()).toEqual({ printer: aPrinter() })
  agentAnswersLabels(plain('Failed to write to device', 500))
  await expect(print()).rejects.toThrow('The print agent refused the label')
})

test('a label whose claim got no reply was not sent, and is recorded as failed in case the claim was recorded', async () => {
  const lost = vi.fn()
  server.use(
    http.post(
      `*/api${printRunsApi.mark.path}`,
      () => {
        lost()
        return HttpResponse.error()
      },
      { once: true },
    ),
  )
  await expect(print()).rejects.toThrow('nothing was sent to the printer')
  expect(lost).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(lastChange()).toMatchObject({ from: 'sending', to: 'failed' }))
})

test('a claim without a reply that is still on its way is refused, as its run has ended', async () => {
  const ended = serverAnswers(printRunsApi.finish, { success: true, run })
  const code = 'print-label-changed'
  serverRefuses(printRunsApi.mark, 409, { code, message: 'Label 1 is no longer sending.' })
  server.use(http.post(`*/api${printRunsApi.mark.path}`, () => HttpResponse.error(), { once: true }))
  await expect(print()).rejects.toThrow('nothing was sent to the printer')
  await vi.waitFor(() => expect(ended.map(({ body }) => body)).toEqual([{ runId: run.id }]))
})

test('the record is not tried again once the person is signed out', async () => {
  const refused = vi.fn()
  agentAnswersLabels(() => {
    server.use(
      http.post(`*/api${printRunsApi.mark.path}`, () => {
        refused()
        return HttpResponse.json({ code: 'not-signed-in', message: 'Please sign in' }, { status: 401 })
      }),
    )
    return plain('')()
  })
  await expect(print()).rejects.toThrow(UnrecordedLabelError)
  expect(refused).toHaveBeenCalledTimes(1)
})
