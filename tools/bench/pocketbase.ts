import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { ownProcess, type Stop } from '../../server/src/programs/own-process.ts'
import { freePort } from '../../server/test/free-port.ts'
import { runCommand } from '../test/run-command.ts'
import type { Request } from './calls.ts'
import { type HttpCaller, openCaller, type Server } from './http-caller.ts'
import type { Given } from './stock.ts'

const samplesPerBatch = 1000
const account = { email: 'bench@brain.example', password: 'only-for-the-bench' }

/** What it does in place of a call of the LIMS. `count` jobs are made at a time. */
type PeerCall = { prepare: (count: number) => Given[]; request: (given: Given) => Request }

export type Peer = {
  version: string
  server: Server
  open: (server: Server) => Promise<HttpCaller>
  /** By the name of the call of the LIMS. */
  calls: ReadonlyMap<string, PeerCall>
  stop: Stop
}

/**
 * Starts PocketBase with the samples and batches of a LIMS of this size, in one process with its SQLite, as its manual
 * describes. Like the people of a LIMS, the caller is signed in, and the rules of both collections require it. It
 * does not wait for the disk at a commit (`synchronous=normal`), nor keep an audit trail.
 */
export async function startPocketBase(program: string, samples: number): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), 'lims-bench-pocketbase-'))
  // It also writes beside its data: migrations, which the next one would run.
  const data = join(folder, 'pb_data')
  const port = await freePort()
  const created = await runCommand(program, [
    'superuser',
    'upsert',
    account.email,
    account.password,
    '--dir',
    data,
  ])
  if (!created.ok) throw new Error(`PocketBase made no superuser: ${created.output}`)
  const child = spawn(program, ['serve', '--http', `127.0.0.1:${port}`, '--dir', data], { stdio: 'ignore' })
  const stop = ownProcess(child, 'SIGTERM', folder)
  const open = (server: Server) => openCaller(server, '/health')
  const anonymous = await untilReady(() => open({ port, token: '' }))
  const signIn = async (collection: string) => {
    const body = { identity: account.email, password: account.password }
    const path = `/collections/${collection}/auth-with-password`
    return JSON.parse(await anonymous.call({ method: 'POST', path, body })).token as string
  }
  const admin = await open({ port, token: await signIn('_superusers') })
  const post = async (path: string, body: object) =>
    JSON.parse(await admin.call({ method: 'POST', path, body })) as { id: string }
  const batches = await post('/collections', batchCollection)
  await post('/collections', sampleCollection(batches.id))
  const person = { ...account, passwordConfirm: account.password, name: 'Bench' }
  await post('/collections/users/records', person)
  fill(join(data, 'data.db'), samples)
  const server = { port, token: await signIn('users') }
  anonymous.close()
  admin.close()
  const { output } = await runCommand(program, ['--version'])
  const version = output.trim().replace(/^.* version/, 'PocketBase')
  return { version, server, open, calls: callsOn(samples), stop }
}

async function untilReady<T>(attempt: () => Promise<T>, patience = 100): Promise<T> {
  try {
    return await attempt()
  } catch (failure) {
    if (patience === 0) throw failure
    await sleep(100)
    return untilReady(attempt, patience - 1)
  }
}

const signedIn = '@request.auth.id != ""'
const rules = { listRule: signedIn, viewRule: signedIn, createRule: signedIn, updateRule: signedIn }
const texts = (...names: string[]) => names.map((name) => ({ name, type: 'text' }))
const times = ['created', 'updated'].map((name) => ({
  name,
  type: 'autodate',
  onCreate: true,
  onUpdate: name === 'updated',
}))

const batchCollection = {
  name: 'batch',
  type: 'base',
  ...rules,
  fields: [...texts('name', 'description'), ...times],
}

const sampleCollection = (batchCollectionId: string) => ({
  name: 'sample',
  type: 'base',
  ...rules,
  fields: [
    ...texts('name', 'alias', 'kind', 'status', 'notes', 'tube_type', 'subject_id', 'site_id', 'visit_id'),
    { name: 'volume', type: 'number' },
    { name: 'received_at', type: 'date' },
    { name: 'batch', type: 'relation', collectionId: batchCollectionId, maxSelect: 1 },
    ...times,
  ],
  indexes: [
    'create index sample_of_batch on sample (batch)',
    'create index sample_by_status on sample (status)',
    'create unique index sample_tube_id on sample (alias)',
  ],
})

/** Ids have 15 characters. */
const sampleId = (index: number) => `s${String(index).padStart(14, '0')}`
const batchId = (index: number) => `b${String(index).padStart(14, '0')}`

function fill(file: string, samples: number) {
  const database = new DatabaseSync(file)
  database.exec('pragma busy_timeout = 10000')
  const numbers = (count: number) =>
    `with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i + 1 < ${count})`
  const now = "strftime('%Y-%m-%d %H:%M:%fZ')"
  database.exec(`begin;
    ${numbers(Math.ceil(samples / samplesPerBatch))}
    insert into batch (id, name, description, created, updated)
    select printf('b%014d', i), printf('Study %06d', i), 'Made by the bench', ${now}, ${now} from numbers;
    ${numbers(samples)}
    insert into sample (id, name, alias, kind, status, notes, tube_type, subject_id, site_id, visit_id, volume, received_at,
      batch, created, updated)
    select printf('s%014d', i), printf('BENCH-P%04d-EDTA-%d', i % ${samplesPerBatch} / 10, i % 10), printf('T%07d', i), 'BLOOD',
      'UNKNOWN', '', 'EDTA', printf('P%07d', i / 10), 'SITE007', 'V1', 1500000, '', printf('b%014d', i / ${samplesPerBatch}),
      ${now}, ${now}
    from numbers;
    commit; analyze;`)
  database.close()
}

const records = (query: Record<string, string> = {}) => {
  const parameters = new URLSearchParams(query).toString()
  return { method: 'GET', path: `/collections/sample/records?${parameters}` } as const
}

/** The calls that both have, each as its own API means it. */
function callsOn(samples: number): ReadonlyMap<string, PeerCall> {
  let received = 0
  const repeated = (given: Given) => (count: number) => Array.from({ length: count }, () => given)
  const anySample = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ sample: sampleId((index * 7919) % samples) }))
  return new Map<string, PeerCall>([
    [
      'receive',
      {
        prepare: (count) => Array.from({ length: count }, () => ({ sample: sampleId(received++ % samples) })),
        request: ({ sample }) => ({
          method: 'PATCH',
          path: `/collections/sample/records/${sample}`,
          body: { status: 'RECEIVED', notes: 'on dry ice', received_at: new Date().toISOString() },
        }),
      },
    ],
    [
      'one sample',
      {
        prepare: anySample,
        request: ({ sample }) => ({ method: 'GET', path: `/collections/sample/records/${sample}` }),
      },
    ],
    ['list, first 10', { prepare: repeated({}), request: () => records({ perPage: '10' }) }],
    [
      'list of a batch, 10',
      {
        prepare: repeated({ batch: batchId(Math.ceil(samples / samplesPerBatch) - 1) }),
        request: ({ batch }) => records({ filter: `batch='${batch}'`, perPage: '10' }),
      },
    ],
    ['list, 1,000', { prepare: repeated({}), request: () => records({ perPage: '1000' }) }],
    [
      'search of a text, 100',
      {
        prepare: repeated({ text: 'P0007-' }),
        request: ({ text }) =>
          records({
            filter: `name~'${text}' || alias~'${text}' || kind~'${text}' || notes~'${text}'`,
            perPage: '100',
          }),
      },
    ],
  ])
}
