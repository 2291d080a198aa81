import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { Study } from './studies.ts'
import { type PersonId, type Step, stepsOf, tubesOf } from './tube-steps.ts'

/**
 * One action of a person. Tubes are numbered from 0 within their study. Receiving has one entry per tube, other actions
 * one per group.
 */
export type TimelineEntry = { at: Date; personId: PersonId; study: Study } & (
  | { action: 'register' }
  | { action: 'receive'; tube: number; notes: string }
  | { action: 'change-status'; tubes: number[]; status: SampleStatus; notes: string }
  | { action: 'store' | 'take-out'; tubes: number[] }
)

const secondsBetweenScans = 20

/**
 * Returns all actions of the studies up to yesterday, oldest first. Deterministic: only the dates depend on `today`.
 */
export function buildTimeline(studies: readonly Study[], today: Date): TimelineEntry[] {
  return studies
    .flatMap((study) => [registration(study, today), ...tubeActions(study, today)])
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

function registration(study: Study, today: Date): TimelineEntry {
  return { action: 'register', study, personId: 'demo-bo', at: workingDay(today, study.registered, 7) }
}

function tubeActions(study: Study, today: Date): TimelineEntry[] {
  const steps = tubesOf(study)
    .flatMap((_, tube) => stepsOf(study, tube).map((step) => ({ step, tube })))
    .filter(({ step }) => step.day < study.registered)
  const at = ({ day, hour }: Step) => workingDay(today, study.registered - day, hour)

  const scans = steps.filter(({ step }) => step.to === 'RECEIVED')
  const groups = Map.groupBy(
    steps.filter(({ step }) => step.to !== 'RECEIVED'),
    ({ step: { day, hour, to, notes } }) => `${day} ${hour} ${to} ${notes}`,
  )
  return [
    ...scans.map(({ step, tube }): TimelineEntry => {
      const scannedAt = new Date(at(step).getTime() + tube * secondsBetweenScans * 1000)
      return {
        action: 'receive',
        study,
        tube,
        personId: step.personId,
        notes: step.notes ?? '',
        at: scannedAt,
      }
    }),
    ...[...groups.values()].flatMap((group) => {
      const tubes = group.map(({ tube }) => tube)
      return group.slice(0, 1).map(({ step }) => groupAction(study, tubes, step, at(step)))
    }),
  ]
}

function groupAction(
  study: Study,
  tubes: number[],
  { to, personId, notes = '' }: Step,
  at: Date,
): TimelineEntry {
  const entry = { study, tubes, personId, at }
  if (to === 'STORED') return { ...entry, action: 'store' }
  if (to === 'TAKEN_OUT') return { ...entry, action: 'take-out' }
  return { ...entry, action: 'change-status', status: to, notes }
}

function workingDay(today: Date, daysAgo: number, hour: number): Date {
  const day = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate(), hour))
  for (let left = daysAgo; left > 0; ) {
    day.setUTCDate(day.getUTCDate() - 1)
    const isWeekend = day.getUTCDay() === 0 || day.getUTCDay() === 6
    if (!isWeekend) left -= 1
  }
  return day
}
