import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorReply } from '@lims/contract/errors.ts'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { DomainError } from '../errors/domain-error.ts'
import { limits } from '../limits.ts'

/**
 * Longer than proxies keep an idle connection (nginx 60 s, AWS 60 s), or a proxy could send to a closing connection:
 * 502.
 */
const keepAliveTimeout = 72_000
/** The web allows the same time for the upload of a file of 5 MB. */
const requestTimeout = 120_000

const malformed = { status: '400 Bad Request', message: 'The request is malformed.' }
const refusals: Record<string, typeof malformed> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The address and the headers of the request are too long.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request took too long to arrive.',
  },
}

/** Timeouts of connections, and the reply to a client that sends malformed HTTP. */
export const connectionOptions = {
  keepAliveTimeout,
  requestTimeout,
  // Fastify's own reply has no code: `refuseWhileStopping` replies.
  return503OnClosing: false,
  clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const { status, message } = refusals[error.code ?? ''] ?? malformed
    const body = JSON.stringify({ code: 'request-invalid', message } satisfies ErrorReply)
    const headers = [
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]
    return socket.end([`HTTP/1.1 ${status}`, ...headers, '', body].join('\r\n'))
  },
} satisfies FastifyServerOptions

/** Refuses what arrives on open connections while the server stops: nothing may begin that it would wait for. */
export function refuseWhileStopping(app: FastifyInstance) {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    if (!isStopping || app.server.listening) return done()
    throw new DomainError(
      'server-stopping',
      'The server is stopping, and did nothing with this request. Please try again in a moment.',
    )
  })
}

const sweepMs = 50

/**
 * Closes idle connections while the server stops. Node closes those that are idle when the stop begins, but neither
 * those that become idle later nor those on which no request was sent yet. Also closes those whose client has neither
 * read nor sent anything for `stalledMs`: after the stop began, Node no longer checks `requestTimeout`.
 */
export function closeIdleOnStop(app: FastifyInstance, stalledMs: number = limits.stalledClientMs) {
  const sockets = new Set<Socket>()
  const requests = new Map<Socket, IncomingMessage>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    requests.set(socket, request)
    response.once('close', () => {
      // A client may have sent the next one already.
      if (requests.get(socket) === request) requests.delete(socket)
    })
  })
  /** Whether the server, and not the client, is what the other waits for. */
  const isAtWork = (socket: Socket) => requests.get(socket)?.complete === true && socket.writableLength === 0
  app.addHook('preClose', async () => {
    const { server } = app
    const stalled = new Map<Socket, { bytes: number; since: number }>()
    const isStalled = (socket: Socket) => {
      const [bytes, now] = [socket.bytesRead + socket.bytesWritten, performance.now()]
      const known = stalled.get(socket)
      if (known?.bytes === bytes && !isAtWork(socket)) return now - known.since > stalledMs
      stalled.set(socket, { bytes, since: now })
      return false
    }
    const sweep = () => {
      server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0 || isStalled(socket)) socket.destroy()
      timer = setTimeout(sweep, sweepMs)
    }
    let timer = setTimeout(sweep, sweepMs)
    server.once('close', () => clearTimeout(timer))
    if (!server.listening) clearTimeout(timer)
  })
}
