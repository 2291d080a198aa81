import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { errorCode } from '../errors/error-code.ts'
import { tooManyConnections } from '../errors/sql-states.ts'
import { limits } from '../limits.ts'
import { NamingClient } from './named-statements.ts'

const checkEveryMs = 2000

/**
 * Closes connections that have gone silent (a failover, a firewall) within 12 s, so that their statements fail and the
 * pool reconnects. Statements on which PostgreSQL still works are left alone, however long they take. Also closes
 * connections to a database that is read-only: after a failover the host name may resolve to the new primary. Returns a
 * function that stops the checks.
 */
export function endDeadConnections(
  pool: pg.Pool,
  connection: pg.ConnectionConfig,
  log: (line: string) => void,
): () => void {
  const { lent, idle } = trackClients(pool)
  pool.on('release', (_, client) => {
    if (!(client as unknown as NamingClient).hasRefusedChange()) return
    for (const one of idle) one.destroy('the database is read-only')
  })
  let isChecking = false
  async function check() {
    const silent = [...lent].filter((client) => client.silentMs() > limits.silentConnectionMs)
    if (silent.length === 0 || isChecking) return
    isChecking = true
    const working = await findWorking(
      connection,
      silent.map((client) => client.backend()),
    )
    // Checked again: PostgreSQL reports a connection as idle before its reply has arrived.
    await wait(limits.lateReplyMs, undefined, { ref: false })
    const dead = silent.filter(
      (client) => client.silentMs() > limits.silentConnectionMs && !working.includes(client.backend()),
    )
    if (dead.length > 0) {
      // The idle ones were opened before the same event: a new one costs less than to wait on each in turn.
      log(`${dead.length} connections to the database are dead: they are replaced.`)
      for (const client of [...dead, ...idle]) client.destroy()
    }
    isChecking = false
  }
  const timer = setInterval(check, checkEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

function trackClients(pool: pg.Pool): { lent: Set<NamingClient>; idle: Set<NamingClient> } {
  const lent = new Set<NamingClient>()
  const idle = new Set<NamingClient>()
  const move = (client: unknown, from: Set<NamingClient>, to?: Set<NamingClient>) => {
    from.delete(client as NamingClient)
    to?.add(client as NamingClient)
  }
  pool.on('acquire', (client) => move(client, idle, lent))
  pool.on('release', (_, client) => move(client, lent, idle))
  pool.on('remove', (client) => {
    move(client, idle)
    move(client, lent)
  })
  return { lent, idle }
}

type Found = { own: number; working: number[] }

/**
 * Returns those of the server processes that work on a statement. Returns all where nothing can be concluded: the
 * server has no connection left for the question, or a pooler in between gives numbers of its own.
 */
async function findWorking(connection: pg.ConnectionConfig, backends: number[]): Promise<number[]> {
  const probe = new NamingClient({
    ...connection,
    connectionTimeoutMillis: limits.connectionProbeMs,
    query_timeout: limits.connectionProbeMs,
    application_name: 'lims-probe',
  })
  probe.on('error', () => {})
  try {
    await probe.connect()
    const { rows } = (await probe.query(
      `select pg_backend_pid() as own,
        array(select pid from pg_stat_activity where pid = any($1) and state = 'active') as working`,
      [backends],
    )) as { rows: Found[] }
    const [found] = rows
    return found?.own === probe.backend() ? found.working : backends
  } catch (error) {
    return errorCode(error) === tooManyConnections ? backends : []
  } finally {
    probe.end().catch(() => {})
  }
}
