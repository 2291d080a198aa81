import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AgentProtocol } from './agent-protocol.ts'
import { answerControl } from './control.ts'

export type StandIn = { url: string; agent: AgentProtocol; stop: () => Promise<void> }

const mostBytes = 5_000_000

/** Starts a program that stands in for Zebra Browser Print, on this machine alone. Port 0 is any free one. */
export async function startStandIn(port: number): Promise<StandIn> {
  const agent = new AgentProtocol()
  const server = createServer((request, response) => {
    handle(agent, request, response).catch((failure: unknown) => response.destroy(failure as Error))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: opened } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${opened}`,
    agent,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function handle(agent: AgentProtocol, request: IncomingMessage, response: ServerResponse) {
  // On a connection used before, a browser sends a cut request again by itself, and the cut would never be seen.
  response.setHeader('connection', 'close')
  const { method = '', url = '' } = request
  const body = await readBody(request)
  if (url === '/' || url.startsWith('/stand-in/'))
    return answerControl(agent, { method, url, body }, response)

  allowEveryPage(request, response)
  if (method === 'OPTIONS' && agent.faults.agent === 'running') {
    response.writeHead(204).end()
    return
  }
  if (url === '/write' && body.includes('^XA')) await sleep(agent.faults.slowMs)
  const answer = agent.answer(method, url, body)
  if (answer === 'cut') response.destroy()
  else response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body)
}

function allowEveryPage(request: IncomingMessage, response: ServerResponse) {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS')
  response.setHeader('access-control-allow-headers', 'content-type')
  response.setHeader('access-control-allow-private-network', 'true')
  response.setHeader('vary', 'origin')
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > mostBytes) throw new Error('The request is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
