import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { logLines } from '../../test/log-lines.ts'

const lab = await openLab()
const log = logLines()
const server = await lab.startServer({ logger: { ...log.logger, level: 'debug' } })
const { port } = server.server.address() as AddressInfo
const errorLevel = 50

/** Sends a request, and disconnects once the server has read it and before it replies. */
async function sendAndDisconnect(path: string, content: object) {
  const arrived = once(server.server, 'request') as Promise<[IncomingMessage]>
  const body = JSON.stringify(content)
  const head = [
    `POST /api${path} HTTP/1.1`,
    'host: localhost',
    'accept-encoding: gzip',
    `authorization: Bearer ${lab.token()}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  const [request] = await arrived
  await once(request, 'end')
  socket.destroy()
}

test.each(['csv', 'xlsx'])(
  'a window that is closed before its %s file comes is not logged as a fault of the server',
  async (format) => {
    const { id } = await lab.addSample()
    await sendAndDisconnect('/samples/export-chosen', { sampleIds: [id], format })
    const disconnected = expect.objectContaining({ msg: 'the client disconnected' })
    await vi.waitFor(() => expect(log.all()).toContainEqual(disconnected), 10_000)
    expect(log.all().filter(({ level }) => Number(level) >= errorLevel)).toEqual([])
  },
)
