import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inheritCompileCache } from '../../server/src/programs/compile-cache.ts'
import { ownProcess, type Stop } from '../../server/src/programs/own-process.ts'
import { freePort } from '../../server/test/free-port.ts'
import { root } from '../project.ts'

type RunningServer = {
  url: string
  /** What it wrote so far, for when a journey fails. */
  log: () => string
  stop: Stop
}

/** A server that a journey kills and starts again on the same address and data. */
export type KillableServer = RunningServer & {
  /** Ends it at once, as a power failure does. */
  kill: () => Promise<void>
  start: () => Promise<void>
}

/**
 * The real server, as `npm start` starts it, on a free port with an embedded database that is empty unless `prepare`
 * fills it, and a data repository without files.
 */
export async function startServer(prepare?: (dataDir: string) => void): Promise<RunningServer> {
  const { server, ...running } = await launch(await ownFolder(prepare))
  return running
}

/** Starts a server that can be killed and started again. Its folder is removed when it is stopped. */
export async function startKillableServer(): Promise<KillableServer> {
  const place = await ownFolder()
  // The folder outlives the servers in it.
  const inFolder = { ...place, removed: '' }
  let present = await launch(inFolder)
  return {
    url: place.url,
    log: () => present.log(),
    kill: async () => {
      const ended = once(present.server, 'exit')
      present.server.kill('SIGKILL')
      await ended
    },
    start: async () => {
      present = await launch(inFolder)
    },
    stop: async () => {
      await present.stop()
      rmSync(place.folder, { recursive: true, force: true })
    },
  }
}

type Place = { port: number; url: string; folder: string; dataDir: string; removed: string }

async function ownFolder(prepare?: (dataDir: string) => void): Promise<Place> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'lims-e2e-'))
  const dataDir = join(folder, 'data')
  prepare?.(dataDir)
  mkdirSync(join(folder, 'repository', '.dvc'), { recursive: true })
  writeFileSync(join(folder, 'repository', '.dvc/config'), '')
  return { port, url: `http://localhost:${port}`, folder, dataDir, removed: folder }
}

async function launch({ port, url, folder, dataDir, removed }: Place) {
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...inheritCompileCache(),
      PORT: String(port),
      PUBLIC_URL: url,
      LIMS_DATA_DIR: dataDir,
      DVC_REPO_DIR: join(folder, 'repository'),
    },
  })
  const stop = ownProcess(server, 'SIGTERM', removed)
  let log = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
  }
  await Promise.race([
    untilReady(url),
    once(server, 'exit').then(() => Promise.reject(new Error(`The server did not start:\n${log}`))),
  ])
  return { server, url, log: () => log, stop }
}

async function untilReady(url: string) {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const reply = await fetch(`${url}/api/health/ready`).catch(() => undefined)
    if (reply?.ok) return
    await sleep(100)
  }
  throw new Error('The server was not ready within a minute')
}
