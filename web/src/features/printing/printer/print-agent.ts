import { minuteMs } from '@lims/contract/durations.ts'
import {
  type AgentConfig,
  AvailableReply,
  ConfigReply,
  Printer,
  printAgentAddresses,
} from '@lims/contract/print-agent.ts'
import type { z } from 'zod'
import { parseJson } from '../../../api/parse-json.ts'
import { isClaimTooOld } from './is-claim-too-old.ts'
import { loopbackPermission } from './loopback-permission.ts'
import { PrintAgentError } from './print-agent-error.ts'
import { type PrinterStatus, readHostStatus, unknownStatus } from './printer-status.ts'

/** Looking for printers on the network takes an agent some seconds. */
const replyTimeoutMs = 10_000
const writeTimeoutMs = 30_000
/** The request waits while the browser asks the person for permission. */
const permissionPromptTimeoutMs = minuteMs
/** An agent that replied within this time is taken to be running. */
const recentReplyMs = 2_000

type SendOptions = { signal?: AbortSignal | undefined; claimedAt?: number }

export type PrintAgent = {
  /** Throws `incompatible` if the reply is not that of a known agent. */
  printers: () => Promise<Printer[]>
  defaultPrinter: () => Promise<Printer | undefined>
  agentConfig: () => Promise<AgentConfig>
  /**
   * Resolves when the agent has accepted the label. Throws a `PrintAgentError`: after `in-doubt` the label may have
   * been printed; after any other code nothing was printed and it can be sent again. Throws `claim-too-old` if
   * `claimedAt`, in ms, is too long ago when the agent has replied.
   */
  sendZpl: (printer: Printer, zpl: string, options?: SendOptions) => Promise<void>
  /**
   * Returns `unknown` if the printer does not reply, as many do not while they are open or empty, or if the agent is
   * waiting for it.
   */
  printerStatus: (printer: Printer) => Promise<PrinterStatus>
}

/** Safari refuses http from an https page, even to this computer. */
export function printAgentAddress(userAgent: string, protocol: string): string {
  const isSafari = /^((?!chrome|android).)*safari/i.test(userAgent)
  return printAgentAddresses[isSafari && protocol === 'https:' ? 1 : 0]
}

export function createPrintAgent(address: string): PrintAgent {
  let repliedAt = Number.NEGATIVE_INFINITY

  async function request(
    path: string,
    options: { body?: object; timeoutMs?: number; signal?: AbortSignal } = {},
  ): Promise<AgentReply> {
    const isPrompting = (await loopbackPermission()) === 'prompt'
    const timeout = AbortSignal.timeout(
      isPrompting ? permissionPromptTimeoutMs : (options.timeoutMs ?? replyTimeoutMs),
    )
    repliedAt = Number.NEGATIVE_INFINITY
    const response = await fetch(address + path, {
      credentials: 'omit',
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      // A bare string is sent as text/plain, which needs no preflight; Zebra's own script does the same.
      ...(options.body && { method: 'POST', body: JSON.stringify(options.body) }),
    })
    const text = await response.text()
    repliedAt = performance.now()
    return { ok: response.ok, status: response.status, text }
  }

  /** For requests that print nothing: any failure means that the agent is unreachable. */
  const query = (path: string, body?: object) =>
    request(path, body && { body }).catch(async (failure: unknown) => {
      throw await unreachableError(failure)
    })

  /**
   * A refused connection looks like one cut after the label was accepted, so the agent is tested before a label is
   * sent.
   */
  async function assertReachable() {
    if (performance.now() - repliedAt > recentReplyMs) await query('/config')
  }

  async function sendZpl(printer: Printer, zpl: string, { signal, claimedAt }: SendOptions = {}) {
    if (zpl.trim() === '') throw new PrintAgentError('empty-zpl')
    await assertReachable()
    signal?.throwIfAborted()
    if (claimedAt !== undefined && isClaimTooOld(claimedAt)) throw new PrintAgentError('claim-too-old')
    const body = { device: printer, data: zpl }
    const reply = await request('/write', {
      body,
      timeoutMs: writeTimeoutMs,
      ...(signal && { signal }),
    }).catch((cause: unknown) => {
      throw new PrintAgentError('in-doubt', '', { cause })
    })
    if (reply.text.trimStart().startsWith('<') && reply.ok) throw new PrintAgentError('incompatible')
    if (!reply.ok || isAccessDenied(reply.text)) throw new PrintAgentError('label-refused', detailOf(reply))
  }

  return {
    printers: async () => parseReply(AvailableReply, await query('/available')),
    defaultPrinter: async () => {
      const { ok, text } = await query('/default?type=printer')
      return ok ? parseJson(text, Printer) : undefined
    },
    agentConfig: async () => parseReply(ConfigReply, await query('/config')),
    sendZpl,
    printerStatus: (printer) => {
      const device = { device: printer }
      return readHostStatus({
        write: async (data) => (await query('/write', { ...device, data })).ok,
        read: async () => {
          const { ok, text } = await query('/read', device)
          return ok ? text : ''
        },
      }).catch(unknownIfSilent)
    },
  }
}

/** The print agent of this computer. */
export const printAgent = createPrintAgent(printAgentAddress(navigator.userAgent, location.protocol))

/** Finds out why a request failed: the browser reports 'Failed to fetch' for every cause. */
async function unreachableError(cause: unknown): Promise<PrintAgentError> {
  const isChromium = /Chrom(e|ium)\//.test(navigator.userAgent)
  // Chromium denies the permission on an insecure page too, where no setting helps.
  if (isChromium && window.isSecureContext === false)
    return new PrintAgentError('insecure-page', '', { cause })
  const permission = await loopbackPermission()
  const isPromptOpen = permission === 'prompt' && isTimeout(cause)
  if (permission === 'denied' || isPromptOpen) return new PrintAgentError('blocked-by-browser', '', { cause })
  return new PrintAgentError('agent-not-running', '', { cause })
}

/** An agent waits for a printer that is switched off, on the network up to 21 s: it is running all the same. */
function unknownIfSilent(failure: unknown): PrinterStatus {
  const isAgentSilent = failure instanceof PrintAgentError && failure.code === 'agent-not-running'
  if (isAgentSilent && isTimeout(failure.cause)) return unknownStatus
  throw failure
}

const isTimeout = (cause: unknown): boolean => cause instanceof Error && cause.name === 'TimeoutError'

type AgentReply = { ok: boolean; status: number; text: string }

function parseReply<T>(schema: z.ZodType<T>, reply: AgentReply): T {
  // 404: the agent is too old to know the path. Any other refusal has a cause of its own, such as 'Access denied'.
  const isRefused = (!reply.ok && reply.status !== 404) || isAccessDenied(reply.text)
  if (isRefused) throw new PrintAgentError('access-refused', detailOf(reply))
  const parsed = reply.ok ? parseJson(reply.text, schema) : undefined
  if (parsed === undefined) throw new PrintAgentError('incompatible')
  return parsed
}

/** Browser Print has no error codes: it reports a denied device by this sentence, some versions with status 200. */
const isAccessDenied = (text: string) => /^access\b.{0,80}\bdenied\b/i.test(text.trimStart().slice(0, 200))

const maxDetailLength = 200

/**
 * The words of a refusal on one line, without mark-up and control characters, which the server does not record; its
 * status if there are none.
 */
const detailOf = ({ text, status }: AgentReply) =>
  text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxDetailLength)
    // Half of a character at the end.
    .replace(/\p{Cs}$/u, '') || `status ${status}`
