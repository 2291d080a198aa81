import type { CurvePoint } from '@lims/contract/temperatures.ts'

type Scale = { min: number; max: number; ticks: number[] }

const roundSteps = [1, 2, 5, 10]
const wantedTicks = 5

/** Returns a scale of °C with round ticks around all values. */
export function scaleOf(values: readonly number[]): Scale {
  const lowest = values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const highest = values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY)
  if (lowest > highest) return { min: 0, max: 1, ticks: [0, 1] }
  const rough = Math.max(highest - lowest, 2) / wantedTicks
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (roundSteps.find((round) => round * power >= rough) ?? 10) * power
  const first = Math.floor((lowest - step / 4) / step)
  const last = Math.ceil((highest + step / 4) / step)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toFixed(6)),
  )
  return { min: first * step, max: last * step, ticks }
}

/** Splits the points where readings are missing: a line across a gap would suggest readings. */
export function linesOf(points: readonly CurvePoint[], maxGapMs: number): CurvePoint[][] {
  const lines: CurvePoint[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const point of points) {
    const at = Date.parse(point.at)
    if (at - before > maxGapMs) lines.push([])
    lines.at(-1)?.push(point)
    before = at
  }
  return lines
}

/** Returns the index of the point nearest to a time, by bisection; -1 without points. */
export function nearestPoint(points: readonly CurvePoint[], time: number): number {
  let [low, high] = [0, points.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (Date.parse(points[middle]?.at ?? '') < time) low = middle + 1
    else high = middle
  }
  const distance = (index: number) => Math.abs(Date.parse(points[index]?.at ?? '') - time)
  return low > 0 && distance(low - 1) <= distance(low) ? low - 1 : high < 0 ? -1 : low
}
