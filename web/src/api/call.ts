import { type Endpoint, type ReplyOf, type RequestOf, writes } from '@lims/contract/endpoint.ts'
import { sentAtHeader } from '@lims/contract/scan-time.ts'
import { z } from 'zod'
import { CallError, endsSession, isLostByProxy, readRefusal, statusText } from './call-error.ts'
import { decodeToken } from './decode-token.ts'
import { parseJson } from './parse-json.ts'
import { clearToken, isAnotherSignedIn, type Sender, storedToken, tokenOfSender } from './stored-token.ts'

export const baseAddress = '/api'
const timeoutMs = 30_000
/** 5 MB take long on a slow line, and the server makes an Excel file before it sends the first byte. */
const fileTimeoutMs = 120_000

export type CallOptions = {
  /** The server replies to a repeated call with the same key as it did to the first, and changes nothing again. */
  idempotencyKey?: string
  /** The time of sending, in ms, by the clock of the times in the body; by default the present time of the computer. */
  sentAt?: number
  signal?: AbortSignal
  /** That of the sender, by default of the person who is signed in when the call begins. Sent to open calls too. */
  token?: string | undefined
}

type Reads = { method: 'GET' } | { onlyReads: true } | { permission: 'none' }

/** A write states its sender: what begins after a wait must not be sent in the name of the next person. */
type OptionsOf<E extends Endpoint> = E extends Reads
  ? [options?: CallOptions]
  : [options: CallOptions & Sender]

/** Makes a call of the contract. Throws a `CallError` for every failure but an abort by the caller. */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  ...[options]: OptionsOf<E>
): Promise<ReplyOf<E>> {
  const { status, body } = await fetchReply(endpoint, request, options ?? {}, async (response) => ({
    status: response.status,
    body: await response.text(),
  }))
  return readReply(endpoint, options ?? {}, status, body) as ReplyOf<E>
}

/** Makes a call as `call` does. `read` reads the response, and calls `restartTimeout` as each part arrives. */
export async function fetchReply<E extends Endpoint, T>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions,
  read: (response: Response, restartTimeout: () => void) => Promise<T>,
): Promise<T> {
  const token = tokenFor(endpoint, options)
  const timeout = startTimeout(endpoint.takesFile || endpoint.replyTypes ? fileTimeoutMs : timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal

  try {
    const response = await send(endpoint, request, { ...options, signal, ...(token && { token }) })
    if (response.ok) return await read(response, timeout.restart)

    const failure = await readRefusal(response)
    if (writes(endpoint) && isLostByProxy(failure)) {
      throw noReply(`The server did not respond (${statusText(response.status)})`, endpoint, options, failure)
    }
    if (endsSession(failure) && endpoint.permission !== 'none') {
      if (isAnotherSignedIn({ token })) throw senderSignedOut(token, failure)
      // After the caller has handled the failure: the end of the session removes the caller's page. TanStack Query
      // shows a failure in the next turn of the event loop.
      setTimeout(() => setTimeout(() => endSessionOf(token)))
    }
    throw failure
  } catch (failure) {
    if (failure instanceof CallError || options.signal?.aborted) throw failure
    throw noReply(timeout.message() ?? 'The server did not respond', endpoint, options, failure)
  } finally {
    timeout.clear()
  }
}

function noReply(silence: string, endpoint: Endpoint, options: CallOptions, cause: unknown): CallError {
  const isOutcomeUnknown = writes(endpoint)
  const advice = isOutcomeUnknown ? adviceAfterWrite(options) : ''
  return new CallError(`${silence}.${advice}`, { code: 'no-answer', isOutcomeUnknown, cause })
}

/** The same call again with the same key changes nothing. */
const adviceAfterWrite = ({ idempotencyKey }: CallOptions) =>
  idempotencyKey
    ? ' It may have been saved all the same; trying again is safe.'
    : ' It may have been done all the same: look before you try again.'

function tokenFor(endpoint: Endpoint, options: CallOptions): string | undefined {
  if ('token' in options) return tokenOfSender({ token: options.token })
  return endpoint.permission === 'none' ? undefined : storedToken()
}

/** The session of the person at the page has not ended. */
function senderSignedOut(token: string | undefined, cause: CallError): CallError {
  const name = (token && decodeToken(token)?.name) ?? 'The person who did this'
  const message = `${name} is not signed in any more`
  return new CallError(message, {
    code: 'sender-signed-out',
    status: cause.status,
    serverMessage: message,
    cause,
  })
}

/** A late reply to an older token must not end the session that has begun since. */
function endSessionOf(token: string | undefined) {
  if (token === storedToken()) clearToken()
}

function send(endpoint: Endpoint, { query, body }: RequestOf<Endpoint>, options: CallOptions) {
  const headers = new Headers({ accept: 'application/json' })
  if (endpoint.replyTypes) headers.set('accept', [...endpoint.replyTypes, 'application/json'].join(', '))
  if (body !== undefined) {
    headers.set('content-type', endpoint.takesFile ? 'application/octet-stream' : 'application/json')
  }
  if (options.token) headers.set('authorization', `Bearer ${options.token}`)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  if (writes(endpoint)) headers.set(sentAtHeader, new Date(options.sentAt ?? Date.now()).toISOString())
  return fetch(baseAddress + endpoint.path + toQueryString(query), {
    method: endpoint.method,
    headers,
    ...(options.signal && { signal: options.signal }),
    ...(body !== undefined && { body: endpoint.takesFile ? (body as BodyInit) : JSON.stringify(body) }),
  })
}

/** Aborts its signal when no part of a reply has arrived for this long. */
function startTimeout(ms: number) {
  const controller = new AbortController()
  const start = () => setTimeout(() => controller.abort(), ms)
  let timer = start()
  return {
    signal: controller.signal,
    restart: () => {
      clearTimeout(timer)
      timer = start()
    },
    clear: () => clearTimeout(timer),
    message: () => (controller.signal.aborted ? `No response within ${ms / 1000} seconds` : undefined),
  }
}

function toQueryString(query: unknown): string {
  const parameters = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  if (parameters.length === 0) return ''
  return `?${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))}`
}

/** A write whose reply cannot be read may have been done: by a server of another version, for instance. */
function readReply(endpoint: Endpoint, options: CallOptions, status: number, body: string): unknown {
  const isOutcomeUnknown = writes(endpoint)
  const advice = isOutcomeUnknown ? adviceAfterWrite(options) : ''
  const json = parseJson(body, z.unknown())
  if (json === undefined) {
    const message = `No response data received${advice && `.${advice}`}`
    throw new CallError(message, { code: 'reply-unreadable', status, isOutcomeUnknown })
  }
  const reply = endpoint.reply.safeParse(json)
  if (reply.success) return reply.data
  const message = `The reply of ${endpoint.path} is not as agreed: ${firstIssue(reply.error)}. If a newer version was installed, reload the page.${advice}`
  throw new CallError(message, { code: 'reply-unreadable', status, isOutcomeUnknown, cause: reply.error })
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.')} ${issue.message}`.trim() : error.message
}
