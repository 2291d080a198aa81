import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { AgentProtocol } from './agent-protocol.ts'
import { drawLabel } from './draw-label.ts'
import { Faults, noFaults } from './faults.ts'

type Asked = { method: string; url: string; body: string }

/** The page of the stand-in and what moves it: no part of the agent's protocol. */
export async function answerControl(agent: AgentProtocol, asked: Asked, response: ServerResponse) {
  const answer = (content: object) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  switch (`${asked.method} ${asked.url}`) {
    case 'GET /': {
      const page = await readFile(join(import.meta.dirname, 'page.html'))
      return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    }
    case 'GET /stand-in/labels':
      return answer({ labels: agent.store.labels })
    case 'GET /stand-in/faults':
      return answer({ faults: agent.faults })
    case 'POST /stand-in/faults': {
      const given = Faults.safeParse({ ...agent.faults, ...(JSON.parse(asked.body) as object) })
      if (!given.success) return response.writeHead(400).end(given.error.message)
      agent.setFaults(given.data)
      return answer({ faults: agent.faults })
    }
    case 'POST /stand-in/reset':
      agent.setFaults(noFaults)
      agent.store.clear()
      return answer({ faults: agent.faults })
    default:
      return answerPicture(agent, asked, response)
  }
}

async function answerPicture(agent: AgentProtocol, { url }: Asked, response: ServerResponse) {
  const number = Number(/^\/stand-in\/labels\/(\d+)\.png(\?|$)/.exec(url)?.[1])
  const label = agent.store.labels.find((received) => received.number === number)
  if (!label) return response.writeHead(404).end()
  const picture = await drawLabel(label.zpl)
  if (!picture) return response.writeHead(422).end()
  return response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
}
