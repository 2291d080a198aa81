import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, inject, onTestFinished } from 'vitest'
import { inheritCompileCache } from '../src/programs/compile-cache.ts'
import { copyDataFolder } from './data-folder-copy.ts'
import { freePort } from './free-port.ts'
import { createDatabase } from './postgres-database.ts'

const root = path.resolve(import.meta.dirname, '../..')

type Circumstances = {
  /** The folder of the project. */
  project?: string
  /** Whose number it runs under. */
  uid?: number
  /** A command that starts another one, such as `unshare --mount`. */
  within?: readonly string[]
}

/** Starts the server as a person does, with these settings and nothing else. Ended with the test at the latest. */
export function spawnServer(
  settings: Record<string, string>,
  { project = root, uid, within = [] }: Circumstances = {},
) {
  const main = path.join(project, 'server/src/main.ts')
  const [command = '', ...args] = [...within, process.execPath, '--disable-warning=ExperimentalWarning', main]
  const server = spawn(command, args, {
    cwd: project,
    env: { LOG_LEVEL: 'warn', ...inheritCompileCache(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const exited = once(server, 'close').then(([code, signal]) => (signal ?? code) as number | string)
  onTestFinished(() => endNow(server))
  return {
    pid: server.pid ?? 0,
    /** What it wrote so far, lines of both streams in their order. */
    lines: () => output.split('\n').filter(Boolean),
    says: (text: string) =>
      until(
        () => output.includes(text),
        server,
        () => output,
      ),
    /** The exit code, or the signal that ended it. */
    exited,
    kill: (signal: NodeJS.Signals) => {
      server.kill(signal)
      return exited
    },
  }
}

export type ServerProcess = ReturnType<typeof spawnServer>

type Ended = (remove: () => Promise<void>) => void

/**
 * Settings for a free port and an empty database of its own: the bundled one in a folder, or one on TEST_DATABASE_URL.
 * They last as long as the test file; with `onTestFinished` as long as one try of a test.
 */
export async function ownSettings(ended: Ended = afterAll): Promise<Record<string, string>> {
  if (process.env.TEST_DATABASE_URL) return externalSettings(ended)
  const parent = mkdtempSync(path.join(tmpdir(), 'lims-test-'))
  ended(async () => rmSync(parent, { recursive: true }))
  const folder = path.join(parent, 'data')
  await copyDataFolder(folder)
  return { ...(await ownAddress()), LIMS_DATA_DIR: folder }
}

/** Settings for a free port and a database on the PostgreSQL of the tests, with all migrations or with none. */
export async function externalSettings(
  ended: Ended = afterAll,
  { isMigrated = true } = {},
): Promise<Record<string, string>> {
  const { url, drop } = await createDatabase(
    inject('postgresUrl'),
    isMigrated ? inject('migrated') : undefined,
  )
  ended(drop)
  return { ...(await ownAddress()), DATABASE_URL: url }
}

export async function ownAddress() {
  const port = await freePort()
  return { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }
}

export async function startServer(settings: Record<string, string>, circumstances?: Circumstances) {
  const server = spawnServer(settings, circumstances)
  // The last line it writes when it starts.
  await server.says('Sign-in: ')
  return { ...server, url: settings.PUBLIC_URL ?? '' }
}

async function endNow(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGKILL')
  await once(server, 'close')
}

async function until(isTrue: () => boolean, server: ChildProcess, output: () => string) {
  while (!isTrue()) {
    if (server.exitCode !== null) throw new Error(`The server ended instead:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
