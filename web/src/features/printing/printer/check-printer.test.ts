import { type Printer, printTexts } from '@lims/contract/print-agent.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { aPrinter } from '../../../../test/fake-agent.ts'
import { type CheckStep, checkPrinter, type PrinterReport, summarize } from './check-printer.ts'
import { createPrintAgent, type PrintAgent } from './print-agent.ts'
import { PrintAgentError, type PrintAgentErrorCode } from './print-agent-error.ts'
import type { PrinterState } from './printer-status.ts'

type Setup = { printers?: Printer[]; apiLevel?: number; state?: PrinterState; failure?: PrintAgentErrorCode }

const agentOf = ({ printers = [aPrinter()], apiLevel = 5, state = 'ready', failure }: Setup): PrintAgent => ({
  ...createPrintAgent('http://127.0.0.1:1'),
  agentConfig: async () => {
    if (failure) throw new PrintAgentError(failure)
    return { version: '1.3.2.489', apiLevel }
  },
  printers: async () => printers,
  defaultPrinter: async () => undefined,
  printerStatus: async () => ({ state, labelsWaiting: 0 }),
})

const resultsOf = ({ findings }: PrinterReport) =>
  Object.fromEntries(Object.entries(findings).map(([step, finding]) => [step, finding.result]))
const before = { browser: 'ok', agent: 'ok', version: 'ok', printer: 'ok' }

afterEach(() => void vi.unstubAllGlobals())

test('ERR-38 Printer ready: checks one step after the other', async () => {
  const progress: string[] = []
  const report = await checkPrinter(agentOf({}), ({ findings }) =>
    progress.push(Object.keys(findings).join(' ')),
  )
  expect(resultsOf(report)).toEqual({ ...before, state: 'ok' })
  expect(report.printer).toEqual(aPrinter())
  expect(progress).toEqual([
    'browser agent',
    'browser agent version',
    'browser agent version printer',
    'browser agent version printer state',
  ])
  expect(summarize(report)).toEqual({ canPrint: true, message: 'Printer ready' })
})

test.each<[string, Setup, Record<string, string>, CheckStep, string]>([
  [
    'an agent that is not running',
    { failure: 'agent-not-running' },
    { agent: 'problem' },
    'agent',
    printTexts.agentNotDetected,
  ],
  [
    'a browser that blocks the page',
    { failure: 'blocked-by-browser' },
    { browser: 'problem' },
    'browser',
    printTexts.printerNotAvailable,
  ],
  [
    'a page without https',
    { failure: 'insecure-page' },
    { browser: 'problem' },
    'browser',
    printTexts.printerNotAvailable,
  ],
  [
    'another program on its address',
    { failure: 'incompatible' },
    { version: 'problem' },
    'version',
    printTexts.printerNotAvailable,
  ],
  [
    'an agent that is too old',
    { apiLevel: 2 },
    { browser: 'ok', agent: 'ok', version: 'problem' },
    'version',
    printTexts.printerNotAvailable,
  ],
  [
    'no printer',
    { printers: [] },
    { browser: 'ok', agent: 'ok', version: 'ok', printer: 'problem' },
    'printer',
    printTexts.printerNotAvailable,
  ],
  ...(['paused', 'head-open', 'media-out', 'ribbon-out', 'too-hot'] as const).map(
    (state) =>
      [state, { state }, { ...before, state: 'problem' }, 'state', printTexts.printerNotAvailable] as [
        string,
        Setup,
        Record<string, string>,
        CheckStep,
        string,
      ],
  ),
])('ERR-34 ERR-39 %s is reported with its fix', async (_case, setup, results, step, message) => {
  const report = await checkPrinter(agentOf(setup))
  expect(resultsOf(report)).toEqual(results)
  expect(report.findings[step]?.fix).toMatch(/\.$/)
  expect(summarize(report)).toMatchObject({
    canPrint: false,
    message,
    problem: { message: report.findings[step]?.message },
  })
})

test('a printer that does not report its status does not keep anybody from printing', async () => {
  const report = await checkPrinter(agentOf({ state: 'unknown' }))
  expect(resultsOf(report)).toEqual({ ...before, state: 'unknown' })
  expect(summarize(report)).toEqual({ canPrint: true, message: 'Printer found' })
})

test('with the permission of the browser only the agent is reported as missing', async () => {
  vi.stubGlobal('navigator', { permissions: { query: async () => ({ state: 'granted' }) } })
  const report = await checkPrinter(agentOf({ failure: 'agent-not-running' }))
  expect(resultsOf(report)).toEqual({ browser: 'ok', agent: 'problem' })
})
