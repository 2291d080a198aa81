import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Ports that a system gives neither to connections nor to servers that take any port: those of Linux begin at 32,768,
 * those of macOS and Windows at 49,152.
 */
const neverGiven = { first: 16_384, last: 32_767 }

/** A port on loopback that is free, and stays free until the caller listens on it. */
export async function freePort(): Promise<number> {
  const port = neverGiven.first + Math.floor(Math.random() * (neverGiven.last - neverGiven.first + 1))
  return (await isFree(port)) ? port : freePort()
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}
