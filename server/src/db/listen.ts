import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { errorMessage } from '../errors/error-message.ts'
import { isDatabaseUnreachable } from '../errors/is-database-unreachable.ts'
import { limits } from '../limits.ts'

type Subscriber = {
  onMessage: (message: string) => void
  /** Runs after the connection was lost and restored: messages may have been missed. */
  onReconnect: () => void
}

/** Subscribes to a NOTIFY channel, on which every server sends. Returns a function that unsubscribes. */
export type Listen = (channel: string, subscriber: Subscriber) => Promise<() => Promise<void>>

const minRetryMs = 500
const maxRetryMs = 5000

/**
 * Returns a `Listen` that uses a connection of its own and reconnects whenever that is lost. Waits some seconds for the
 * first one, and throws the error of the database if it gets none.
 */
export function listenTo(connection: pg.ConnectionConfig, log: (line: string) => void): Listen {
  return async (channel, subscriber) => {
    const stopping = new AbortController()
    const connect = () => connectTo(connection, channel, subscriber)
    const first = await connectFirst(connect, log)

    async function reconnectUntilStopped() {
      for (let client = first; !stopping.signal.aborted; ) {
        const reason = await lost(client, stopping.signal)
        client.end().catch(() => {})
        if (stopping.signal.aborted) return
        log(`Live updates are interrupted: ${reason}`)
        const next = await reconnect(connect, stopping.signal)
        if (!next) return
        client = next
        subscriber.onReconnect()
      }
    }
    const running = reconnectUntilStopped()
    return async () => {
      stopping.abort()
      await running
    }
  }
}

async function connectFirst(connect: () => Promise<pg.Client>, log: (line: string) => void) {
  const deadline = performance.now() + limits.connectMs
  for (let isLogged = false; ; isLogged = true) {
    try {
      return await connect()
    } catch (error) {
      if (!isDatabaseUnreachable(error) || performance.now() > deadline) throw error
      if (!isLogged) log(`Live updates wait for the database: ${errorMessage(error)}`)
      await wait(minRetryMs)
    }
  }
}

async function connectTo(
  connection: pg.ConnectionConfig,
  channel: string,
  { onMessage }: Subscriber,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.connectMs,
    application_name: 'lims-live',
  })
  // An error event without a listener would end the process. `lost` listens too.
  client.on('error', () => {})
  client.on('notification', ({ payload }) => onMessage(payload ?? ''))
  try {
    await client.connect()
    // A standby refuses it.
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    // Its open connection would stay for as long as the server runs.
    client.end().catch(() => {})
    throw error
  }
  return client
}

/** Resolves with the reason when the connection is lost; a query every 10 s finds a network that went silent. */
async function lost(client: pg.Client, stopping: AbortSignal): Promise<string> {
  const lostFor = Promise.withResolvers<string>()
  client.once('error', (error) => lostFor.resolve(error.message))
  client.once('end', () => lostFor.resolve('the connection was closed'))
  stopping.addEventListener('abort', () => lostFor.resolve('the server stops'), { once: true })
  const probe = setInterval(() => {
    client.query('select 1').catch((error: Error) => lostFor.resolve(error.message))
  }, limits.listenCheckMs)
  const reason = await lostFor.promise
  clearInterval(probe)
  return reason
}

async function reconnect(connect: () => Promise<pg.Client>, stopping: AbortSignal) {
  for (let pause = minRetryMs; !stopping.aborted; pause = Math.min(pause * 2, maxRetryMs)) {
    const client = await connect().catch(() => undefined)
    if (client) return client
    await wait(pause, undefined, { signal: stopping }).catch(() => {})
  }
  return undefined
}
