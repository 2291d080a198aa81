import type { PrintState } from '@lims/contract/print-runs.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { agentAnswers, agentRuns, aPrinter } from '../../../../test/fake-agent.ts'
import { openScreen } from '../../../../test/open-screen.tsx'
import { openPrintDesk } from '../../../../test/print-desk.ts'
import { aPrintRun } from '../../../../test/records.ts'
import { ResumePanel } from './resume-panel.tsx'
import { RunPanel } from './run-panel.tsx'

/** A run that this window has taken over, with labels in these states. */
async function openRun(...states: PrintState[]) {
  const desk = openPrintDesk({ labels: states.length })
  desk.states.splice(0, states.length, ...states)
  const queue = desk.openWindow()
  await queue.load()
  const user = openScreen(<RunPanel queue={queue} onClose={() => {}} />)
  await user.click(await screen.findByRole('button', { name: 'End run' }))
  return { desk, user }
}

test('a run with labels in doubt is ended after a question that says how many', async () => {
  const { desk, user } = await openRun('unknown', 'unknown', 'waiting')
  const question = await screen.findByRole('dialog', { name: 'End the run with 2 labels in doubt?' })
  await user.click(within(question).getByRole('button', { name: 'Back' }))
  expect(desk.isFinished).toBe(false)

  await user.click(screen.getByRole('button', { name: 'End run' }))
  const again = await screen.findByRole('dialog', { name: 'End the run with 2 labels in doubt?' })
  await user.click(within(again).getByRole('button', { name: 'End run' }))
  await vi.waitFor(() => expect(desk.isFinished).toBe(true))
})

test('a run without labels in doubt is ended without a question', async () => {
  const { desk } = await openRun('sent', 'waiting')
  await vi.waitFor(() => expect(desk.isFinished).toBe(true))
})

const counts = { waiting: 3, sending: 1, sent: 4, failed: 0, unknown: 0, cancelled: 0 }

/** Opens the question about an unfinished run. */
function openResumePanel(resumesAtOnce = false) {
  const end = { mutate: vi.fn(), isPending: false }
  const takeOver = { mutate: vi.fn(), isPending: false }
  const user = openScreen(
    <ResumePanel
      title="This batch has an unfinished print run"
      run={aPrintRun({ total: 8, counts })}
      quietSeconds={900}
      takeOver={takeOver}
      end={end}
      resumesAtOnce={resumesAtOnce}
      onClose={() => {}}
    />,
  )
  return { user, end, takeOver }
}

test('a run whose window was closed is ended with the same question: the label that was being sent is in doubt', async () => {
  agentRuns()
  const { user, end } = openResumePanel()
  await user.click(await screen.findByRole('button', { name: 'End run' }))
  const question = await screen.findByRole('dialog', { name: 'End the run with 1 label in doubt?' })
  expect(end.mutate).not.toHaveBeenCalled()
  await user.click(within(question).getByRole('button', { name: 'End run' }))
  await vi.waitFor(() => expect(end.mutate).toHaveBeenCalledOnce())
})

test('a run that would be resumed once the printer is found is not, after End run was pressed', async () => {
  agentRuns()
  const printerFound = Promise.withResolvers<void>()
  agentAnswers('/available', async () => {
    await printerFound.promise
    return Response.json({ printer: [aPrinter()] })
  })
  const { user, takeOver } = openResumePanel(true)
  await user.click(await screen.findByRole('button', { name: 'End run' }))
  await screen.findByRole('dialog', { name: 'End the run with 1 label in doubt?' })
  printerFound.resolve()
  const resume = screen.getByRole('button', { name: 'Resume run', hidden: true })
  await waitFor(() => expect(resume).toBeEnabled())
  expect(takeOver.mutate).not.toHaveBeenCalled()
})
