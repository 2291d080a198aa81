import { everythingChanged, LiveChange } from '@lims/contract/live.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { errorMessage } from '../errors/error-message.ts'
import { listListeners, listOpenSignIns } from './live-queries.ts'
import type { LiveStreams } from './live-streams.ts'

/** A change for every stream, the end of one session, or the servers that listen after one has begun to. */
const Notification = z.union([
  z.strictObject({ endedSession: z.uuid() }),
  z.strictObject({ listeners: z.array(z.int()) }),
  LiveChange.strict(),
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

/** Turns notifications into events of the open streams, and ends the streams whose sign-in is no longer accepted. */
export function followChanges(app: FastifyInstance, streams: LiveStreams) {
  /** The database processes on which servers listen. */
  let listeners = new Set<number>()

  function onMessage(message: string) {
    // A newer server may have migrated the database to messages that this one does not know, and anybody may NOTIFY.
    const { data: notification } = Message.safeParse(message)
    if (!notification) catchUp()
    else if ('listeners' in notification) listeners = new Set([...listeners, ...notification.listeners])
    else if ('endedSession' in notification) {
      app.sessions.forget()
      streams.end(({ signInId }) => signInId === notification.endedSession)
    } else {
      if (notification.access) forgetAndEndRefused()
      streams.publish(notification)
    }
  }

  /** Treats everything as changed, also whose sign-in is accepted. */
  function catchUp() {
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
      (error: Error) => app.log.warn(`open sessions cannot be looked up: ${errorMessage(error)}`),
    )
  }

  /** Everything may have changed if a server is gone: it may have been killed between a commit and its notification. */
  function catchUpWithLostServers() {
    listListeners(app.db).then(
      (found) => {
        const present = new Set(found)
        if ([...listeners].some((pid) => !present.has(pid))) streams.publish(everythingChanged)
        listeners = present
      },
      (error: Error) => app.log.warn(`other servers cannot be looked up: ${errorMessage(error)}`),
    )
  }

  function endExpired() {
    const now = app.now()
    streams.end(({ expiresAt }) => expiresAt <= now)
  }

  return { onMessage, onReconnect: catchUp, endRefused, endExpired, catchUpWithLostServers }
}
