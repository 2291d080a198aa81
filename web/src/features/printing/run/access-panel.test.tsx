import { printRunsApi } from '@lims/contract/print-runs.ts'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { agentAnswers, agentConfig, agentRuns, hostStatus, json, plain } from '../../../../test/fake-agent.ts'
import { openScreen } from '../../../../test/open-screen.tsx'
import { aBatch, aPrintedBefore } from '../../../../test/records.ts'
import { serverAnswers } from '../../../../test/server.ts'
import { PrintDialog } from './print-dialog.tsx'

declare const jsdom: { reconfigure: (settings: { url: string }) => void }

/** The browser asks for permission before it lets the page reach the print agent. */
function browserWillPrompt() {
  const address = location.href
  jsdom.reconfigure({ url: 'https://lims.brain.example/' })
  const permissions = { query: async () => ({ state: 'prompt' }) }
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: permissions })
  onTestFinished(() => {
    jsdom.reconfigure({ url: address })
    Reflect.deleteProperty(navigator, 'permissions')
  })
}

function ClosableDialog() {
  const [isOpen, setIsOpen] = useState(true)
  return isOpen && <PrintDialog batch={aBatch({ numSamples: 2 })} onClose={() => setIsOpen(false)} />
}

/** Opens the dialog in a browser that will prompt. `requests` are those to the print agent. */
async function openDialog() {
  browserWillPrompt()
  agentRuns()
  agentAnswers('/read', plain(hostStatus()))
  const requests = agentAnswers('/config', json(agentConfig))
  serverAnswers(printRunsApi.open, { run: null, quietSeconds: null })
  serverAnswers(printRunsApi.printedBefore, aPrintedBefore(2, 0))
  const user = openScreen(<ClosableDialog />)
  await waitFor(() => expect(screen.getByText('The browser will ask for access')).toBeVisible())
  return { user, requests }
}

test('the permission prompt of the browser is explained before the printer is checked', async () => {
  const { user, requests } = await openDialog()
  expect(requests).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Printer ready')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Start Printing' })).toBeEnabled())
})

test('who chooses not to continue gets no prompt', async () => {
  const { user, requests } = await openDialog()
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(requests).toEqual([])
})
