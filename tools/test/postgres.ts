import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownProcess, type Stop } from '../../server/src/programs/owned-process.ts'
import { freePort } from '../../server/test/free-port.ts'
import { findPostgres } from './find-postgres.ts'
import { runCommand } from './run-command.ts'

export type TestPostgres = {
  /** A superuser on a database to create others from. */
  url: string
  stop: Stop
}

/** The PostgreSQL that TEST_DATABASE_URL names, else one of our own in a temporary folder on a free port. */
export async function openTestPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }

  const { folder: binaries, fetchedTo } = await findPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'lims-postgres-'))
  const data = join(folder, 'data')
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })

  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  if (owner) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid)
  const asOwner = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder } }

  const superuser = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const made = await runCommand(
    join(binaries, 'initdb'),
    [`--pgdata=${data}`, '--encoding=UTF8', '--no-sync', ...superuser],
    asOwner,
  )
  if (!made.ok) throw new Error(`initdb failed: ${made.output.trim()}`)

  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=on',
    'max_connections=200',
  ]
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...asOwner, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const stopServer = ownProcess(server, 'SIGINT', folder)
  await untilReady(server)
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await stopServer()
      if (fetchedTo) rmSync(fetchedTo, { recursive: true })
    },
  }
}

function unprivilegedUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
  for (const name of ['postgres', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(users) ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('No user to run PostgreSQL as: neither postgres nor nobody exists')
}

async function untilReady(server: ReturnType<typeof spawn>) {
  const ready = Promise.withResolvers<void>()
  let log = ''
  server.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4000)
    if (log.includes('ready to accept connections')) ready.resolve()
  })
  await Promise.race([
    ready.promise,
    once(server, 'exit').then(() => Promise.reject(new Error(`PostgreSQL did not start: ${log.trim()}`))),
  ])
}
