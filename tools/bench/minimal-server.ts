import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Lane } from './bench-database.ts'
import { calls } from './calls.ts'
import { play, type Script } from './script.ts'
import type { Given } from './stock.ts'

export type Recorded = { isWrite: boolean; given: Given; script: Script }

const connections = 12

/** Sends the statements of a recorded call with the values of one job. Returns the rows of the last. */
export function playRecorded(
  { isWrite, given: recorded, script }: Recorded,
  lane: Lane,
  given: Given,
): Promise<readonly unknown[]> {
  const own = Object.entries(recorded).map(([name, old]) => [old, given[name] ?? ''] as const)
  let rows: readonly unknown[] = []
  return lane(isWrite, async (query) => {
    rows = await play(script, query, own)
  }).then(() => rows)
}

/**
 * The least that a server in Node can be: it runs the recorded statements of a call, or `least`, over as many
 * connections as the bundled database has, and replies with the rows as JSON. No sign-in, no checks. Returns its port.
 */
export async function startMinimalServer(
  recordedCalls: ReadonlyMap<string, Recorded>,
  takeLanes: (count: number) => Promise<Lane[]>,
): Promise<number> {
  const free: Lane[] = []
  const waiting: ((lane: Lane) => void)[] = []
  let isOpen = false

  async function withLane<T>(work: (lane: Lane) => Promise<T>): Promise<T> {
    if (!isOpen) {
      isOpen = true
      free.push(...(await takeLanes(connections)))
    }
    const lane = free.pop() ?? (await new Promise<Lane>((resolve) => waiting.push(resolve)))
    try {
      return await work(lane)
    } finally {
      const next = waiting.shift()
      if (next) next(lane)
      else free.push(lane)
    }
  }

  async function run(name: string, given: Given, isLeast: boolean): Promise<readonly unknown[]> {
    const recorded = recordedCalls.get(name)
    if (!recorded) throw new Error(`${name} was not recorded`)
    const least = isLeast ? calls.find((call) => call.name === name)?.least : undefined
    return withLane(async (lane) => {
      if (!least) return playRecorded(recorded, lane, given)
      let rows: readonly unknown[] = []
      await lane(false, async (query) => {
        rows = (await query(least.text, least.values(given))).rows
      })
      return rows
    })
  }

  const server = createServer((request, reply) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      text += chunk
    })
    request.on('end', () => {
      if (text === '') return reply.end('{}')
      const { name, given, isLeast } = JSON.parse(text) as { name: string; given: Given; isLeast: boolean }
      run(name, given, isLeast).then(
        (rows) => reply.setHeader('content-type', 'application/json').end(JSON.stringify(rows)),
        (error: Error) => {
          reply.statusCode = 500
          reply.end(error.message)
        },
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
