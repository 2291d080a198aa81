import { everythingChanged, LiveChange, liveApi, liveHeartbeatMs } from '@lims/contract/live.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Listen } from '../db/listen.ts'
import { route } from '../http/endpoints.ts'
import { getActor } from '../sessions/require-sign-in.ts'
import { listOpenSessions } from './live-queries.ts'
import { LiveStreams } from './live-streams.ts'

const channel = 'lims_live'

/** A notification of the database triggers: a change for every stream, or the end of one session. */
const Notification = z.union([z.object({ endedSession: z.uuid() }), LiveChange])

const Message = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('not JSON')
      return z.NEVER
    }
  })
  .pipe(Notification)

export function liveRoutes(app: FastifyInstance, listen: Listen) {
  const streams = new LiveStreams()

  function onMessage(message: string) {
    // A newer server may have migrated the database to messages that this one does not know, and anybody may NOTIFY.
    const { data: notification } = Message.safeParse(message)
    if (!notification) streams.publish(everythingChanged)
    else if ('endedSession' in notification) {
      app.sessions.forget()
      streams.endSessions((id) => id === notification.endedSession)
    } else {
      if (notification.access) app.sessions.forget()
      streams.publish(notification)
    }
  }

  function onReconnect() {
    app.sessions.forget()
    streams.publish(everythingChanged)
  }

  async function heartbeat() {
    streams.sendHeartbeat()
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
        // Stops proxies from buffering or compressing the events.
        .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
        .send(events)
    )
  })

  let stopListening = async () => {}
  let heartbeats: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    stopListening = await listen(channel, { onMessage, onReconnect })
    heartbeats = setInterval(() => {
      heartbeat().catch((error: Error) => app.log.warn(`open sessions cannot be looked up: ${error.message}`))
    }, liveHeartbeatMs)
  })
  // The server cannot stop while a stream is open.
  app.addHook('preClose', async () => {
    clearInterval(heartbeats)
    streams.close()
    await stopListening()
  })
}
