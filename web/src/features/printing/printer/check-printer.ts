import { type Printer, printTexts } from '@lims/contract/print-agent.ts'
import { queryOptions } from '@tanstack/react-query'
import { choosePrinterOf, isCompatible } from './choose-printer.ts'
import { loopbackPermission } from './loopback-permission.ts'
import { type PrintAgent, printAgent } from './print-agent.ts'
import { PrintAgentError, type PrintFailure } from './print-agent-error.ts'
import { printerTroubles, type Trouble } from './printer-problems.ts'

export const checkedThings = ['browser', 'agent', 'version', 'printer', 'state'] as const
export type CheckedThing = (typeof checkedThings)[number]

/** `unsure` stands in nobody's way: the printer may print. */
export type Finding =
  | { result: 'good' | 'unsure'; told: string; fix?: string }
  | ({ result: 'bad' } & Trouble)

export type PrinterReport = {
  findings: Partial<Record<CheckedThing, Finding>>
  printers: readonly Printer[]
  printer: Printer | undefined
}

const permissionFix =
  "Open the site settings by the sign left of the address, allow 'Local network access' or 'Apps on device', and reload."

const fixes: Partial<Record<PrintFailure, [CheckedThing, Trouble]>> = {
  'blocked-by-browser': ['browser', { told: printTexts.blockedByBrowser, fix: permissionFix }],
  'insecure-page': [
    'browser',
    { told: printTexts.insecurePage, fix: 'Ask whoever runs LIMS for that address.' },
  ],
  'agent-not-running': [
    'agent',
    {
      told: printTexts.agentNotRunning,
      fix: 'Start Zebra Browser Print on this computer, or install it. If it or the browser asks, allow the access.',
    },
  ],
  incompatible: [
    'version',
    { told: printTexts.incompatible, fix: 'Install the newest Zebra Browser Print and start it again.' },
  ],
  'access-refused': [
    'agent',
    {
      told: printTexts.accessRefused,
      fix: 'Open Zebra Browser Print and allow this site under Accepted Hosts, and this user the device.',
    },
  ],
  'no-printer': [
    'printer',
    {
      told: printTexts.noPrinter,
      fix: 'Connect the printer, switch it on, and add it in Zebra Browser Print.',
    },
  ],
}

/** Finds out, step by step, whether a label can be printed; `onFinding` hears of each step. Stops at what is bad. */
export async function checkPrinter(
  agent: PrintAgent = printAgent,
  onFinding: (report: PrinterReport) => void = () => {},
): Promise<PrinterReport> {
  let report: PrinterReport = { findings: {}, printers: [], printer: undefined }
  const find = (findings: PrinterReport['findings'], more: Partial<PrinterReport> = {}) => {
    report = { ...report, ...more, findings: { ...report.findings, ...findings } }
    onFinding(report)
  }
  try {
    await lookThrough(agent, find)
  } catch (failure) {
    const [thing, trouble] = (failure instanceof PrintAgentError && fixes[failure.reason]) || []
    if (!thing) throw failure
    if (thing === 'agent' && (await loopbackPermission()) === 'granted') find({ browser: allowed })
    const told = failure instanceof PrintAgentError && failure.reason === 'access-refused' && failure.message
    find({ [thing]: { result: 'bad', ...trouble, ...(told && { told }) } })
  }
  return report
}

const allowed: Finding = { result: 'good', told: 'The browser lets this page reach the printer.' }

async function lookThrough(
  agent: PrintAgent,
  find: (findings: PrinterReport['findings'], more?: Partial<PrinterReport>) => void,
) {
  const config = await agent.agentConfig()
  find({ browser: allowed, agent: { result: 'good', told: 'Browser Print answers.' } })

  const printers = await agent.printers()
  if (!isCompatible(config, printers)) throw new PrintAgentError('incompatible')
  const version = config.version ? `Its version ${config.version} fits.` : 'Its version fits.'
  find({ version: { result: 'good', told: version } }, { printers })

  const printer = await choosePrinterOf(agent, printers)
  find({ printer: { result: 'good', told: printer.name } }, { printer })

  const { state } = await agent.printerStatus(printer)
  const trouble = printerTroubles[state]
  if (trouble) find({ state: { result: 'bad', ...trouble } })
  else if (state === 'ready') find({ state: { result: 'good', told: 'It is ready.' } })
  else find({ state: silent })
}

const silent: Finding = {
  result: 'unsure',
  told: 'It does not say how it is.',
  fix: 'Many do not. Print a label; if none comes out, look at the lights of the printer.',
}

/** What a report comes to, in the words of the laboratory's messages. */
export function summaryOf({ findings }: PrinterReport): {
  canPrint: boolean
  told: string
  trouble?: Trouble
} {
  const bad = checkedThings.find((thing) => findings[thing]?.result === 'bad')
  const trouble = bad && findings[bad]
  if (trouble?.result === 'bad') {
    const told = bad === 'agent' ? printTexts.agentNotDetected : printTexts.printerNotAvailable
    return { canPrint: false, told, trouble: { told: trouble.told, fix: trouble.fix } }
  }
  if (findings.state?.result === 'good') return { canPrint: true, told: printTexts.printerReady }
  return { canPrint: true, told: 'Printer found' }
}

/** The agent and the printer of this machine. */
export const printerCheckQuery = queryOptions({
  queryKey: ['printer-check'],
  queryFn: () => checkPrinter(),
  staleTime: 0,
  // Labels go to the printer that was found, also when nobody looks at the finding any more.
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  meta: { errorTitle: 'The printer check failed' },
})
