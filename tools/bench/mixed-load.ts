import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@lims/contract/api.ts'
import { keysOf } from '@lims/contract/keys-of.ts'
import type { Watched } from './bench-messages.ts'
import { buildRequest, patientBatch, type Request } from './calls.ts'
import { openCaller } from './http-caller.ts'
import type { ServerUnderTest } from './start-server-under-test.ts'
import { inCell, looseSample, type Stock, storedSample } from './stock.ts'
import { type Timing, together } from './timing.ts'

const streams = 50
const callers = 50
/** The server accepts 30 streams of one person. */
const streamsPerPerson = 25

type Mix = { seconds: number; perSecond: number }
export type MixedLoad = Mix & {
  kinds: { name: string; part: number; timing: Timing }[]
  all: Timing
  watched: Watched
  /** Requests that were due and not yet sent, at most. */
  maxLate: number
  liveEvents: number
}

/** 60 % reads, 25 % receive, 10 % place and move, 5 % batches, as one step of a hundred each. */
const kindOfStep = (step: number) => {
  const place = (step * 37) % 100
  if (place < 60) return 'read'
  if (place < 85) return 'receive'
  return place < 95 ? 'place and move' : 'register a batch'
}
type Kind = ReturnType<typeof kindOfStep>
const parts: Record<Kind, number> = { read: 60, receive: 25, 'place and move': 10, 'register a batch': 5 }

/**
 * Sends a given number of requests a second, whether or not the earlier ones have a reply, beside 50 live streams.
 * Each time counts from the moment at which its request was due.
 */
export async function runMixedLoad(underTest: ServerUnderTest, stock: Stock, mix: Mix): Promise<MixedLoad> {
  const { server } = underTest
  const free = await Promise.all(Array.from({ length: callers }, () => openCaller(server)))
  const live = await openStreams(underTest)
  const milliseconds: Record<Kind, number[]> = {
    read: [],
    receive: [],
    'place and move': [],
    'register a batch': [],
  }
  const due: { at: number; kind: Kind; request: Request }[] = []
  let maxLate = 0

  async function work(caller: (typeof free)[number]) {
    for (;;) {
      const next = due.shift()
      if (!next) {
        free.push(caller)
        return
      }
      await caller.call(next.request)
      milliseconds[next.kind].push(performance.now() - next.at)
    }
  }

  await underTest.request({ do: 'watch' })
  const begun = performance.now()
  const total = mix.seconds * mix.perSecond
  for (let step = 0; step < total; ) {
    const now = performance.now()
    for (; step < total && begun + (step * 1000) / mix.perSecond <= now; step++) {
      const kind = kindOfStep(step)
      due.push({ at: begun + (step * 1000) / mix.perSecond, kind, request: requestOf(kind, step, stock) })
    }
    while (due.length > 0 && free.length > 0) {
      const caller = free.pop()
      if (caller) void work(caller)
    }
    maxLate = Math.max(maxLate, due.length)
    await wait(2)
  }
  while (free.length < callers) await wait(5)
  const seconds = (performance.now() - begun) / 1000
  const { watched } = await underTest.request({ do: 'watched' })
  const liveEvents = live.close()
  for (const { close } of free) close()
  const kinds = keysOf(parts).map((name) => ({
    name,
    part: parts[name],
    timing: { milliseconds: milliseconds[name], seconds },
  }))
  const all = { ...together(kinds.map(({ timing }) => timing)), seconds }
  return { ...mix, kinds, all, watched, maxLate, liveEvents }
}

function requestOf(kind: Kind, step: number, stock: Stock): Request {
  const id = stock.all[(step * 7919) % stock.all.length] ?? ''
  switch (kind) {
    case 'receive': {
      const identifier = stock.fresh.pop()
      if (!identifier) throw new Error('No sample is left to receive: increase --samples')
      return buildRequest(api.samples.receive, { body: { identifier } })
    }
    case 'place and move': {
      const given = (step % 2 === 0 ? looseSample : storedSample)(stock, 1)[0] ?? {}
      return step % 2 === 0
        ? buildRequest(api.locations.associate, { body: inCell(given) })
        : buildRequest(api.locations.updateLocation, { body: { sampleLocation: inCell(given) } })
    }
    case 'register a batch':
      return buildRequest(api.batches.addPatient, { body: patientBatch(stock.nextName(), 2) })
    default:
      return reads[step % reads.length]?.(id, stock) ?? buildRequest(api.samples.get, { query: { id } })
  }
}

const reads: ((id: string, stock: Stock) => Request)[] = [
  (id) => buildRequest(api.samples.get, { query: { id } }),
  (id) => buildRequest(api.samples.history, { query: { sampleId: id } }),
  (_, { batch }) => buildRequest(api.samples.list, { query: { batchId: batch, pageSize: '10' } }),
  () => buildRequest(api.samples.list, { query: { status: 'UNKNOWN', pageSize: '50' } }),
  (_, { patient }) => buildRequest(api.find.find, { query: { query: patient } }),
  (_, { fullBox }) => buildRequest(api.storage.occupancy, { query: { storageId: fullBox } }),
]

async function openStreams({ server, secondToken }: ServerUnderTest) {
  let events = 0
  const open = (token: string) =>
    new Promise<() => void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` }
      const request = get(
        { host: '127.0.0.1', port: server.port, path: '/api/live', headers, agent: false },
        (reply) => {
          if (reply.statusCode !== 200) reject(new Error(`/live replied with ${reply.statusCode}`))
          reply.setEncoding('utf8')
          reply.on('data', (text: string) => {
            events += text.split('data: ').length - 1
          })
          reply.on('error', () => {})
          resolve(() => request.destroy())
        },
      )
      request.on('error', reject)
    })
  const opened = await Promise.all(
    Array.from({ length: streams }, (_, index) =>
      open(index < streamsPerPerson ? server.token : secondToken),
    ),
  )
  return {
    close: () => {
      for (const close of opened) close()
      return events
    },
  }
}
