import { formatNumber } from '@lims/contract/format-count.ts'
import { findExecutable } from '../test/find-executable.ts'
import { type Call, jobsAmong } from './calls.ts'
import type { Settings } from './measure-calls.ts'
import { type Peer, startPocketBase } from './pocketbase.ts'
import { type Timing, timeJobs, together } from './timing.ts'

type PeerMeasured = { call: string; concurrency: number; timing: Timing }
/** One other system at one size. */
export type PeerRun = { peer: string; samples: number; measured: PeerMeasured[] }

type Start = (program: string, samples: number) => Promise<Peer>
/** Other systems, by the program that PATH leads to where they are installed. */
const peers: Record<string, Start> = { pocketbase: startPocketBase }

export const knownPeers = Object.keys(peers)

/** Measures each installed one with the same client, as many jobs and rounds as the LIMS, alone on the machine. */
export async function measurePeers(
  samples: number,
  { chosen, ...settings }: { chosen: readonly Call[] } & Omit<Settings, 'samples'>,
): Promise<PeerRun[]> {
  const runs: PeerRun[] = []
  for (const [name, start] of Object.entries(peers)) {
    const program = findExecutable([name])
    if (!program) continue
    console.log(`${name}: filling ${formatNumber(samples)} samples`)
    const peer = await start(program, samples)
    const measured: PeerMeasured[] = []
    for (const call of chosen) measured.push(...(await measure(peer, call, { samples, ...settings })))
    await peer.stop()
    runs.push({ peer: peer.version, samples, measured })
  }
  return runs
}

async function measure(
  { server, open, calls }: Peer,
  call: Call,
  { samples, rounds, maxMs }: Settings,
): Promise<PeerMeasured[]> {
  const own = calls.get(call.name)
  if (!own) return []
  console.log(`  ${call.name}`)
  const measured: PeerMeasured[] = []
  for (const concurrency of call.concurrencies) {
    const callers = await Promise.all(Array.from({ length: concurrency }, () => open(server)))
    const time = (count: number) =>
      timeJobs(own.prepare(count), callers, (given, caller) => caller.call(own.request(given)), maxMs)
    const count = jobsAmong(call, samples) * concurrency
    await time(call.warmUp ?? count)
    const timings: Timing[] = []
    while (timings.length < rounds) timings.push(await time(count))
    for (const { close } of callers) close()
    measured.push({ call: call.name, concurrency, timing: together(timings) })
  }
  return measured
}
