import { randomBytes } from 'node:crypto'
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { formatNumber } from '@lims/contract/format-count.ts'
import { leftovers } from '../../server/src/postgres/leftovers.ts'
import { onServer } from '../../server/test/postgres-database.ts'
import { exitWithMissingProgram } from '../test/missing-program.ts'
import { openOldestPostgres } from '../test/oldest-postgres.ts'
import { calls } from './calls.ts'
import { compareCommits } from './compare-commits.ts'
import { measureBrowser } from './measure-browser.ts'
import { fill, measureCalls } from './measure-calls.ts'
import { watchMemory } from './memory.ts'
import { runMixedLoad } from './mixed-load.ts'
import { knownPeers, measurePeers, type PeerRun } from './peers.ts'
import { printMeasured, printPeer } from './print-measured.ts'
import { drawChart, type Run, writeReport } from './report.ts'
import { startServerUnderTest } from './start-server-under-test.ts'
import { perSecond } from './timing.ts'

const { values } = parseArgs({
  options: {
    samples: { type: 'string' },
    engine: { type: 'string' },
    calls: { type: 'string', default: '' },
    rounds: { type: 'string' },
    'mixed-seconds': { type: 'string' },
    'mixed-rate': { type: 'string', default: '100' },
    quick: { type: 'boolean', default: false },
    against: { type: 'string' },
    browser: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: true },
  },
  allowNegative: true,
})

if (values.browser) await import('../build-web-if-needed.ts')
const isShort = values.quick || values.check
const sizes = (values.samples ?? (values.check ? '10000' : isShort ? '10000,100000' : '10000,100000,1000000'))
  .split(',')
  .map(Number)
const engines = values.engine ?? (isShort ? 'embedded' : 'embedded,postgres')
const rounds = Number(values.rounds ?? (isShort ? 2 : 3))
const mixedSeconds = Number(values['mixed-seconds'] ?? (values.check ? 0 : values.quick ? 20 : 600))
const maxMs = isShort ? 600 : 3000
const wanted = values.calls.split(',')
const chosen = calls.filter(({ name }) => wanted.some((part) => name.includes(part)))
const runs: Run[] = []

async function bench(engine: string, samples: number, settings: Record<string, string>, folder?: string) {
  const underTest = await startServerUnderTest({ DATABASE_URL: '', LOG_LEVEL: 'warn', ...settings }, folder)
  const databaseFolder = folder ? path.join(realpathSync(folder), 'postgresql-18') : ''
  console.log(`${engine}: filling ${formatNumber(samples)} samples`)
  const { stock, seconds } = await fill(underTest, samples)
  const maxMemory = watchMemory(() => [underTest.pid, ...(folder ? leftovers(databaseFolder) : [])])
  const measured = await measureCalls(underTest, stock, { chosen, samples, rounds, maxMs })
  printMeasured(`${engine}, ${formatNumber(samples)} samples`, measured)
  // Once an engine: the largest size shows the differences best.
  const isLargest = samples === Math.max(...sizes)
  const mix = { seconds: mixedSeconds, perSecond: Number(values['mixed-rate']) }
  const mixed = isLargest && mixedSeconds > 0 ? await runMixedLoad(underTest, stock, mix) : undefined
  const browser = values.browser ? await measureBrowser(underTest.server, stock) : []
  for (const { what, slowdown, p50, p95 } of browser)
    console.log(
      `${what}, processor slowed ${slowdown} times: p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)} ms`,
    )
  const { version } = underTest
  runs.push({
    engine,
    version,
    samples,
    fillSeconds: seconds,
    measured,
    browser,
    mixed,
    memoryMb: maxMemory(),
  })
  await underTest.stop()
}

async function benchEmbedded(samples: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-bench-'))
  await bench('Bundled PostgreSQL', samples, { LIMS_DATA_DIR: folder }, folder)
}

async function benchPostgres(server: string, samples: number) {
  const name = `lims_bench_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  await bench('PostgreSQL of the distribution', samples, { DATABASE_URL: url.href })
  await onServer(server, `drop database ${name} with (force)`)
}

/** The least part of the minimal server's rate that a call has to reach, 16 at once; a fall below it ends with 1. */
const floor = 0.25

function check(): void {
  const slow = runs.flatMap(({ measured }) =>
    measured.filter(
      ({ concurrency, http, minimal }) => concurrency > 1 && perSecond(http) / perSecond(minimal) < floor,
    ),
  )
  for (const { call, http, minimal } of slow) {
    const part = (perSecond(http) / perSecond(minimal)).toFixed(2)
    console.error(`${call.name}: ${part} of the rate of a minimal server, less than ${floor}`)
  }
  if (slow.length > 0) process.exitCode = 1
}

if (values.against) {
  const { lines, isFastEnough } = await compareCommits(values.against, { chosen, samples: sizes[0] ?? 0 })
  for (const line of lines) console.log(line)
  process.exit(isFastEnough ? 0 : 1)
}
if (engines.includes('embedded')) for (const samples of sizes) await benchEmbedded(samples)
if (engines.includes('postgres')) {
  const postgres = await openOldestPostgres({ isDurable: true }).catch(exitWithMissingProgram)
  for (const samples of sizes) await benchPostgres(postgres.url, samples)
  await postgres.stop()
}
const peerRuns: PeerRun[] = []
// First without the other systems: if one of them fails, what was measured is not lost.
if (values.peers && !values.check) writeMeasured()
if (values.peers)
  for (const samples of sizes) peerRuns.push(...(await measurePeers(samples, { chosen, rounds, maxMs })))
if (values.peers && peerRuns.length === 0)
  console.log(`No other system is installed, of: ${knownPeers.join(', ')}`)
for (const peerRun of peerRuns) printPeer(peerRun, runs)
if (values.check) check()
else writeMeasured()

function writeMeasured() {
  if (chosen.length < calls.length) {
    console.log('docs/performance.md stays as it is: not all calls were measured.')
    return
  }
  if (!values.write) return
  const docs = path.join(import.meta.dirname, '../../docs')
  const command = [
    'npm run bench',
    ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2).map(quoted)] : []),
  ].join(' ')
  writeFileSync(path.join(docs, 'performance.md'), writeReport(runs, peerRuns, command))
  writeFileSync(path.join(docs, 'performance.svg'), drawChart(runs))
  console.log('Written: docs/performance.md, docs/performance.svg')
}

function quoted(argument: string): string {
  return /\s/.test(argument) ? `'${argument}'` : argument
}
