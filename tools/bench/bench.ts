import { randomBytes } from 'node:crypto'
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { leftovers } from '../../server/src/postgres/leftovers.ts'
import { onServer } from '../../server/test/postgres-database.ts'
import { sayWhatIsMissing } from '../test/missing-program.ts'
import { openOldestPostgres } from '../test/oldest-postgres.ts'
import { calls } from './calls.ts'
import { measureCalls } from './measure-calls.ts'
import { watchMemory } from './memory.ts'
import { printMeasured } from './print-measured.ts'
import { startSubject } from './start-subject.ts'

const { values } = parseArgs({
  options: {
    samples: { type: 'string', default: '10000' },
    engine: { type: 'string', default: 'embedded,postgres' },
    calls: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
  },
})

const sizes = values.samples.split(',').map(Number)
const wanted = values.calls.split(',')
const chosen = calls.filter(({ name }) => wanted.some((part) => name.includes(part)))

async function bench(title: string, samples: number, settings: Record<string, string>, folder?: string) {
  const subject = await startSubject({ DATABASE_URL: '', LOG_LEVEL: 'warn', ...settings }, folder)
  const databaseFolder = folder ? path.join(realpathSync(folder), 'postgresql-18') : ''
  const maxMemory = watchMemory(() => [subject.pid, ...(folder ? leftovers(databaseFolder) : [])])
  const { measured, readBesideBatch } = await measureCalls(subject, {
    samples,
    chosen,
    rounds: Number(values.rounds),
  })
  const memory = maxMemory()
  printMeasured(`${title}, ${samples.toLocaleString('en')} samples`, measured)
  await readBesideBatch()
  const processes = folder ? 'server and database' : 'server'
  if (memory) console.log(`Memory of ${processes} under load, at most: ${memory.toFixed(0)} MB`)
  await subject.stop()
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
  await bench('Another PostgreSQL', samples, { DATABASE_URL: url.href })
  await onServer(server, `drop database ${name} with (force)`)
}

if (values.engine.includes('embedded')) for (const samples of sizes) await benchEmbedded(samples)
if (values.engine.includes('postgres')) {
  const postgres = await openOldestPostgres({ isDurable: true }).catch(sayWhatIsMissing)
  for (const samples of sizes) await benchPostgres(postgres.url, samples)
  await postgres.stop()
}
