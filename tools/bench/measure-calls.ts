import { type Call, jobsAmong, type Request } from './calls.ts'
import { fillBoxes } from './fill-boxes.ts'
import { openCaller } from './http-caller.ts'
import type { ServerUnderTest } from './start-server-under-test.ts'
import type { Given, Stock } from './stock.ts'
import { type Timing, timeJobs, together } from './timing.ts'

/** `least`: a minimal server with one statement that does the least. */
export type Measured = {
  call: Call
  concurrency: number
  http: Timing
  straight: Timing
  minimal: Timing
  least?: Timing
}

/** A round of one way to make a call ends after `maxMs`. `samples` are in the database. */
export type Settings = { samples: number; rounds: number; maxMs: number }

/** Each call by HTTP, as plain SQL and by a minimal server, in turn, so that a busy moment of the machine hits all. */
export async function measureCalls(
  underTest: ServerUnderTest,
  stock: Stock,
  { chosen, ...settings }: { chosen: readonly Call[] } & Settings,
): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const call of chosen) {
    const [given = {}] = call.prepare(stock, 1)
    await underTest.request({ do: 'record', call: call.name, request: call.request(given), given })
    console.log(`  ${call.name}`)
    for (const concurrency of call.concurrencies) {
      measured.push(await measure(underTest, call, stock, { concurrency, ...settings }))
    }
  }
  return measured
}

type Way = { name: 'http' | 'straight' | 'minimal' | 'least'; time: (jobs: Given[]) => Promise<Timing> }

async function measure(
  underTest: ServerUnderTest,
  call: Call,
  stock: Stock,
  { concurrency, samples, rounds, maxMs }: { concurrency: number } & Settings,
): Promise<Measured> {
  const { server, minimalPort } = underTest
  const overHttp = async (jobs: Given[], port: number, request: (given: Given) => Request) => {
    const open = () => openCaller({ ...server, port })
    const callers = await Promise.all(Array.from({ length: concurrency }, open))
    const timing = await timeJobs(jobs, callers, (given, caller) => caller.call(request(given)), maxMs)
    for (const { close } of callers) close()
    return timing
  }
  const byMinimal = (isLeast: boolean) => (jobs: Given[]) =>
    overHttp(jobs, minimalPort, (given) => ({
      method: 'POST',
      path: '/',
      body: { name: call.name, given, isLeast },
    }))
  const ways: Way[] = [
    { name: 'http', time: (jobs) => overHttp(jobs, server.port, call.request) },
    {
      name: 'straight',
      time: async (jobs) =>
        (await underTest.request({ do: 'play', call: call.name, concurrency, jobs, maxMs })).timing,
    },
    { name: 'minimal', time: byMinimal(false) },
    ...(call.least ? [{ name: 'least', time: byMinimal(true) } as const] : []),
  ]
  const timings: Record<Way['name'], Timing[]> = { http: [], straight: [], minimal: [], least: [] }
  // The first round is not counted: code that has run a few dozen times only is not compiled yet.
  const count = jobsAmong(call, samples) * concurrency
  const warmUp = call.warmUp ?? count
  for (let round = 0; round <= rounds; round++) {
    for (const { name, time } of ways) {
      const timing = await time(call.prepare(stock, round === 0 ? warmUp : count))
      if (round > 0) timings[name].push(timing)
    }
  }
  return {
    call,
    concurrency,
    http: together(timings.http),
    straight: together(timings.straight),
    minimal: together(timings.minimal),
    ...(call.least ? { least: together(timings.least) } : {}),
  }
}

/** Fills the database by SQL, and takes from it what the calls work on. */
export async function fill(
  underTest: ServerUnderTest,
  samples: number,
): Promise<{ stock: Stock; seconds: number }> {
  const { seconds } = await underTest.request({ do: 'generate', samples })
  const { all, fresh, stored, batch } = await underTest.request({ do: 'stock' })
  const { call, close } = await openCaller(underTest.server)
  const boxes = await fillBoxes(call, stored)
  close()
  await underTest.request({ do: 'settle' })
  let batches = 0
  const nextName = () => `Bench ${String(++batches).padStart(5, '0')}`
  return { stock: { all, fresh, loose: [...fresh], nextName, patient: 'P0007-', batch, ...boxes }, seconds }
}
