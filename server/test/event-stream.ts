import { LiveChange } from '@lims/contract/live.ts'
import type { FastifyInstance } from 'fastify'

export type EventStream = Awaited<ReturnType<typeof openEventStream>>

/** Reads /live of a server as a browser does, over the network. */
export async function openEventStream(app: Pick<FastifyInstance, 'listeningOrigin'>, token: string) {
  const leaving = new AbortController()
  const reply = await fetch(`${app.listeningOrigin}/api/live`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' },
    signal: leaving.signal,
  })
  const changes: LiveChange[] = []
  let text = ''
  const ended = read().catch(() => 'aborted' as const)

  async function read(): Promise<'ended'> {
    for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      changes.splice(0, Infinity, ...[...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => parsed(data)))
    }
    return 'ended'
  }
  /** Drops what has come so far. */
  function forget() {
    text = ''
    changes.length = 0
  }
  return { reply, changes, ended, text: () => text, forget, leave: () => leaving.abort() }
}

const parsed = (data = '') => LiveChange.parse(JSON.parse(data))
