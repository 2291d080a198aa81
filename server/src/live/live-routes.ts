import { everythingChanged, LiveChange, liveApi, liveHeartbeatMs } from '@lims/contract/live.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Listen } from '../db/listen.ts'
import { route } from '../http/endpoints.ts'
import { getActor } from '../sessions/require-sign-in.ts'
import { listListeners, listOpenSignIns, liveChannel, sendNotification } from './live-queries.ts'
import { LiveStreams } from './live-streams.ts'

const expiryCheckMs = 500

/** A notification: a change for every stream, the end of one session, or the servers that listen after one has begun to. */
const Notification = z.union([
  z.object({ endedSession: z.uuid() }),
  z.object({ listeners: z.array(z.int()) }),
  LiveChange,
])

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
    else if ('listeners' in notification) listeners = new Set([...listeners, ...notification.listeners])
    else if ('endedSession' in notification) {
      app.sessions.forget()
      streams.end(({ signInId }) => signInId === notification.endedSession)
    } else {
      if (notification.access) forgetAndEndRefused()
      streams.publish(notification)
    }
  }

  function onReconnect() {
    forgetAndEndRefused()
    streams.publish(everythingChanged)
  }

  function forgetAndEndRefused() {
    app.sessions.forget()
    endRefused()
  }

  /** Looks up the sessions and API tokens of all streams, and ends the streams of those that are no longer accepted. */
  function endRefused() {
    const ids = streams.signInIds()
    if (ids.length === 0) return
    listOpenSignIns(app.db, ids, app.now()).then(
      (open) => streams.end(({ signInId }) => ids.includes(signInId) && !open.has(signInId)),
      (error: Error) => app.log.warn(`open sessions cannot be looked up: ${error.message}`),
    )
  }

  /** The database processes on which servers listen. */
  let listeners = new Set<number>()
  /** A server that is gone may have been killed between a commit and the notification of it. */
  function catchUpWithLostServers() {
    listListeners(app.db).then(
      (found) => {
        const present = new Set(found)
        if ([...listeners].some((pid) => !present.has(pid))) streams.publish(everythingChanged)
        listeners = present
      },
      (error: Error) => app.log.warn(`other servers cannot be looked up: ${error.message}`),
    )
  }

  function endExpired() {
    const now = app.now()
    streams.end(({ expiresAt }) => expiresAt <= now)
  }

  route(app, liveApi.changes, async (request, reply) => {
    const { userId, sessionId, tokenId, expiresAt } = getActor(request)
    // HEAD wants the headers only: its stream would never be closed.
    const events =
      request.method === 'HEAD'
        ? ''
        : streams.open({ personId: userId, signInId: tokenId ?? sessionId, expiresAt })
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
  let expiries: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    stopListening = await listen(liveChannel, { onMessage, onReconnect })
    await sendNotification(app.db, { listeners: await listListeners(app.db) })
    heartbeats = setInterval(() => {
      streams.sendHeartbeat()
      endRefused()
      catchUpWithLostServers()
    }, liveHeartbeatMs)
    expiries = setInterval(endExpired, expiryCheckMs)
  })
  // The server cannot stop while a stream is open.
  app.addHook('preClose', async () => {
    clearInterval(heartbeats)
    clearInterval(expiries)
    streams.close()
    await stopListening()
  })
}
