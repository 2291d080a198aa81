import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { type ErrorCode, type ErrorReply, errorTexts } from '@lims/contract/errors.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CommitUnconfirmed } from '../db/in-transaction.ts'
import { DomainError } from '../errors/domain-error.ts'
import { errorMessage } from '../errors/error-message.ts'
import { isDatabaseUnreachable } from '../errors/is-database-unreachable.ts'
import {
  deadlockDetected,
  diskFull,
  lockNotAvailable,
  readOnlyTransaction,
  serializationFailure,
} from '../errors/sql-states.ts'
import { limits } from '../limits.ts'
import { bytesInWords, stopDecompressing } from './body-limits.ts'

/** The HTTP status of each error. */
export const statusOf: Record<ErrorCode, number> = {
  'request-invalid': 400,
  'not-signed-in': 401,
  'not-allowed': 403,
  'permission-denied': 403,
  'roles-off': 409,
  'roles-on-already': 409,
  'reason-required': 400,
  'person-not-found': 404,
  'last-administrator': 409,
  'role-from-setting': 409,
  'token-not-found': 404,
  'subject-not-found': 404,
  'sign-in-failed': 400,
  'sign-in-unavailable': 503,
  'address-unknown': 404,
  'method-not-allowed': 405,
  'sample-not-found': 404,
  'batch-not-found': 404,
  'batch-name-taken': 409,
  'sample-not-receivable': 409,
  'status-transition-invalid': 409,
  'status-change-not-found': 404,
  'status-changed-since': 409,
  'version-stale': 409,
  'sample-has-children': 409,
  'parent-is-child': 409,
  'volume-too-small': 409,
  'children-not-found': 404,
  'children-changed-since': 409,
  'storage-not-found': 404,
  'storage-name-taken': 409,
  'storage-not-empty': 409,
  'storage-full': 409,
  'storage-too-small': 409,
  'storage-too-deep': 409,
  'storage-in-itself': 409,
  'too-many-storages': 400,
  'storage-creation-not-found': 404,
  'storages-changed-since': 409,
  'content-not-allowed': 409,
  'cell-outside-grid': 409,
  'cell-taken': 409,
  'cell-unknown': 400,
  'already-stored': 409,
  'sample-out-of-use': 409,
  'moved-meanwhile': 409,
  'custody-not-possible': 409,
  'custody-event-not-found': 404,
  'custody-changed-since': 409,
  'undo-frees-cells': 409,
  'thaw-limit-reached': 409,
  'thaw-not-confirmable': 409,
  'put-away-not-possible': 409,
  'move-not-found': 404,
  'move-not-open': 409,
  'move-empty': 409,
  'move-too-large': 400,
  'box-not-found': 404,
  'box-not-in-move': 409,
  'box-ambiguous': 409,
  'box-expected': 409,
  'move-step-taken': 409,
  'move-step-done': 409,
  'move-target-wrong': 409,
  'move-target-expected': 409,
  'move-undo-impossible': 409,
  'rack-file-invalid': 400,
  'view-not-found': 404,
  'view-name-taken': 409,
  'pick-list-not-found': 404,
  'pick-list-closed': 409,
  'not-reservable': 409,
  'not-on-pick-list': 409,
  'already-picked': 409,
  'storage-label-scanned': 409,
  'pick-changed-since': 409,
  'stock-take-not-found': 404,
  'stock-take-closed': 409,
  'stock-take-overlaps': 409,
  'stock-take-box-unknown': 409,
  'stock-take-box-not-empty': 409,
  'stock-take-changed-since': 409,
  'deletion-not-found': 404,
  'deletion-undone': 409,
  'restore-impossible': 409,
  'place-gone': 409,
  'idempotency-key-reused': 409,
  'label-does-not-fit': 409,
  'nothing-to-print': 409,
  'reprint-needs-reason': 409,
  'print-run-not-found': 404,
  'print-run-open': 409,
  'print-run-finished': 409,
  'print-label-changed': 409,
  'file-unreadable': 400,
  'import-has-problems': 400,
  'import-repeated': 409,
  'import-not-found': 404,
  'import-changed-since': 409,
  'tube-id-taken': 409,
  'export-too-large': 400,
  'too-many-samples': 400,
  'scan-running': 409,
  'sync-not-configured': 409,
  'body-too-large': 413,
  'too-many-requests': 429,
  'temperature-alarm-not-found': 404,
  'database-unavailable': 503,
  'outcome-unknown': 503,
  'disk-full': 507,
  'server-stopping': 503,
  internal: 500,
}

/** Texts for the errors of Fastify and its plugins. */
const refusedByFastify: Record<string, { code: ErrorCode; message: string }> = {
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'request-invalid', message: 'The body is not valid JSON.' },
  FST_ERR_BAD_URL: { code: 'request-invalid', message: 'The address is malformed.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'request-invalid',
    message: 'The body must be JSON, sent with Content-Type: application/json.',
  },
  FST_CP_ERR_INVALID_CONTENT_ENCODING: {
    code: 'request-invalid',
    message: 'The Content-Encoding of the body must be gzip, deflate, br or zstd.',
  },
  FST_CP_ERR_INVALID_CONTENT: {
    code: 'request-invalid',
    message: 'The body cannot be decompressed as its Content-Encoding says.',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { code: 'request-invalid', message: 'The body came incomplete.' },
}

/** The error handler of the server: replies with `{ code, message }`, and logs who was refused. */
export async function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const errorReply = errorReplyOf(error, request)
  logRefusal(request, errorReply)
  const isTooLarge = errorReply.code === 'body-too-large'
  if (isTooLarge) stopDecompressing(request)
  if (isTooLarge || isClosedAfter(reply)) await drainUpload(request.raw)
  return sendError(reply, errorReply)
}

/** Errors that are logged for operators, except those of a request without any token. */
const logged: readonly ErrorCode[] = [
  'not-signed-in',
  'permission-denied',
  'not-allowed',
  'sign-in-failed',
  'sign-in-unavailable',
  'too-many-requests',
]

/** Logs one line with who was refused and why, without the query, a token or a code. */
export function logRefusal(request: FastifyRequest, { code, message }: ErrorReply) {
  if (!logged.includes(code)) return
  if (code === 'not-signed-in' && request.headers.authorization === undefined) return
  const { method, ip, actor } = request
  const who = actor ? { ip, personId: actor.userId } : { ip }
  request.log.warn(
    { refused: code, method, path: request.url.split('?')[0], ...who, reason: message },
    'refused',
  )
}

/** Codes of contention. */
const contention: readonly string[] = [deadlockDetected, serializationFailure, lockNotAvailable]

/**
 * Whether the connection is closed after the reply, as urllib of Python wants it. Of another one Node reads the rest of
 * the body itself, after the reply.
 */
const isClosedAfter = ({ raw }: FastifyReply) => !raw.shouldKeepAlive

/** Reads the rest of a body that is refused: most clients read the reply only after they have sent everything. */
async function drainUpload(request: IncomingMessage) {
  const signal = AbortSignal.timeout(limits.refusedBodyMs)
  request.resume()
  await finished(request, { signal }).catch(() => {})
}

/** Returns the reply for anything that was thrown, and logs what is not the caller's fault. */
export function errorReplyOf(
  error: FastifyError | DomainError | CommitUnconfirmed,
  request: FastifyRequest,
): ErrorReply {
  if (error instanceof DomainError) {
    const { code, message, field, changes, sampleId } = error
    return {
      code,
      message,
      ...(field ? { field } : {}),
      ...(changes ? { changes: [...changes] } : {}),
      ...(sampleId ? { sampleId } : {}),
    }
  }
  if (error instanceof CommitUnconfirmed) {
    request.log.error(`the database does not respond: ${error.message}`)
    const advice = request.headers['idempotency-key'] ? 'trying again is safe.' : 'look before you try again.'
    return {
      code: 'outcome-unknown',
      message: `The database stopped responding while this was saved. It may have been saved all the same: ${advice}`,
    }
  }
  const refused = refusedByFastify[error.code]
  if (refused) return refused
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const limit = bytesInWords(request.routeOptions.bodyLimit)
    return { code: 'body-too-large', message: `The body is larger than ${limit}.` }
  }
  if (error.statusCode === 429) return { code: 'too-many-requests', message: error.message }
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return { code: 'request-invalid', message: 'The request is malformed.' }
  }
  if (isDiskFull(error, request)) {
    request.log.error(`the disk of the database is full: ${error.message}`)
    return { code: 'disk-full', message: errorTexts.diskFull }
  }
  if (isDatabaseUnreachable(error)) {
    request.log.error(`the database does not respond: ${errorMessage(error)}`)
    return {
      code: 'database-unavailable',
      message: 'The database does not respond. Please try again in a moment.',
    }
  }
  if (error.code === readOnlyTransaction) {
    request.log.error(`the database takes no changes: ${error.message}`)
    return {
      code: 'database-unavailable',
      message: 'The database takes no changes at the moment: it is read-only. Nothing was saved.',
    }
  }
  if (contention.includes(error.code)) {
    request.log.error(`a request failed repeatedly because of deadlocks or lock timeouts: ${error.message}`)
    return {
      code: 'database-unavailable',
      message:
        'Others are changing the same records just now. Nothing was saved; please try again in a moment.',
    }
  }
  if (isOfClosedConnection(error, request)) {
    request.log.debug('the client disconnected')
    // Nobody reads this.
    return { code: 'request-invalid', message: 'The client disconnected.' }
  }
  request.log.error(error)
  return { code: 'internal', message: errorTexts.internal, requestId: request.id }
}

/** Whether a reply could not be sent because its client has disconnected. */
const isOfClosedConnection = ({ code }: FastifyError, { raw }: FastifyRequest) =>
  code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed

/** Whether the database refused a statement for lack of space, or is down until there is space. */
const isDiskFull = (error: FastifyError, { server }: FastifyRequest) =>
  error.code === diskFull || (isDatabaseUnreachable(error) && server.isDiskFull())

/** For a busy server. Rate limits set the header themselves, with the exact time. */
const retryAfterSeconds = 5

/** Sends an error, also in place of a download whose headers are already set. */
function sendError(reply: FastifyReply, error: ErrorReply) {
  if (error.code === 'too-many-requests' && !reply.hasHeader('retry-after'))
    reply.header('retry-after', retryAfterSeconds)
  if (error.code === 'not-signed-in') reply.header('www-authenticate', 'Bearer')
  return reply
    .code(statusOf[error.code])
    .header('cache-control', 'no-store')
    .removeHeader('content-disposition')
    .type('application/json; charset=utf-8')
    .send(error)
}
