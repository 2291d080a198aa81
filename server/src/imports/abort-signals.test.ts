import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { expectTimesAsLong } from '../../../tools/test/compare-times.ts'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'
import { logLines } from '../../test/log-lines.ts'
import { workbookOf } from '../../test/zip.ts'

const lab = await openLab({}, { ownProcesses: true })
const log = logLines()
const cellOf = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`

/** 15 MB of cells, which take seconds to read. */
const slow = workbookOf(
  Array.from(
    { length: 20_000 },
    (_, row) =>
      `<row r="${row + 1}">${Array.from({ length: 20 }, (_, column) => cellOf(String.fromCharCode(65 + column) + (row + 1), 'NB')).join('')}</row>`,
  ).join(''),
)

async function send(port: number, file: Uint8Array): Promise<ClientRequest> {
  const sent = request({
    port,
    method: 'POST',
    path: '/api/samples/import/read',
    headers: { authorization: `Bearer ${lab.token()}`, 'content-type': 'application/octet-stream' },
  })
  sent.on('error', () => {})
  sent.end(file)
  await once(sent, 'finish')
  return sent
}

test('A9 aborted requests leave the queue', async () => {
  const server = await lab.startServer()
  const { port } = server.server.address() as AddressInfo
  const answered = async (file: Uint8Array) => {
    const [reply] = await once(await send(port, file), 'response')
    expect(reply.statusCode).toBe(200)
    reply.resume()
    await once(reply, 'end')
  }
  const good = Buffer.from('name\nNB-1\n')
  const answeredAfterAborted = async () => {
    const left = await Promise.all(Array.from({ length: 12 }, () => send(port, slow)))
    for (const sent of left) sent.destroy()
    await answered(good)
  }
  // Otherwise six rounds of two files would be read first.
  await expectTimesAsLong({ base: () => answered(slow), work: answeredAfterAborted, atMostTimes: 3 })
})

test('a page that is closed while its file is read is not logged as a fault of the server', async () => {
  const server = await lab.startServer({ logger: log.logger })
  const { port } = server.server.address() as AddressInfo
  const arrived = once(server.server, 'request')
  const closed = await send(port, slow)
  const [received, reply] = (await arrived) as [IncomingMessage, ServerResponse]
  if (!received.readableEnded) await once(received, 'end')
  closed.destroy()
  // The server logs a fault before it replies, also where nobody reads the reply.
  await vi.waitUntil(() => reply.writableEnded, { timeout: 20_000 })
  expect(log.all().filter(({ err }) => err !== undefined)).toEqual([])
  // Of a file that was read to its end, the reply would be 200.
  expect(reply.statusCode).toBe(400)
})

test('A9 truncates large cells of a preview, each and in total, and marks them', async () => {
  const long = 'x'.repeat(15_000)
  const header = Array.from({ length: 200 }, (_, index) => `${index}${long}`).join(',')
  const reply = await importing(lab).read(`${header}\n${Array(200).fill('y'.repeat(5000)).join(',')}\n`)
  expect(reply.statusCode).toBe(200)
  expect(reply.body.length).toBeLessThan(300_000)
  const { columns, firstRows } = reply.json()
  expect(columns[7].header).toMatch(/^7x{199}…$/)
  expect(firstRows[0]).toHaveLength(200)
  expect(firstRows[0][0]).toMatch(/^y{200}…$/)
})

test('A9 problems truncate long headers', async () => {
  const header = `Name,${'t'.repeat(30_000)}`
  const rows = Array.from({ length: 300 }, (_, n) => `NB-${n},nothing`).join('\n')
  const reply = await importing(lab).check(`${header}\n${rows}`, { columns: 'name,type', batchName: 'B' })
  expect(reply.json().problems).toHaveLength(200)
  expect(reply.body.length).toBeLessThan(100_000)
})
