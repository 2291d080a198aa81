import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { limits } from '../limits.ts'

export type Hearer = {
  hear: (message: string) => void
  /** Messages may have been missed. */
  miss: () => void
}

/** Hears the messages of a channel from now on, whichever server they come from, until the answered function is called. */
export type Listen = (channel: string, hearer: Hearer) => Promise<() => Promise<void>>

const minRetryMs = 500
const maxRetryMs = 5000

/** On a connection of its own, opened again whenever it is lost. */
export function listenTo(connection: pg.ConnectionConfig, say: (line: string) => void): Listen {
  return async (channel, hearer) => {
    const stopping = new AbortController()
    const connect = () => connectTo(connection, channel, hearer)
    const first = await connect()

    async function keep() {
      for (let client = first; !stopping.signal.aborted; ) {
        const reason = await lost(client, stopping.signal)
        client.end().catch(() => {})
        if (stopping.signal.aborted) return
        say(`Live updates are interrupted: ${reason}`)
        const next = await reconnect(connect, stopping.signal)
        if (!next) return
        client = next
        hearer.miss()
      }
    }
    const kept = keep()
    return async () => {
      stopping.abort()
      await kept
    }
  }
}

async function connectTo(
  connection: pg.ConnectionConfig,
  channel: string,
  { hear }: Hearer,
): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.connectMs,
    application_name: 'lims-live',
  })
  // Without a listener an error of the connection would stop the process; `lost` hears it too.
  client.on('error', () => {})
  client.on('notification', ({ payload }) => hear(payload ?? ''))
  await client.connect()
  await client.query(`listen ${client.escapeIdentifier(channel)}`)
  return client
}

/** Settles when the connection is gone, which a network that went silent tells only to who asks. */
async function lost(client: pg.Client, stopping: AbortSignal): Promise<string> {
  const over = Promise.withResolvers<string>()
  client.once('error', (error) => over.resolve(error.message))
  client.once('end', () => over.resolve('the connection was closed'))
  stopping.addEventListener('abort', () => over.resolve('the server stops'), { once: true })
  const asking = setInterval(() => {
    client.query('select 1').catch((error: Error) => over.resolve(error.message))
  }, limits.listenCheckMs)
  const reason = await over.promise
  clearInterval(asking)
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
