import { resolve } from 'node:path'

/**
 * The one setting that a child process with an environment of its own inherits: the folder of compiled code, without
 * which Node strips the types of every file and compiles it again at each start. Empty if this process has none.
 *
 * Source: Node.js documentation, 'Module compile cache'. Node goes on without a folder that it cannot write to, and
 * compiles a file anew that has changed.
 */
export function inheritCompileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = process.env.NODE_COMPILE_CACHE
  return folder ? { NODE_COMPILE_CACHE: resolve(folder) } : {}
}
