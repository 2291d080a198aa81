import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/**
 * A way to a server on another port that can be shut and opened, as if that server went down and came back, or go
 * silent, as a firewall does that has forgotten its connections: new ones work.
 */
export async function openDoor(port: number, to: { host: string; port: number }) {
  const sockets = new Set<Socket>()
  let door: Server | undefined

  const open = async () => {
    if (door?.listening) return
    door = createServer((near) => {
      const far = connect(to)
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket
          .on('error', () => {})
          .on('close', () => {
            sockets.delete(socket)
            near.destroy()
            far.destroy()
          })
      }
      near.pipe(far).pipe(near)
    }).listen(port, '127.0.0.1')
    await once(door, 'listening')
  }
  const shut = async () => {
    if (!door?.listening) return
    door.close()
    for (const socket of sockets) socket.resetAndDestroy()
    await once(door, 'close')
  }
  const goSilent = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  afterAll(shut)
  return { open, shut, goSilent }
}
