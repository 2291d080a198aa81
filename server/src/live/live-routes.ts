import { liveApi, liveHeartbeatMs } from '@lims/contract/live.ts'
import type { FastifyInstance } from 'fastify'
import type { Listen } from '../db/listen.ts'
import { route } from '../http/endpoints.ts'
import { getActor } from '../sessions/require-sign-in.ts'
import { followChanges } from './follow-changes.ts'
import { listListeners, liveChannel, sendNotification } from './live-queries.ts'
import { LiveStreams } from './live-streams.ts'

const expiryCheckMs = 500

export function liveRoutes(app: FastifyInstance, listen: Listen) {
  const streams = new LiveStreams()
  const changes = followChanges(app, streams)

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
    stopListening = await listen(liveChannel, changes)
    await sendNotification(app.db, { listeners: await listListeners(app.db) })
    heartbeats = setInterval(() => {
      streams.sendHeartbeat()
      changes.endRefused()
      changes.catchUpWithLostServers()
    }, liveHeartbeatMs)
    expiries = setInterval(changes.endExpired, expiryCheckMs)
  })
  // The server cannot stop while a stream is open.
  app.addHook('preClose', async () => {
    clearInterval(heartbeats)
    clearInterval(expiries)
    streams.close()
    await stopListening()
  })
}
