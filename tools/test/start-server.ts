import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownProcess, type Stop } from '../../server/src/programs/owned-process.ts'
import { freePort } from '../../server/test/free-port.ts'
import { root } from '../project.ts'

export type RunningServer = {
  url: string
  /** What it wrote so far, for when a journey fails. */
  log: () => string
  stop: Stop
}

/**
 * The real server, as `npm start` starts it, on a free port with an embedded database that is empty unless `prepare` fills
 * it, and a data repository without files.
 */
export async function startServer(prepare?: (dataDir: string) => void): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'lims-e2e-'))
  const dataDir = join(folder, 'data')
  prepare?.(dataDir)
  const repository = join(folder, 'repository')
  mkdirSync(join(repository, '.dvc'), { recursive: true })
  writeFileSync(join(repository, '.dvc/config'), '')
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_URL: url,
      LIMS_DATA_DIR: dataDir,
      DVC_REPO_DIR: repository,
    },
  })
  const stop = ownProcess(server, 'SIGTERM', folder)
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
  return { url, log: () => log, stop }
}

async function untilReady(url: string) {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/api/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error('The server was not ready within a minute')
}
