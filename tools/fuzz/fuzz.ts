import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signIn } from '../../server/test/sign-in.ts'
import { root } from '../project.ts'
import { startServer } from '../test/start-server.ts'

const cache = join(root, '.cache/fuzz')
const python = join(cache, 'venv/bin/python')
const requirements = join(import.meta.dirname, 'requirements.txt')
const minCalls = 5_000
const seed = process.env.FUZZ_SEED ?? '20261122'
/** Streams do not end, and a logout would end the session of the run. */
const excluded = ['/api/live', '/api/auth/logout']

process.exitCode = await fuzz()

/** Runs schemathesis on a server of its own. Returns the exit code. */
async function fuzz(): Promise<number> {
  installSchemathesis()
  const server = await startServer()
  try {
    const { token } = await signIn(server.url)
    const reportFile = join(cache, 'report.ndjson')
    rmSync(reportFile, { force: true })
    const code = runSchemathesis(server.url, token, reportFile)
    const calls = countCalls(reportFile)
    console.log(`${calls.total} calls, ${calls.serverErrors} replies with 5xx. Seed ${seed}.`)
    if (calls.total < minCalls) console.error(`Fewer than ${minCalls} calls were made.`)
    if (code !== 0) writeFileSync(join(cache, 'server.log'), server.log())
    return code === 0 && calls.serverErrors === 0 && calls.total >= minCalls ? 0 : 1
  } finally {
    await server.stop()
  }
}

function installSchemathesis() {
  const stamp = join(cache, 'installed')
  const wanted = readFileSync(requirements, 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  mkdirSync(cache, { recursive: true })
  run('python3', ['-m', 'venv', join(cache, 'venv')])
  run(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements])
  writeFileSync(stamp, wanted)
}

function run(command: string, args: readonly string[]) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (error || status !== 0) throw new Error(`${command} ${args.join(' ')} failed`, { cause: error })
}

function runSchemathesis(url: string, token: string, reportFile: string): number {
  const { status } = spawnSync(
    join(cache, 'venv/bin/schemathesis'),
    [
      'run',
      `${url}/api/openapi.json`,
      ...['--header', `Authorization: Bearer ${token}`],
      ...['--checks', 'not_a_server_error,status_code_conformance'],
      ...['--checks', 'content_type_conformance,response_schema_conformance'],
      ...['--phases', 'examples,coverage,fuzzing'],
      ...['--max-examples', process.env.FUZZ_EXAMPLES ?? '30'],
      ...['--seed', seed, '--continue-on-failure', '--no-color', '--workers', '1'],
      ...['--suppress-health-check', 'all', '--warnings', 'off'],
      ...excluded.flatMap((path) => ['--exclude-path', path]),
      ...['--report', 'ndjson', '--report-ndjson-path', reportFile],
    ],
    { cwd: cache, stdio: 'inherit' },
  )
  return status ?? 1
}

function countCalls(reportFile: string) {
  const statuses = [...readFileSync(reportFile, 'utf8').matchAll(/"status_code":\s*(\d{3})/g)]
  const serverErrors = statuses.filter(([, status]) => status?.startsWith('5'))
  return { total: statuses.length, serverErrors: serverErrors.length }
}
