import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  agentAnswers,
  agentConfig,
  agentRuns,
  aPrinter,
  json,
  noConnection,
} from '../../../../test/fake-agent.ts'
import { openScreen } from '../../../../test/open-screen.tsx'
import { rememberedPrinter } from './choose-printer.ts'
import { PrinterCheck } from './printer-check.tsx'

/** A dialog is in the page before it is to be seen. */
const seen = (text: string | RegExp) => waitFor(() => expect(screen.getByText(text)).toBeVisible())
const open = () => openScreen(<PrinterCheck isOpen onClose={() => {}} />)

test('ERR-29 ERR-34 says that the agent is missing and how to get it, and checks again', async () => {
  agentAnswers('/config', noConnection)
  const user = open()
  await seen('Printer agent not detected')
  await seen('Browser Print not installed or not running')
  await seen(/^Start Zebra Browser Print on this computer/)

  agentRuns()
  await user.click(screen.getByText('Check again'))
  await seen('Printer found')
  await seen('Its version 1.3.2.489 fits.')
  expect(screen.queryByText('Printer agent not detected')).toBeNull()
})

test('PRINT-16 another printer is chosen here, and remembered', async () => {
  agentRuns([aPrinter(), aPrinter({ uid: 'bench-2', name: 'Bench 2: ZD421', connection: 'network' })])
  const user = open()
  await screen.findByText('Printer found')
  await user.click(screen.getByLabelText('Print on'))
  await user.click(await screen.findByTitle('Bench 2: ZD421 (network)'))

  await seen('Bench 2: ZD421')
  expect(rememberedPrinter()).toBe('bench-2')
})

test('ERR-28 an old agent is named with what to install', async () => {
  agentRuns()
  agentAnswers('/config', json({ application: { ...agentConfig.application, apiLevel: 2 } }))
  open()
  await seen('Print error: Incompatible Zebra Browser Print version. Please install v3+')
  await seen('Printer not available')
})
