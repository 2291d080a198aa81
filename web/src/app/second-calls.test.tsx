import { batchesApi } from '@lims/contract/batches.ts'
import { type PrintRun, printRunsApi } from '@lims/contract/print-runs.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { agentAnswers, agentRuns, hostStatus, plain } from '../../test/fake-agent.ts'
import { openAddress } from '../../test/open-address.tsx'
import { untilReplied } from '../../test/open-requests.ts'
import { openScreen } from '../../test/open-screen.tsx'
import { serverHas } from '../../test/open-storage.ts'
import { aBatch, aPlacing, aPrintRun, aSample } from '../../test/records.ts'
import { type RecordedRequest, serverAnswers } from '../../test/server.ts'
import { sendersOf, signIn } from '../../test/session-token.ts'
import { aStorage } from '../../test/storage-records.ts'
import { LabelPanel } from '../features/printing/label/label-panel.tsx'

beforeEach(() => {
  emptyLab()
  signIn()
})

const sample = aSample()

/** Signs the next person in between the first call of an action and its reply. */
async function replyToTheNext(first: RecordedRequest[], reply: () => void) {
  await waitFor(() => expect(first).toHaveLength(1))
  await act(async () => {
    signIn({ sub: 'bo', name: 'Bo Chen' })
    reply()
  })
}

test('a sample is placed in the name of the person who created it, whoever is signed in at the reply', async () => {
  serverAnswers(batchesApi.get, { batch: aBatch() })
  serverAnswers(batchesApi.search, { batches: [aBatch()], totalBatches: 1 })
  serverHas([{ storage: aStorage({ id: 7, numberRows: 9, numberColumns: 9 }), occupancy: [] }])
  const { promise, resolve } = Promise.withResolvers<{ success: true; sample: Sample }>()
  const added = serverAnswers(samplesApi.add, () => promise)
  const cell = { storageId: 7, rowCoordinate: 4, columnCoordinate: 2, location: 'B4' }
  const placed = serverAnswers(sampleLocationApi.associate, aPlacing({ sampleId: sample.id, ...cell }))
  const { user } = openAddress(`/samples/create?batchId=${aBatch().id}&storageId=7&position=B4`)
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'NB-9')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await replyToTheNext(added, () => resolve({ success: true, sample }))
  await waitFor(() => expect(sendersOf([...added, ...placed])).toEqual(['ada', 'ada']))
})

test.each([
  ['at the reply', false],
  ['once the browser has allowed access to the printer', true],
])(
  'a label is recorded in the name of who has printed it, whoever is signed in %s',
  async (_when, changesBeforeFirstCall) => {
    const run = aPrintRun()
    const { id: sampleId, name: sampleName, alias: tubeId } = sample
    const printed = { sampleId, sampleName, tubeId, labelData: '^XA^FD1^FS^XZ' }
    const label = { place: 1, state: 'waiting' as const, reason: '', attempts: 0, ...printed }
    agentRuns()
    agentAnswers('/read', plain(hostStatus()))
    const { promise, resolve } = Promise.withResolvers<{ success: true; run: PrintRun }>()
    const started = serverAnswers(printRunsApi.start, () => promise)
    serverAnswers(printRunsApi.labels, { labels: [label], stock: { widthMm: 33, heightMm: 13, dpi: 300 } })
    const marks = serverAnswers(printRunsApi.mark, { success: true, leftOut: [], printedElsewhere: [] })
    const finished = serverAnswers(printRunsApi.finish, { success: true, run })
    openScreen(<LabelPanel sampleId={sampleId} />)
    await screen.findByText('Not printed yet.')
    act(() => {
      fireEvent.click(screen.getByText('Print Label'))
      if (changesBeforeFirstCall) signIn({ sub: 'bo', name: 'Bo Chen' })
    })
    await replyToTheNext(started, () => resolve({ success: true, run }))
    await waitFor(() => expect(finished).toHaveLength(1))
    // Without its reply it would be tried again, during the next test.
    await untilReplied()
    expect(marks.map(({ body }) => body)).toMatchObject([
      { labels: [{ to: 'sending' }] },
      { labels: [{ to: 'sent' }] },
    ])
    expect(new Set(sendersOf([...started, ...marks, ...finished]))).toEqual(new Set(['ada']))
  },
)
