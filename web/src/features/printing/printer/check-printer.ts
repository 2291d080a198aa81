import { type Printer, printTexts } from '@lims/contract/print-agent.ts'
import { queryOptions } from '@tanstack/react-query'
import { choosePrinterFrom, isCompatible } from './choose-printer.ts'
import { loopbackPermission } from './loopback-permission.ts'
import { type PrintAgent, printAgent } from './print-agent.ts'
import { PrintAgentError, type PrintAgentErrorCode } from './print-agent-error.ts'
import { type Problem, printerProblems } from './printer-problems.ts'

export const checkSteps = ['browser', 'agent', 'version', 'printer', 'state'] as const
export type CheckStep = (typeof checkSteps)[number]

/** `unknown` does not keep anybody from printing. */
export type Finding =
  | { result: 'ok' | 'unknown'; message: string; fix?: string }
  | ({ result: 'problem' } & Problem)

export type PrinterReport = {
  findings: Partial<Record<CheckStep, Finding>>
  printers: readonly Printer[]
  printer: Printer | undefined
}

export const emptyReport: PrinterReport = { findings: {}, printers: [], printer: undefined }

/** Returns the report with another of its printers, whose state is not known yet. */
export function withPrinter(report: PrinterReport, uid: string): PrinterReport {
  const printer = report.printers.find((candidate) => candidate.uid === uid)
  if (!printer) return report
  const { state: _, ...findings } = report.findings
  return { ...report, printer, findings: { ...findings, printer: { result: 'ok', message: printer.name } } }
}

const problems: Partial<Record<PrintAgentErrorCode, [CheckStep, Problem]>> = {
  'blocked-by-browser': [
    'browser',
    {
      message: printTexts.blockedByBrowser,
      fix: "Open the site settings by the icon to the left of the address, allow 'Local network access' or 'Apps on device', and reload.",
    },
  ],
  'insecure-page': [
    'browser',
    { message: printTexts.insecurePage, fix: 'Ask the administrator of LIMS for that address.' },
  ],
  'agent-not-running': [
    'agent',
    {
      message: printTexts.agentNotRunning,
      fix: 'Start Zebra Browser Print on this computer, or install it. If it or the browser asks for access, allow it.',
    },
  ],
  incompatible: [
    'version',
    {
      message: printTexts.incompatible,
      fix: 'Install the newest Zebra Browser Print and start it again.',
    },
  ],
  'access-refused': [
    'agent',
    {
      message: printTexts.accessRefused,
      fix: 'Open Zebra Browser Print. Allow this site under Accepted Hosts, and allow this user to use the device.',
    },
  ],
  'no-printer': [
    'printer',
    {
      message: printTexts.noPrinter,
      fix: 'Connect the printer, switch it on, and add it in Zebra Browser Print.',
    },
  ],
}

type Update = (findings: PrinterReport['findings'], found?: Partial<PrinterReport>) => void

/** Checks step by step whether a label can be printed, up to the first problem. Calls `onProgress` after each step. */
export async function checkPrinter(
  agent: PrintAgent = printAgent,
  onProgress: (report: PrinterReport) => void = () => {},
): Promise<PrinterReport> {
  let report = emptyReport
  const update: Update = (findings, found = {}) => {
    report = { ...report, ...found, findings: { ...report.findings, ...findings } }
    onProgress(report)
  }
  try {
    await runChecks(agent, update)
  } catch (failure) {
    if (!(failure instanceof PrintAgentError)) throw failure
    const [step, problem] = problems[failure.code] ?? []
    if (!step || !problem) throw failure
    if (step === 'agent' && (await loopbackPermission()) === 'granted') update({ browser: browserAllowed })
    // Only the agent knows why it refused.
    const message = failure.code === 'access-refused' ? failure.message : problem.message
    update({ [step]: { result: 'problem', ...problem, message } })
  }
  return report
}

const browserAllowed: Finding = { result: 'ok', message: 'The browser lets this page reach the printer.' }

async function runChecks(agent: PrintAgent, update: Update) {
  const config = await agent.agentConfig()
  update({ browser: browserAllowed, agent: { result: 'ok', message: 'Browser Print is running.' } })

  const printers = await agent.printers()
  if (!isCompatible(config, printers)) throw new PrintAgentError('incompatible')
  const version = config.version ? `Version ${config.version} is compatible.` : 'Its version is compatible.'
  update({ version: { result: 'ok', message: version } }, { printers })

  const printer = await choosePrinterFrom(agent, printers)
  update({ printer: { result: 'ok', message: printer.name } }, { printer })

  const { state } = await agent.printerStatus(printer)
  const problem = printerProblems[state]
  if (problem) update({ state: { result: 'problem', ...problem } })
  else if (state === 'ready') update({ state: { result: 'ok', message: 'It is ready.' } })
  else update({ state: noStatus })
}

const noStatus: Finding = {
  result: 'unknown',
  message: 'It does not report its status.',
  fix: 'Many printers do not. Print a label; if none comes out, check the lights of the printer.',
}

/** The outcome of a check in one sentence, and the first problem if there is one. */
export function summarize({ findings }: PrinterReport): {
  canPrint: boolean
  message: string
  problem?: Problem
} {
  for (const step of checkSteps) {
    const finding = findings[step]
    if (finding?.result !== 'problem') continue
    const { message, fix } = finding
    return {
      canPrint: false,
      message: step === 'agent' ? printTexts.agentNotDetected : printTexts.printerNotAvailable,
      problem: { message, fix },
    }
  }
  if (findings.state?.result === 'ok') return { canPrint: true, message: printTexts.printerReady }
  return { canPrint: true, message: 'Printer found' }
}

/** The print agent and printer of this computer. */
export const printerCheckQuery = queryOptions({
  queryKey: ['printer-check'],
  queryFn: () => checkPrinter(),
  staleTime: 0,
  // Labels go to the printer that was found, even when the report is no longer shown.
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  meta: { errorTitle: 'The printer check failed' },
})
