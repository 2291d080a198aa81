import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from './calls.ts'
import { type EarlierCommit, takeEarlierCommit } from './earlier-commit.ts'
import { type HttpCaller, openCaller } from './http-caller.ts'
import { fill } from './measure-calls.ts'
import { type ServerUnderTest, startServerUnderTest } from './start-server-under-test.ts'
import type { Stock } from './stock.ts'
import { percentileOf, perSecond, timeJobs } from './timing.ts'

/** The least rate of a call, as a part of that of the earlier commit. */
const leastPart = 0.9
const [leastRounds, maxRounds, roundMs] = [3, 12, 600]
const maxStarts = 3
const concurrency = 16
const startMs = 120_000

type Side = { underTest: ServerUnderTest; stock: Stock; callers: HttpCaller[] }

/**
 * Compares the rates of calls, 16 at once, with those of an earlier commit. Both servers run at the same time and take
 * turns, so that a busy second of the machine slows both. Two servers of one commit can differ by a tenth for as long
 * as they run; a call that is too slow is therefore measured again on servers started anew, and three starts decide.
 * Returns a sentence for each call, and whether all are fast enough.
 */
export async function compareCommits(
  reference: string,
  { chosen, samples }: { chosen: readonly Call[]; samples: number },
): Promise<{ lines: string[]; isFastEnough: boolean }> {
  const earlier = takeEarlierCommit(reference)
  if (typeof earlier === 'string') return { lines: [`Not compared: ${earlier}`], isFastEnough: true }
  try {
    return await compareWith(earlier, chosen, samples)
  } finally {
    earlier.remove()
  }
}

async function compareWith({ name, folder }: EarlierCommit, chosen: readonly Call[], samples: number) {
  const parts = new Map<Call, number | undefined>()
  for (let start = 1; start <= maxStarts; start++) {
    const open = chosen.filter((call) => !parts.has(call) || isTooSlow(parts.get(call)))
    if (open.length === 0) break
    const now = await startSide(samples)
    const before = await startInTime(samples, folder)
    if (!before) {
      await stop(now)
      return { lines: [`Not compared: ${name} cannot be measured by this command.`], isFastEnough: true }
    }
    for (const call of open) parts.set(call, better(parts.get(call), await partOf(call, before, now)))
    await stop(before)
    await stop(now)
  }
  const lines = chosen.map((call) => {
    const part = parts.get(call)
    return part === undefined
      ? `${call.name}: not compared, ${name} has no such call`
      : `${call.name}: ${part.toFixed(2)} of its rate at ${name}`
  })
  return { lines, isFastEnough: ![...parts.values()].some(isTooSlow) }
}

const isTooSlow = (part: number | undefined) => part !== undefined && part < leastPart

const better = (part: number | undefined, next: number | undefined) =>
  part === undefined || next === undefined ? next : Math.max(part, next)

async function stop({ underTest, callers }: Side) {
  for (const { close } of callers) close()
  await underTest.stop()
}

/** An earlier commit may know other messages of the bench, or none. */
async function startInTime(samples: number, checkout: string): Promise<Side | undefined> {
  const tooLate = new AbortController()
  const late = sleep(startMs, undefined, { signal: tooLate.signal }).catch(() => undefined)
  const side = await Promise.race([startSide(samples, checkout).catch(() => undefined), late])
  tooLate.abort()
  return side
}

async function startSide(samples: number, checkout?: string): Promise<Side> {
  const folder = mkdtempSync(join(tmpdir(), 'lims-bench-'))
  const settings = { DATABASE_URL: '', LOG_LEVEL: 'warn', LIMS_DATA_DIR: folder }
  const underTest = await startServerUnderTest(settings, folder, checkout)
  const { stock } = await fill(underTest, samples)
  const callers = await Promise.all(Array.from({ length: concurrency }, () => openCaller(underTest.server)))
  return { underTest, stock, callers }
}

/** The median of the rounds. Undefined if the earlier commit refuses the call. */
async function partOf(call: Call, before: Side, now: Side): Promise<number | undefined> {
  const rateOf = async ({ stock, callers }: Side, count = call.jobs * concurrency) =>
    perSecond(
      await timeJobs(
        call.prepare(stock, count),
        callers,
        (given, caller) => caller.call(call.request(given)),
        roundMs,
      ),
    )
  const isKnown = await rateOf(before, call.warmUp).then(
    () => true,
    () => false,
  )
  if (!isKnown) return undefined
  await rateOf(now, call.warmUp)
  const parts: number[] = []
  let median = 0
  for (let round = 1; round <= maxRounds && (round <= leastRounds || median < leastPart); round++) {
    const rates = new Map<Side, number>()
    for (const side of round % 2 ? [before, now] : [now, before]) rates.set(side, await rateOf(side))
    parts.push((rates.get(now) ?? 0) / (rates.get(before) ?? 0))
    median = percentileOf(parts, 0.5)
  }
  return median
}
