import { api } from '@lims/contract/api.ts'
import type { AddPatientBatchBody } from '@lims/contract/batches.ts'
import type { Endpoint } from '@lims/contract/endpoint.ts'
import {
  anySample,
  freshSample,
  type Given,
  inCell,
  looseSample,
  nothing,
  type Stock,
  storedSample,
} from './stock.ts'

/** `path` is below /api and carries the query. */
export type Request = { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: object }

export type Call = {
  name: string
  concurrencies: readonly number[]
  /** Jobs per round and worker. */
  jobs: number
  /** As `jobs`, with the tubes of 100,000 samples and more. */
  jobsOfMany?: number
  /** Jobs before the first that counts, where a round would be too few. */
  warmUp?: number
  /** The least that a server could do instead, for a minimal server to compare with. */
  least?: { text: string; values: (given: Given) => unknown[] }
  /** How many times the plain SQL's median the call's may take. */
  target?: number
  /** Values for `count` jobs. */
  prepare: (stock: Stock, count: number) => Given[]
  request: (given: Given) => Request
}

/** Returns the jobs per round and worker among `samples`. */
export const jobsAmong = ({ jobs, jobsOfMany }: Call, samples: number): number =>
  samples >= 100_000 ? (jobsOfMany ?? jobs) : jobs

const one = [1]
const both = [1, 16]
/**
 * V8 compiles the path of a call anew after some ten thousand, and on two cores that is felt by the calls beside it.
 */
const untilCompiled = 4000

export const calls: readonly Call[] = [
  {
    name: 'one sample',
    concurrencies: both,
    jobs: 600,
    warmUp: untilCompiled,
    prepare: anySample,
    request: ({ sample = '' }) => buildRequest(api.samples.get, { query: { id: sample } }),
  },
  {
    name: 'history of a sample',
    concurrencies: both,
    jobs: 600,
    warmUp: untilCompiled,
    prepare: anySample,
    request: ({ sample = '' }) => buildRequest(api.samples.history, { query: { sampleId: sample } }),
  },
  {
    name: 'children of a sample',
    concurrencies: both,
    jobs: 600,
    warmUp: untilCompiled,
    prepare: anySample,
    request: ({ sample = '' }) => buildRequest(api.samples.children, { query: { sampleId: sample } }),
  },
  {
    name: 'list, first 10',
    concurrencies: both,
    jobs: 100,
    warmUp: untilCompiled / 2,
    prepare: nothing,
    request: () => buildRequest(api.samples.list, {}),
  },
  {
    name: 'list of a batch, 10',
    concurrencies: both,
    jobs: 100,
    warmUp: untilCompiled / 8,
    prepare: ({ batch }, count) => Array.from({ length: count }, () => ({ batch })),
    request: ({ batch = '' }) =>
      buildRequest(api.samples.list, { query: { batchId: batch, pageSize: '10' } }),
  },
  {
    name: 'list, 1,000',
    concurrencies: both,
    jobs: 5,
    prepare: nothing,
    request: () => buildRequest(api.samples.list, { query: { pageSize: '1000' } }),
  },
  ...auditCalls(),
  {
    name: 'list, status and site, 100',
    concurrencies: both,
    jobs: 60,
    warmUp: untilCompiled / 8,
    prepare: nothing,
    request: () =>
      buildRequest(api.samples.list, { query: { status: 'UNKNOWN', siteId: 'SITE007', pageSize: '100' } }),
  },
  {
    name: 'search of a text, 100',
    concurrencies: both,
    jobs: 60,
    warmUp: untilCompiled / 8,
    prepare: ({ patient }, count) => Array.from({ length: count }, () => ({ patient })),
    request: ({ patient = '' }) =>
      buildRequest(api.samples.search, { query: { query: patient, pageSize: '100' } }),
  },
  {
    name: 'find while typing',
    concurrencies: both,
    jobs: 60,
    warmUp: untilCompiled / 8,
    prepare: ({ patient }, count) => Array.from({ length: count }, () => ({ patient })),
    request: ({ patient = '' }) => buildRequest(api.find.find, { query: { query: patient } }),
  },
  {
    name: 'dashboard, samples',
    concurrencies: one,
    jobs: 10,
    prepare: nothing,
    request: () => buildRequest(api.stats.overview, {}),
  },
  {
    name: 'dashboard, freezers',
    concurrencies: one,
    jobs: 10,
    prepare: nothing,
    request: () => buildRequest(api.stats.freezers, {}),
  },
  {
    name: 'dashboard, activity',
    concurrencies: one,
    jobs: 10,
    prepare: nothing,
    request: () => buildRequest(api.stats.activity, {}),
  },
  // After the reads, when the code that all calls share is compiled: the tubes are too few for a warm-up of its own.
  {
    name: 'receive',
    concurrencies: both,
    // Four rounds of four ways receive 3,808 tubes; of 10,000 samples, 4,000 have not been received.
    jobs: 14,
    // A round of half a second: in the first moments PostgreSQL reads pages that the calls after them find in memory.
    jobsOfMany: 80,
    target: 2.5,
    least: {
      text: `with moved as (update bench_tube set status = 'RECEIVED' where id = $1 returning id)
        insert into bench_event (tube_id, status, at) select id, 'RECEIVED', now() from moved`,
      values: ({ sample }) => [sample],
    },
    prepare: freshSample,
    request: ({ sample }) =>
      buildRequest(api.samples.receive, { body: { identifier: sample, notes: 'on dry ice' } }),
  },
  {
    name: 'place a tube',
    concurrencies: both,
    jobs: 10,
    target: 2.5,
    prepare: looseSample,
    request: (given) => buildRequest(api.locations.associate, { body: inCell(given) }),
  },
  {
    name: 'move a tube',
    concurrencies: both,
    jobs: 10,
    target: 2.5,
    prepare: storedSample,
    request: (given) =>
      buildRequest(api.locations.updateLocation, { body: { sampleLocation: inCell(given) } }),
  },
  {
    name: 'occupancy of 50 x 50',
    concurrencies: both,
    jobs: 10,
    target: 3,
    prepare: ({ fullBox }, count) => Array.from({ length: count }, () => ({ box: fullBox })),
    request: ({ box = '' }) => buildRequest(api.storage.occupancy, { query: { storageId: box } }),
  },
  {
    name: 'patient batch of 10,000',
    concurrencies: one,
    jobs: 1,
    target: 3,
    prepare: ({ nextName }, count) => Array.from({ length: count }, () => ({ name: nextName() })),
    request: ({ name = '' }) => buildRequest(api.batches.addPatient, { body: patientBatch(name, 1000) }),
  },
]

export function buildRequest(
  { method, path }: Endpoint,
  { query, body }: { query?: Record<string, string>; body?: object },
): Request {
  return { method, path: query ? `${path}?${new URLSearchParams(query)}` : path, ...(body ? { body } : {}) }
}

/** Ten tubes a patient. */
export const patientBatch = (name: string, numPatients: number, siteId = 'SITE001'): AddPatientBatchBody => ({
  name,
  description: 'Made by the bench',
  numPatients,
  tubeTypes: [
    { tubeType: 'EDTA', count: 6 },
    { tubeType: 'DBS', count: 2 },
    { tubeType: 'S-pp', count: 1 },
    { tubeType: 'S-cfDNA', count: 1 },
  ],
  samplePrefix: 'BENCH',
  siteId,
  visitId: undefined,
})

/**
 * The trail by each of its filters: of kinds of record and people with many events and with few, and in a range of
 * time.
 */
function auditCalls(): Call[] {
  const filters: Record<string, Record<string, string>> = {
    'audit trail': {},
    'audit trail of samples': { entityType: 'sample' },
    'audit trail of batches': { entityType: 'batch' },
    'audit trail of a person': { personId: 'bench-7' },
    'audit trail of an action': { action: 'sample.receive' },
    'audit trail of a person and action': { personId: 'bench', action: 'batch.create' },
    'audit trail of a day': { from: daysAgo(298), to: daysAgo(297) },
  }
  const listed = Object.entries(filters).map(([name, query]) => ({
    name,
    concurrencies: both,
    jobs: 20,
    prepare: nothing,
    request: () => buildRequest(api.audit.list, { query }),
  }))
  const ofSample: Call = {
    name: 'audit trail of a sample',
    concurrencies: both,
    jobs: 100,
    prepare: anySample,
    request: ({ sample = '' }) =>
      buildRequest(api.audit.history, { query: { entityType: 'sample', entityId: sample } }),
  }
  return [...listed, ofSample]
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString()
}
