import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll } from 'vitest'
import { freePort } from './free-port.ts'

/**
 * A TCP proxy to a server, with `url`, the address of the server by way of the proxy, which listens once it is started.
 * It can stop and start, as if that server went down and came back, refuse connections and count them, go silent, as a
 * firewall does that has forgotten its connections: new ones work, and lose or delay the reply to one statement.
 */
export async function openTcpProxy(target: URL | string) {
  const { hostname: host, port } = new URL(target)
  const url = new URL(target)
  url.host = `127.0.0.1:${await freePort()}`
  const sockets = new Set<Socket>()
  let proxy: Server | undefined
  let isRefusing = false
  let refused = 0
  let lostStatement: string | undefined
  let statementBefore: string | undefined
  let delayedStatement: string | undefined
  let sendDelayed: (() => void) | undefined

  const start = async () => {
    isRefusing = false
    if (proxy?.listening) return
    proxy = createServer((near) => {
      if (isRefusing) {
        refused++
        near.on('error', () => {}).resetAndDestroy()
        return
      }
      const far = connect({ host, port: Number(port) })
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket
          .on('error', () => {})
          .on('close', () => {
            sockets.delete(socket)
            near.destroy()
            far.destroy()
            sendDelayed?.()
          })
      }
      near.on('data', (sent) => {
        if (delayedStatement !== undefined && sent.includes(delayedStatement)) {
          delayedStatement = undefined
          far.unpipe(near)
          sendDelayed = () => far.pipe(near)
        }
        if (statementBefore !== undefined && sent.includes(statementBefore)) statementBefore = undefined
        if (statementBefore !== undefined) return
        if (lostStatement === undefined || !sent.includes(lostStatement)) return
        lostStatement = undefined
        far.unpipe(near)
        // PostgreSQL has executed it by then.
        far.once('data', () => near.resetAndDestroy()).resume()
      })
      near.pipe(far).pipe(near)
    }).listen(Number(url.port), url.hostname)
    await once(proxy, 'listening')
  }
  const stop = async () => {
    if (!proxy?.listening) return
    proxy.close()
    for (const socket of sockets) socket.resetAndDestroy()
    await once(proxy, 'close')
  }
  const refuseAll = async () => {
    await start()
    isRefusing = true
  }
  const goSilent = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  /** Ends the connection that sends the statement next, or next after another one, in place of the reply. */
  const loseReplyTo = (statement: string, { after }: { after?: string } = {}) => {
    lostStatement = statement
    statementBefore = after
  }
  /** Sends the reply to a statement once another connection has ended. */
  const delayReplyTo = (statement: string) => {
    delayedStatement = statement
  }
  afterAll(stop)
  return {
    url,
    start,
    stop,
    refuseAll,
    refusedConnections: () => refused,
    goSilent,
    loseReplyTo,
    delayReplyTo,
  }
}
