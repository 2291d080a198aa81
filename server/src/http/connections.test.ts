import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { ErrorReply } from '@lims/contract/errors.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { apiTokens } from '../../test/api-tokens.ts'
import { openLab } from '../../test/lab.ts'
import { closeIdleOnStop } from './connections.ts'

const lab = await openLab()
const server = await lab.startServer()
const { port } = server.server.address() as AddressInfo

/** Everything the server sends on a connection until it closes it. */
async function sent(text: string): Promise<{ head: string; body: string }> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.write(text)
  await once(socket, 'close')
  const [head = '', body = ''] = received.split('\r\n\r\n')
  return { head, body }
}

test('C3 an idle connection is kept for longer than a proxy keeps it, and a slow request is given up', async () => {
  const reply = await fetch(`http://127.0.0.1:${port}/api/health/live`)
  expect(reply.headers.get('keep-alive')).toBe('timeout=72')
  expect(server.server).toMatchObject({ keepAliveTimeout: 72_000, requestTimeout: 120_000 })
  expect(server.server.headersTimeout).toBeGreaterThan(0)
})

test.each([
  [
    'headers that are too long',
    '431 Request Header Fields Too Large',
    `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  ],
  ['no HTTP', '400 Bad Request', '\x16\x03\x01\x02\r\n\r\n'],
])('A13 %s are refused in the shape of every other error', async (_, status, text) => {
  const { head, body } = await sent(text)
  expect(head).toContain(`HTTP/1.1 ${status}\r\n`)
  expect(ErrorReply.parse(JSON.parse(body))).toMatchObject({ code: 'request-invalid' })
})

/** What a client receives that closes the connection, as urllib of Python does, and reads once it has sent all. */
async function receivedAfterUpload(path: string, token: string, body: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1').pause()
  const head = [
    `POST /api${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/octet-stream',
    `Content-Length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(body, (error) => (error ? reject(error) : resolve()))
  })
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await once(socket.resume(), 'close')
  return received
}

test.each([
  ['a token that has ended', '/samples/import/check?columns=name&batchName=A', 401, 'not-signed-in'],
  ['a permission that the token lacks', '/batches/add', 403, 'permission-denied'],
  ['an address that is no call', '/samples/import/none', 404, 'address-unknown'],
  ['a call that takes no file', '/samples/receive', 400, 'request-invalid'],
])(
  'who sends a large file and reads then learns of %s, not only that the connection broke',
  async (_, path, status, code) => {
    const { token } = await apiTokens(lab).create({ permissions: ['sample.read', 'sample.receive'] })
    const sentToken = status === 401 ? 'lims_ended' : token
    const received = await receivedAfterUpload(path, sentToken, Buffer.alloc(30_000_000))
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code })
  },
)

test('C3 the server stops although a connection is open on which nothing was sent', async () => {
  const stopping = await lab.startServer()
  const socket = connect((stopping.server.address() as AddressInfo).port, '127.0.0.1')
  await once(stopping.server, 'connection')
  const closed = once(socket, 'close')
  await stopping.close()
  await closed
})

test('a request that arrives on an open connection while the server stops is refused in the shape of every other error', async () => {
  const stopping = await lab.startServer()
  const socket = connect((stopping.server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const beginning = 'GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n'
  socket.write(beginning)
  const [connection] = await once(stopping.server, 'connection')
  await expect.poll(() => connection.bytesRead).toBe(beginning.length)
  const stopped = stopping.close()
  await expect.poll(() => stopping.server.listening).toBe(false)
  socket.write('\r\n')
  await Promise.all([stopped, once(socket, 'close')])
  const [head = '', body = ''] = received.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 503 /)
  expect(head.toLowerCase()).toContain('connection: close')
  expect(ErrorReply.parse(JSON.parse(body))).toEqual({
    code: 'server-stopping',
    message: 'The server is stopping, and did nothing with this request. Please try again in a moment.',
  })
})

/** A server that waits for stalled clients for 50 ms while it stops, and whose own work takes longer. */
async function startImpatient() {
  const app = Fastify()
  closeIdleOnStop(app, 50)
  const endless = (function* () {
    for (;;) yield 'x'.repeat(100_000)
  })()
  app.get('/endless', (_, reply) => reply.send(Readable.from(endless)))
  app.get('/work', async () => {
    await wait(300)
    return 'done'
  })
  app.post('/', async () => 'received')
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, port: (app.server.address() as AddressInfo).port }
}

test.each([
  ['does not read its download', 'GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  [
    'does not send the rest of its request',
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nhalf',
  ],
  ['does not send the rest of its headers', 'GET / HTTP/1.1\r\nHost: loc'],
])('the server stops although a client %s', async (_, text) => {
  const { app, port } = await startImpatient()
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => {})
  socket.write(text)
  const [connection] = await once(app.server, 'connection')
  await expect.poll(() => connection.bytesRead).toBe(text.length)
  await app.close()
})

test('a stop waits for what the server works on, however long it takes', async () => {
  const { app, port } = await startImpatient()
  const reply = fetch(`http://127.0.0.1:${port}/work`)
  await once(app.server, 'request')
  await app.close()
  expect(await (await reply).text()).toBe('done')
})

test('a stop also waits for a request that came with the one before it', async () => {
  const { app, port } = await startImpatient()
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  socket.write(request('/nothing') + request('/work'))
  await expect.poll(() => received).toContain('404')
  await app.close()
  await expect.poll(() => received).toContain('done')
})
