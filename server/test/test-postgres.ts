import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, chooseAccount, spawnAs } from '../src/postgres/account.ts'
import type { Binaries } from '../src/postgres/binaries.ts'
import { ownProcess, type Stop } from '../src/programs/own-process.ts'
import { freePort } from './free-port.ts'

export type TestPostgres = {
  /** A superuser on a database to create others from. */
  url: string
  stop: Stop
}

export type TestPostgresOptions = {
  /** Whether an acknowledged write survives a power cut; without it tests are faster. */
  isDurable: boolean
}

/** Starts a PostgreSQL for tests in a temporary folder on a free port, which ends with this process. */
export async function startTestPostgres(
  { folder: binaries, version }: Binaries,
  { isDurable }: TestPostgresOptions = { isDurable: false },
): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'lims-postgres-'))
  const data = join(folder, 'data')
  const account = chooseAccount(data, undefined)
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  giveTo(account, folder, passwordFile)

  const program = (name: string, args: readonly string[]) =>
    spawnAs(account, join(binaries, 'bin', name), args, { stdio: ['ignore', 'ignore', 'pipe'] })

  const superuser = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const isNew = Number(version.split('.')[0]) >= 17
  const locale = isNew
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8']
  const creation = ['--encoding=UTF8', '--no-sync', ...locale, ...superuser]
  const initdb = program('initdb', [`--pgdata=${data}`, ...creation])
  const output = collect(initdb)
  const [code] = await once(initdb, 'exit')
  if (code !== 0) throw new Error(`initdb failed: ${output.text()}`)

  const port = await freePort()
  const speed = isDurable
    ? ['fsync=on']
    : // Without autovacuum rows also keep the order in which a test wrote them.
      ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off']
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...speed]
  const server = program('postgres', [
    '-D',
    data,
    '-p',
    String(port),
    ...settings.flatMap((one) => ['-c', one]),
  ])
  const stop = ownProcess(server, 'SIGINT', folder, 5)
  await untilReady(server)
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop }
}

function giveTo(account: Account, ...files: string[]) {
  if (account.kind === 'other') for (const file of files) chownSync(file, account.uid, account.gid)
}

type Child = ReturnType<typeof spawnAs>

function collect(child: Child) {
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-4000)
  })
  return { text: () => text.trim() }
}

async function untilReady(server: Child) {
  const output = collect(server)
  const ready = Promise.withResolvers<void>()
  server.stderr?.on('data', () => {
    if (output.text().includes('ready to accept connections')) ready.resolve()
  })
  await Promise.race([
    ready.promise,
    once(server, 'exit').then(() => Promise.reject(new Error(`PostgreSQL did not start: ${output.text()}`))),
  ])
}
