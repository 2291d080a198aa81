import { minuteMs } from '@lims/contract/durations.ts'
import type { Transaction } from '../db/database.ts'
import {
  type Computed,
  findOpenExcursion,
  insertAlarms,
  listAlarmsWithin,
  type Stored,
  updateAlarms,
  withdrawAlarms,
} from './alarm-queries.ts'
import type { Monitor } from './monitor-queries.ts'
import {
  findReadingInside,
  type KnownSilence,
  listGaps,
  listRuns,
  type Run,
  type Span,
} from './reading-queries.ts'

/**
 * Recomputes the alarms that new readings may have changed: those between the last reading inside the limits before
 * them and the first one after them. Existing alarms keep the settings with which they were found, unless
 * `isJudgedAgain`. An alarm that has ended is not changed if its first reading was deleted. `monitor` is its state
 * before the readings; its row must be locked.
 */
export async function findAlarms(
  trx: Transaction,
  monitor: Monitor,
  { first, last, isJudgedAgain = false }: { first: Date; last: Date; isJudgedAgain?: boolean },
): Promise<void> {
  const { storage_id: storageId, last_at: lastAt } = monitor
  const isAppended = !isJudgedAgain && lastAt !== null && first > lastAt
  // The run of an excursion that goes on is not read again with each reading: it may be weeks long.
  const open = isAppended && monitor.last_is_outside ? await findOpenExcursion(trx, storageId) : undefined
  const span: Span = open
    ? { from: lastAt ?? undefined, to: undefined }
    : {
        from: await findReadingInside(trx, storageId, { side: 'before', at: first }),
        to: await findReadingInside(trx, storageId, { side: 'after', at: last }),
      }
  const endOfSpan = span.to ?? (lastAt !== null && lastAt > last ? lastAt : last)
  // A silence that begins with the last reading of the span is after it, not in it.
  const within = (await listAlarmsWithin(trx, storageId, span)).filter(
    ({ kind, beganAt }) => kind === 'outside' || beganAt < endOfSpan,
  )
  const staying = within.filter(({ isBeginningDeleted, endedAt }) => isBeginningDeleted && endedAt !== null)
  const stored = within.filter((alarm) => !staying.includes(alarm))
  const known = isJudgedAgain ? [] : stored
  const runs = (await listRuns(trx, storageId, span)).filter(
    ({ beganAt, lastAt: endedAt }) => !isPartOf(staying, { kind: 'outside', beganAt, endedAt }),
  )
  const unfinished =
    open ?? stored.find(({ kind, isBeginningDeleted }) => kind === 'outside' && isBeginningDeleted)
  const gaps = await listGaps(trx, storageId, {
    span,
    minutes: monitor.minutes_without_readings,
    known: known.flatMap(asKnownSilence),
  })
  const silences = gaps.map((gap) => ({ kind: 'no-readings' as const, ...gap, lowest: null, highest: null }))
  const computed: Computed[] = [
    ...excursionsOf(unfinished ? joinExcursion(runs, unfinished) : runs, known, monitor),
    ...silences.filter((silence) => !isPartOf(staying, silence)),
  ]
  await saveDifferences(trx, storageId, { computed, stored })
}

/** Whether a time is within an alarm of that kind. */
const isPartOf = (
  alarms: readonly Stored[],
  { kind, beganAt, endedAt }: { kind: Stored['kind']; beganAt: Date; endedAt: Date },
) =>
  alarms.some((alarm) => alarm.kind === kind && alarm.beganAt <= beganAt && endOf(alarm) >= endedAt.getTime())

/** One that goes on is stored when it is acknowledged, and has lasted until then. */
function asKnownSilence({ kind, beganAt, endedAt, acknowledgedAt }: Stored): KnownSilence[] {
  const until = endedAt ?? acknowledgedAt
  return kind === 'no-readings' && until ? [{ beganAt, until }] : []
}

/**
 * Returns the runs that are excursions: those that are long enough, and those that are known, unless a late reading
 * inside the limits has cut them. Both lists are in the order of time.
 */
function excursionsOf(
  runs: readonly Run[],
  known: readonly Stored[],
  { minutes_outside: minutesOutside, last_at: lastAt }: Monitor,
): Computed[] {
  const kept = new Set<Run>()
  let index = 0
  for (const { beganAt, endedAt } of known.filter(({ kind }) => kind === 'outside')) {
    let run = runs[index]
    while (run && run.lastAt < beganAt) run = runs[++index]
    const next = runs[index + 1]
    const end = endedAt ?? lastAt
    if (run && end && run.beganAt <= end && !(next && next.beganAt <= end)) kept.add(run)
  }
  return runs.filter((run) => kept.has(run) || minutesOf(run) >= minutesOutside).map(asExcursion)
}

const minutesOf = ({ beganAt, lastAt }: Run) => (lastAt.getTime() - beganAt.getTime()) / minuteMs

const asExcursion = ({ beganAt, endedAt, lowest, highest }: Run): Computed => ({
  kind: 'outside',
  beganAt,
  endedAt,
  lowest,
  highest,
})

/** Joins an excursion, whose first readings may be deleted, with the first run that ends after it began. */
function joinExcursion(runs: readonly Run[], { beganAt, lowest, highest }: Stored): Run[] {
  const first = runs.find((run) => run.lastAt >= beganAt)
  return runs.map((run) =>
    run === first
      ? {
          ...run,
          beganAt: run.beganAt < beganAt ? run.beganAt : beganAt,
          lowest: Math.min(lowest ?? run.lowest, run.lowest),
          highest: Math.max(highest ?? run.highest, run.highest),
        }
      : run,
  )
}

/** Saves what was computed. An alarm whose times have changed stays the same alarm, with its acknowledgement. */
async function saveDifferences(
  trx: Transaction,
  storageId: number,
  { computed, stored }: { computed: readonly Computed[]; stored: readonly Stored[] },
) {
  const byBeginning = new Map(stored.map((alarm) => [keyOf(alarm), alarm]))
  const matched = new Map<Computed, Stored>()
  for (const alarm of computed) {
    const same = byBeginning.get(keyOf(alarm))
    if (same) matched.set(alarm, same)
  }
  const taken = new Set([...matched.values()].map(({ id }) => id))
  const others = stored.filter(({ id }) => !taken.has(id))
  const added = computed.filter((alarm) => !matched.has(alarm))
  matchOverlapping(added, others, matched)

  const kept = new Set([...matched.values()].map(({ id }) => id))
  const changed = [...matched].flatMap(([alarm, { id, ...before }]) =>
    isSame(alarm, before) ? [] : [{ ...alarm, id }],
  )
  await withdrawAlarms(
    trx,
    stored.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
  )
  await updateAlarms(trx, changed)
  await insertAlarms(
    trx,
    storageId,
    computed.filter((alarm) => !matched.has(alarm)),
  )
}

/**
 * Matches each alarm to the first stored one that it overlaps. Both lists are in the order of their beginning within a
 * kind.
 */
function matchOverlapping(
  added: readonly Computed[],
  others: readonly Stored[],
  matched: Map<Computed, Stored>,
) {
  for (const kind of ['outside', 'no-readings'] as const) {
    const left = others.filter((other) => other.kind === kind)
    let next = 0
    for (const alarm of added.filter((one) => one.kind === kind)) {
      while (left[next] && endOf(left[next]) <= alarm.beganAt.getTime()) next++
      const other = left[next]
      if (!other || other.beganAt.getTime() >= endOf(alarm)) continue
      matched.set(alarm, other)
      next++
    }
  }
}

const keyOf = ({ kind, beganAt }: Computed) => `${kind} ${beganAt.getTime()}`
const endOf = (alarm: Computed | undefined) => alarm?.endedAt?.getTime() ?? Number.POSITIVE_INFINITY
const isSame = (one: Computed, other: Computed) =>
  keyOf(one) === keyOf(other) &&
  endOf(one) === endOf(other) &&
  one.lowest === other.lowest &&
  one.highest === other.highest
