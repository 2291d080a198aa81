import { Agent, request as send } from 'node:http'
import type { Request } from './calls.ts'

export type Server = { port: number; token: string }
export type HttpCaller = { call: (request: Request) => Promise<string>; close: () => void }

/** One worker's connection to the server, open from the start. A call fails on any reply but 200. */
export async function openCaller(server: Server, firstPath = '/health/live'): Promise<HttpCaller> {
  const caller = callerOf(server)
  await caller.call({ method: 'GET', path: firstPath })
  return caller
}

function callerOf({ port, token }: Server): HttpCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const common = { host: '127.0.0.1', port, agent }
  const authorization = `Bearer ${token}`
  const call = ({ method, path, body }: Request) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const json = body ? JSON.stringify(body) : ''
    const headers = body
      ? { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }
      : { authorization }
    const sent = send({ ...common, method, path: `/api${path}`, headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk: string) => {
        text += chunk
      })
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve(text)
        else reject(new Error(`${method} ${path} replied ${reply.statusCode}: ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end(json)
    return promise
  }
  return { call, close: () => agent.destroy() }
}
