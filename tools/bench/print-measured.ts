import { formatNumber } from '@lims/contract/format-count.ts'
import type { Measured } from './measure-calls.ts'
import type { PeerRun } from './peers.ts'
import { besideLeast, besidePeer, peerHeads, type Run, rounded } from './report.ts'
import { percentile, perSecond, type Timing } from './timing.ts'

const heads = [
  'call',
  'at once',
  'HTTP p50',
  'p95',
  'per s',
  'SQL p50',
  'p95',
  'per s',
  'p50 ratio',
  'target',
]

/** Times in milliseconds; the ratio is what the server adds to the same statements sent straight. */
export function printMeasured(title: string, measured: readonly Measured[]) {
  printTable(title, [heads, ...measured.map(rowOf)])
  for (const line of besideLeast(measured)) console.log(line)
}

/** The calls of another system, beside those of the runs of the LIMS at the same size. */
export const printPeer = (peerRun: PeerRun, runs: readonly Run[]) =>
  printTable(`${peerRun.peer}, ${formatNumber(peerRun.samples)} samples`, [
    peerHeads,
    ...besidePeer(peerRun, runs),
  ])

function printTable(title: string, rows: readonly (readonly string[])[]) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  console.log(`\n${title}`)
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    console.log(cells.join('  ').trimEnd())
  }
}

function rowOf({ call, concurrency, http, straight }: Measured): string[] {
  const ratio = percentile(http, 0.5) / percentile(straight, 0.5)
  return [
    call.name,
    String(concurrency),
    ...figures(http),
    ...figures(straight),
    ratio.toFixed(2),
    call.target ? `${call.target} ${ratio <= call.target ? 'met' : 'MISSED'}` : '',
  ]
}

const figures = (timing: Timing) => [
  percentile(timing, 0.5).toFixed(2),
  percentile(timing, 0.95).toFixed(2),
  rounded.format(perSecond(timing)),
]
