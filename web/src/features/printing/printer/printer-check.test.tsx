import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  agentAnswers,
  agentConfig,
  agentRuns,
  aPrinter,
  hostStatus,
  json,
  noConnection,
  plain,
} from '../../../../test/fake-agent.ts'
import { untilReplied } from '../../../../test/open-requests.ts'
import { openScreen } from '../../../../test/open-screen.tsx'
import { rememberedPrinter } from './choose-printer.ts'
import { PrinterCheck } from './printer-check.tsx'

/** A dialog is in the document before it is visible. */
const expectVisible = (text: string | RegExp) => waitFor(() => expect(screen.getByText(text)).toBeVisible())
const open = () => openScreen(<PrinterCheck isOpen onClose={() => {}} />)

test('ERR-29 ERR-34 reports that the agent is missing and how to get it, and checks again', async () => {
  agentAnswers('/config', noConnection)
  const user = open()
  await expectVisible('Printer agent not detected')
  await expectVisible('Browser Print not installed or not running')
  await expectVisible(/^Start Zebra Browser Print on this computer/)

  agentRuns()
  await user.click(screen.getByText('Check again'))
  await expectVisible('Printer found')
  await expectVisible('Version 1.3.2.489 is compatible.')
  expect(screen.queryByText('Printer agent not detected')).toBeNull()
})

test('PRINT-16 another printer can be chosen, and is remembered', async () => {
  agentRuns([aPrinter(), aPrinter({ uid: 'bench-2', name: 'Bench 2: ZD421', connection: 'network' })])
  const user = open()
  expect(screen.queryByText('Printer found')).toBeNull()
  await screen.findByText('Printer found')
  await user.click(screen.getByLabelText('Print on'))
  await user.click(await screen.findByTitle('Bench 2: ZD421 (network)'))

  await expectVisible('Bench 2: ZD421')
  expect(rememberedPrinter()).toBe('bench-2')
})

test('what comes late of a check is not shown for the printer that was chosen since', async () => {
  const bench2 = aPrinter({ uid: 'bench-2', name: 'Bench 2: ZD421', connection: 'network' })
  agentRuns([aPrinter(), bench2])
  const { promise: late, resolve: answer } = Promise.withResolvers<void>()
  agentAnswers('/read', async (request) => {
    if (JSON.parse(await request.text()).device.uid === bench2.uid) return plain(hostStatus())()
    await late
    return plain(hostStatus([0, 2]))()
  })
  const user = open()
  await user.click(await screen.findByLabelText('Print on'))
  await user.click(await screen.findByTitle('Bench 2: ZD421 (network)'))
  expect(await screen.findByText('Printer ready')).toBeInTheDocument()
  answer()
  await untilReplied()
  expect(screen.getByText('Printer ready')).toBeInTheDocument()
  expect(within(screen.getByRole('dialog')).getByTitle('Bench 2: ZD421 (network)')).toBeInTheDocument()
})

test('the choice of the printer stays while it is checked', async () => {
  const bench2 = aPrinter({ uid: 'bench-2', name: 'Bench 2: ZD421', connection: 'network' })
  agentRuns([aPrinter(), bench2])
  const user = open()
  await screen.findByText('Printer found')
  agentAnswers('/config', () => new Promise<never>(() => {}))
  await user.click(screen.getByLabelText('Print on'))
  await user.click(await screen.findByTitle('Bench 2: ZD421 (network)'))
  await waitFor(() => expect(screen.queryByText('Printer found')).toBeNull())
  expect(screen.getByLabelText('Print on')).toBeInTheDocument()
  expect(within(screen.getByRole('dialog')).getByTitle('Bench 2: ZD421 (network)')).toBeInTheDocument()
})

test('ERR-28 an old agent is reported with what to install', async () => {
  agentRuns()
  agentAnswers('/config', json({ application: { ...agentConfig.application, apiLevel: 2 } }))
  open()
  await expectVisible('Print error: Incompatible Zebra Browser Print version. Please install v3+')
  await expectVisible('Printer not available')
})
