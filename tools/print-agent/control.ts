import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { AgentProtocol } from './agent-protocol.ts'
import { drawLabel } from './draw-label.ts'
import { Faults, noFaults } from './faults.ts'

type ControlRequest = { method: string; url: string; body: string }

/** Serves the simulator's page and its API, which are not part of the agent's protocol. */
export async function handleControl(agent: AgentProtocol, request: ControlRequest, response: ServerResponse) {
  const reply = (content: object) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  switch (`${request.method} ${request.url}`) {
    case 'GET /': {
      const page = await readFile(join(import.meta.dirname, 'page.html'))
      return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    }
    case 'GET /simulator/labels':
      return reply({ labels: agent.store.labels })
    case 'GET /simulator/faults':
      return reply({ faults: agent.faults })
    case 'POST /simulator/faults': {
      const parsed = Faults.safeParse({ ...agent.faults, ...(JSON.parse(request.body) as object) })
      if (!parsed.success) return response.writeHead(400).end(parsed.error.message)
      agent.setFaults(parsed.data)
      return reply({ faults: agent.faults })
    }
    case 'POST /simulator/reset':
      agent.setFaults(noFaults)
      agent.store.clear()
      return reply({ faults: agent.faults })
    default:
      return sendPicture(agent, request, response)
  }
}

async function sendPicture(agent: AgentProtocol, { url }: ControlRequest, response: ServerResponse) {
  const number = Number(/^\/simulator\/labels\/(\d+)\.png(\?|$)/.exec(url)?.[1])
  const label = agent.store.labels.find((received) => received.number === number)
  if (!label) return response.writeHead(404).end()
  const picture = await drawLabel(label.zpl)
  if (!picture) return response.writeHead(422).end()
  return response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
}
