import {
  type AgentConfig,
  AvailableReply,
  ConfigReply,
  Printer,
  printAgentAddresses,
} from '@lims/contract/print-agent.ts'
import type { z } from 'zod'
import { loopbackPermission } from './loopback-permission.ts'
import { PrintAgentError } from './print-agent-error.ts'
import { type PrinterStatus, readHostStatus } from './printer-status.ts'

/** Looking for printers on the network takes an agent some seconds. */
const answerLimitMs = 10_000
const writeLimitMs = 30_000
/** While the browser asks the person for permission, the call waits. */
const promptLimitMs = 60_000
/** An agent that answered this recently is there. */
const freshMs = 2_000

export type PrintAgent = {
  /** Throws `incompatible` for an answer that no agent we know gives. */
  printers: () => Promise<Printer[]>
  defaultPrinter: () => Promise<Printer | undefined>
  agentConfig: () => Promise<AgentConfig>
  /**
   * Resolves when the agent has taken the label. Throws a `PrintAgentError`: only after `in-doubt` may a label come
   * out; after any other reason nothing was sent, and it can be repeated.
   */
  sendZpl: (printer: Printer, zpl: string, options?: { signal?: AbortSignal | undefined }) => Promise<void>
  /** What the printer says of itself; `unknown` when it says nothing, as many do while they are open or empty. */
  printerStatus: (printer: Printer) => Promise<PrinterStatus>
}

/** Safari refuses http from an https page, even to this machine. */
export function printAgentAddress(userAgent: string, protocol: string): string {
  const isSafari = /^((?!chrome|android).)*safari/i.test(userAgent)
  return printAgentAddresses[isSafari && protocol === 'https:' ? 1 : 0]
}

export function openPrintAgent(address: string): PrintAgent {
  let answeredAt = Number.NEGATIVE_INFINITY

  async function ask(path: string, options: { body?: object; limitMs?: number; signal?: AbortSignal } = {}) {
    const limitMs =
      (await loopbackPermission()) === 'prompt' ? promptLimitMs : (options.limitMs ?? answerLimitMs)
    const limit = AbortSignal.timeout(limitMs)
    answeredAt = Number.NEGATIVE_INFINITY
    const response = await fetch(address + path, {
      credentials: 'omit',
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      // A bare string goes as text/plain, which needs no preflight; Zebra's own script does the same.
      ...(options.body && { method: 'POST', body: JSON.stringify(options.body) }),
    })
    const text = await response.text()
    answeredAt = performance.now()
    return { ok: response.ok, status: response.status, text }
  }

  /** For calls that print nothing. */
  const askSafely = (path: string, body?: object) =>
    ask(path, body && { body }).catch(async (failure: unknown) => {
      throw await unreachable(failure)
    })

  /** A refused connection looks like a cut one, so whoever has not answered lately is asked before a label is risked. */
  async function assertReachable() {
    if (performance.now() - answeredAt > freshMs) await askSafely('/config')
  }

  async function sendZpl(
    printer: Printer,
    zpl: string,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ) {
    if (zpl.trim() === '') throw new PrintAgentError('empty-zpl')
    await assertReachable()
    signal?.throwIfAborted()
    const body = { device: printer, data: zpl }
    const answer = await ask('/write', { body, limitMs: writeLimitMs, ...(signal && { signal }) }).catch(
      (cause: unknown) => {
        throw new PrintAgentError('in-doubt', '', { cause })
      },
    )
    if (answer.text.trimStart().startsWith('<') && answer.ok) throw new PrintAgentError('incompatible')
    if (!answer.ok || saysDenied(answer.text))
      throw new PrintAgentError('refused', asLine(answer.text) || `status ${answer.status}`)
  }

  return {
    printers: async () => readAs(AvailableReply, await askSafely('/available')),
    defaultPrinter: async () => {
      const { ok, text } = await askSafely('/default?type=printer')
      return ok ? Printer.safeParse(parseJson(text)).data : undefined
    },
    agentConfig: async () => readAs(ConfigReply, await askSafely('/config')),
    sendZpl,
    printerStatus: (printer) => {
      const device = { device: printer }
      return readHostStatus({
        write: async (data) => (await askSafely('/write', { ...device, data })).ok,
        read: async () => {
          const { ok, text } = await askSafely('/read', device)
          return ok ? text : ''
        },
      })
    },
  }
}

/** The agent of this machine. */
export const printAgent = openPrintAgent(printAgentAddress(navigator.userAgent, location.protocol))

/** The browser says 'Failed to fetch' for all of these alike. */
async function unreachable(cause: unknown): Promise<PrintAgentError> {
  const isGuarded = /Chrom(e|ium)\//.test(navigator.userAgent)
  // There the permission is denied too, and no setting helps.
  if (isGuarded && window.isSecureContext === false)
    return new PrintAgentError('insecure-page', '', { cause })
  const permission = await loopbackPermission()
  const isQuestionOpen =
    permission === 'prompt' && cause instanceof DOMException && cause.name === 'TimeoutError'
  if (permission === 'denied' || isQuestionOpen)
    return new PrintAgentError('blocked-by-browser', '', { cause })
  return new PrintAgentError('agent-not-running', '', { cause })
}

type AgentReply = { ok: boolean; status: number; text: string }

function readAs<S extends z.ZodType>(shape: S, { ok, status, text }: AgentReply): z.output<S> {
  // An agent that lacks the path is too old. Any other refusal has a reason of its own, such as 'Access denied'.
  const isRefusal = (!ok && status !== 404) || saysDenied(text)
  if (isRefusal) throw new PrintAgentError('access-refused', asLine(text) || `status ${status}`)
  const read = ok ? shape.safeParse(parseJson(text)) : undefined
  if (!read?.success) throw new PrintAgentError('incompatible')
  return read.data
}

const saysDenied = (text: string) => /^access\b.{0,80}\bdenied\b/i.test(text.trimStart().slice(0, 200))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (failure) {
    if (failure instanceof SyntaxError) return undefined
    throw failure
  }
}

/** What an agent or a proxy says about a refusal, without mark-up, short enough for a list of errors. */
const asLine = (text: string) =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
