import { type Printer, printTexts } from '@lims/contract/print-agent.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { aPrinter } from '../../../../test/fake-agent.ts'
import { type CheckedThing, checkPrinter, type PrinterReport, summaryOf } from './check-printer.ts'
import { openPrintAgent, type PrintAgent } from './print-agent.ts'
import { PrintAgentError, type PrintFailure } from './print-agent-error.ts'
import type { PrinterState } from './printer-status.ts'

type World = { printers?: Printer[]; apiLevel?: number; state?: PrinterState; failure?: PrintFailure }

const agentOf = ({ printers = [aPrinter()], apiLevel = 5, state = 'ready', failure }: World): PrintAgent => ({
  ...openPrintAgent('http://127.0.0.1:1'),
  agentConfig: async () => {
    if (failure) throw new PrintAgentError(failure)
    return { version: '1.3.2.489', apiLevel }
  },
  printers: async () => printers,
  defaultPrinter: async () => undefined,
  printerStatus: async () => ({ state, labelsWaiting: 0 }),
})

const resultsOf = ({ findings }: PrinterReport) =>
  Object.fromEntries(Object.entries(findings).map(([thing, finding]) => [thing, finding.result]))
const before = { browser: 'good', agent: 'good', version: 'good', printer: 'good' }

afterEach(() => void vi.unstubAllGlobals())

test('ERR-38 Printer ready: finds one thing after the other', async () => {
  const heard: string[] = []
  const report = await checkPrinter(agentOf({}), ({ findings }) =>
    heard.push(Object.keys(findings).join(' ')),
  )
  expect(resultsOf(report)).toEqual({ ...before, state: 'good' })
  expect(report.printer).toEqual(aPrinter())
  expect(heard).toEqual([
    'browser agent',
    'browser agent version',
    'browser agent version printer',
    'browser agent version printer state',
  ])
  expect(summaryOf(report)).toEqual({ canPrint: true, told: 'Printer ready' })
})

test.each<[string, World, Record<string, string>, CheckedThing, string]>([
  [
    'an agent that is gone',
    { failure: 'agent-not-running' },
    { agent: 'bad' },
    'agent',
    printTexts.agentNotDetected,
  ],
  [
    'a browser in the way',
    { failure: 'blocked-by-browser' },
    { browser: 'bad' },
    'browser',
    printTexts.printerNotAvailable,
  ],
  [
    'a page without https',
    { failure: 'insecure-page' },
    { browser: 'bad' },
    'browser',
    printTexts.printerNotAvailable,
  ],
  [
    'another program',
    { failure: 'incompatible' },
    { version: 'bad' },
    'version',
    printTexts.printerNotAvailable,
  ],
  [
    'an agent that is too old',
    { apiLevel: 2 },
    { browser: 'good', agent: 'good', version: 'bad' },
    'version',
    printTexts.printerNotAvailable,
  ],
  [
    'no printer',
    { printers: [] },
    { browser: 'good', agent: 'good', version: 'good', printer: 'bad' },
    'printer',
    printTexts.printerNotAvailable,
  ],
  ...(['paused', 'head-open', 'media-out', 'ribbon-out', 'too-hot'] as const).map(
    (state) =>
      [state, { state }, { ...before, state: 'bad' }, 'state', printTexts.printerNotAvailable] as [
        string,
        World,
        Record<string, string>,
        CheckedThing,
        string,
      ],
  ),
])('ERR-34 ERR-39 %s is told with its fix', async (_case, world, results, thing, told) => {
  const report = await checkPrinter(agentOf(world))
  expect(resultsOf(report)).toEqual(results)
  expect(report.findings[thing]?.fix).toMatch(/\.$/)
  expect(summaryOf(report)).toMatchObject({
    canPrint: false,
    told,
    trouble: { told: report.findings[thing]?.told },
  })
})

test('a printer that does not say how it is stands in nobody’s way', async () => {
  const report = await checkPrinter(agentOf({ state: 'unknown' }))
  expect(resultsOf(report)).toEqual({ ...before, state: 'unsure' })
  expect(summaryOf(report)).toEqual({ canPrint: true, told: 'Printer found' })
})

test('with the browser’s permission it is the agent alone that is missing', async () => {
  vi.stubGlobal('navigator', { permissions: { query: async () => ({ state: 'granted' }) } })
  const report = await checkPrinter(agentOf({ failure: 'agent-not-running' }))
  expect(resultsOf(report)).toEqual({ browser: 'good', agent: 'bad' })
})
