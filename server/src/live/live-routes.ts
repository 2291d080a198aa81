import { LiveChange, liveApi, liveBeatMs } from '@lims/contract/live.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Listen } from '../db/listen.ts'
import { route } from '../http/endpoints.ts'
import { getActor } from '../http/signed-in.ts'
import { listOpenSessions } from './live-queries.ts'
import { LiveStreams } from './live-streams.ts'

const channel = 'lims_live'

/** What the triggers of the database say: a change for everybody, or the end of a session for its own streams. */
const Told = z.union([z.object({ endedSession: z.uuid() }), LiveChange])

const Message = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('no JSON')
      return z.NEVER
    }
  })
  .pipe(Told)

export function liveRoutes(app: FastifyInstance, listen: Listen) {
  const streams = new LiveStreams()

  function hear(message: string) {
    // A newer server may have migrated the database to messages that this one does not know, and anybody may say NOTIFY.
    const { data: told } = Message.safeParse(message)
    if (!told) streams.tellAnything()
    else if ('endedSession' in told) {
      app.sessions.forget()
      streams.endSessions((id) => id === told.endedSession)
    } else streams.tell(told)
  }

  function miss() {
    app.sessions.forget()
    streams.tellAnything()
  }

  async function beat() {
    streams.beat()
    const ids = streams.sessionIds()
    if (ids.length === 0) return
    const open = await listOpenSessions(app.db, ids, app.now())
    streams.endSessions((id) => ids.includes(id) && !open.has(id))
  }

  route(app, liveApi.changes, async (request, reply) => {
    const { userId, sessionId } = getActor(request)
    const events = streams.open({ personId: userId, sessionId })
    return (
      reply
        .type('text/event-stream; charset=utf-8')
        // A proxy that gathers or packs what passes through would hold the events back.
        .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
        .send(events)
    )
  })

  let stopListening = async () => {}
  let beating: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    stopListening = await listen(channel, { hear, miss })
    beating = setInterval(() => {
      beat().catch((error: Error) => app.log.warn(`open sessions cannot be looked up: ${error.message}`))
    }, liveBeatMs)
  })
  // An open stream would hold up the stop of the server for ever.
  app.addHook('preClose', async () => {
    clearInterval(beating)
    streams.close()
    await stopListening()
  })
}
