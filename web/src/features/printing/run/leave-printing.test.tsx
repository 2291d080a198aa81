import { printRunsApi } from '@lims/contract/print-runs.ts'
import { createBrowserHistory } from '@tanstack/react-router'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import {
  agentAnswers,
  agentAnswersLabels,
  agentRuns,
  hostStatus,
  plain,
} from '../../../../test/fake-agent.ts'
import { openScreen } from '../../../../test/open-screen.tsx'
import { aBatch, aPrintedBefore, aPrintRun, noLabels } from '../../../../test/records.ts'
import { serverAnswers } from '../../../../test/server.ts'
import { PrintDialog } from './print-dialog.tsx'

const run = aPrintRun({ batchId: aBatch().id, total: 1, counts: { ...noLabels, waiting: 1 } })
const label = {
  place: 1,
  sampleId: '7f9c24e8-3b1a-4d0e-9c55-000000000001',
  sampleName: 'NB-0001',
  tubeId: 'T0000001',
  state: 'waiting' as const,
  reason: '',
  attempts: 0,
  labelData: '^XA^FD1^FS^XZ',
}

/** Opens the dialog on a page that was reached from another one, and prints a label that the printer never ends. */
async function openPrinting() {
  agentRuns()
  agentAnswers('/read', plain(hostStatus()))
  agentAnswersLabels(() => new Promise<never>(() => {}))
  serverAnswers(printRunsApi.open, { run: null, quietSeconds: null })
  serverAnswers(printRunsApi.printedBefore, aPrintedBefore(1, 0))
  serverAnswers(printRunsApi.start, { success: true, run })
  serverAnswers(printRunsApi.labels, { labels: [label], stock: { widthMm: 33, heightMm: 13, dpi: 300 } })
  serverAnswers(printRunsApi.mark, { success: true, leftOut: [], printedElsewhere: [] })
  window.history.pushState(null, '', '/before')
  const history = createBrowserHistory()
  onTestFinished(() => {
    history.destroy()
    window.history.pushState(null, '', '/')
  })
  history.push('/here')
  history.flush()
  const user = openScreen(<PrintDialog batch={aBatch({ numSamples: 1 })} onClose={() => {}} />, { history })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Start Printing' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Start Printing' }))
  await screen.findByRole('button', { name: 'Pause' })
  return user
}

test('while leaving a print run is in question the address stays that of its page', async () => {
  const user = await openPrinting()
  const goBack = async () => {
    act(() => window.history.back())
    const question = within(await screen.findByRole('dialog', { name: 'Labels are being printed' }))
    await waitFor(() => expect(window.location.pathname).toBe('/here'))
    return question
  }
  await user.click((await goBack()).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.getByText('Labels are being printed')).not.toBeVisible())
  await user.click((await goBack()).getByRole('button', { name: 'Leave and stop printing' }))
  await waitFor(() => expect(window.location.pathname).toBe('/before'))
})
