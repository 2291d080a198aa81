import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AgentProtocol } from './agent-protocol.ts'
import { handleControl } from './control.ts'

export type Simulator = {
  url: string
  agent: AgentProtocol
  /** Resolves when every request so far has its reply, also one that nobody waits for any longer. */
  settled: () => Promise<unknown>
  stop: () => Promise<void>
}

const maxBodyBytes = 5_000_000

/** Starts a simulator of Zebra Browser Print on 127.0.0.1. Port 0 means any free port. */
export async function startSimulator(port: number): Promise<Simulator> {
  const agent = new AgentProtocol()
  const inProgress = new Set<Promise<unknown>>()
  const server = createServer((request, response) => {
    const handled = handle(agent, request, response)
      .catch((failure: unknown) => response.destroy(failure as Error))
      .finally(() => inProgress.delete(handled))
    inProgress.add(handled)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: opened } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${opened}`,
    agent,
    settled: () => Promise.all(inProgress),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function handle(agent: AgentProtocol, request: IncomingMessage, response: ServerResponse) {
  // Browsers silently repeat a request that fails on a reused connection, which would hide the simulated fault.
  response.setHeader('connection', 'close')
  const { method = '', url = '' } = request
  const body = await readBody(request)
  if (url === '/' || url.startsWith('/simulator/'))
    return handleControl(agent, { method, url, body }, response)

  allowAnyOrigin(request, response)
  if (method === 'OPTIONS' && agent.faults.agent === 'running') {
    response.writeHead(204).end()
    return
  }
  if (url === '/write' && body.includes('^XA')) await sleep(agent.faults.slowMs)
  const reply = agent.handle(method, url, body)
  if (reply === 'cut') response.destroy()
  else response.writeHead(reply.status, { 'content-type': reply.type }).end(reply.body)
}

function allowAnyOrigin(request: IncomingMessage, response: ServerResponse) {
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
    if (bytes > maxBodyBytes) throw new Error('The request is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
