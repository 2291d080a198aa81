import type { Endpoint, ReplyOf, RequestOf } from '@lims/contract/endpoint.ts'
import type { z } from 'zod'
import { CallError, refusal } from './call-error.ts'
import { clearToken, storedToken } from './stored-token.ts'

export const baseAddress = '/api'
const timeLimitMs = 30_000

type CallOptions = {
  /** A repeated call with the same key is answered with the first answer and changes nothing again. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** Sent instead of the stored token, and to open calls too. */
  token?: string
}

/** Makes a call of the contract. Whatever goes wrong is thrown as a `CallError`; only an abort by the caller is not. */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const token = options.token ?? (endpoint.open ? undefined : storedToken())
  const { response, body } = await send(endpoint, request, { ...options, ...(token && { token }) })

  if (response.ok) return readReply(endpoint, response.status, body) as ReplyOf<E>

  const notLetIn = response.status === 401 || response.status === 403
  // Once the failure has been heard of: the end of the session takes away the screen that hears.
  if (notLetIn && !endpoint.open) setTimeout(() => endSessionOf(token))
  throw refusal(response.status, parseJson(body))
}

/** A late answer to an older token must not end the session that has begun since. */
function endSessionOf(token: string | undefined) {
  if (token === storedToken()) clearToken()
}

async function send(endpoint: Endpoint, { query, body }: RequestOf<Endpoint>, options: CallOptions) {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), timeLimitMs)
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (options.token) headers.set('authorization', `Bearer ${options.token}`)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)

  try {
    const response = await fetch(baseAddress + endpoint.path + inAddress(query), {
      method: endpoint.method,
      headers,
      signal: options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { response, body: await response.text() }
  } catch (failure) {
    if (options.signal?.aborted) throw failure
    const late = `No answer within ${timeLimitMs / 1000} seconds`
    const own = failure instanceof Error ? failure.message : ''
    throw new CallError(limit.signal.aborted ? late : own, { code: 'no-answer', cause: failure })
  } finally {
    clearTimeout(timer)
  }
}

function inAddress(query: unknown): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

function readReply(endpoint: Endpoint, status: number, body: string): unknown {
  const given = parseJson(body)
  if (given === undefined) {
    throw new CallError('No response data received', { code: 'reply-unreadable', status })
  }
  const reply = endpoint.reply.safeParse(given)
  if (reply.success) return reply.data
  const message = `The answer of ${endpoint.path} is not as agreed: ${firstIssue(reply.error)}`
  throw new CallError(message, { code: 'reply-unreadable', status, cause: reply.error })
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.')} ${issue.message}`.trim() : error.message
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (failure) {
    if (failure instanceof SyntaxError) return undefined
    throw failure
  }
}
