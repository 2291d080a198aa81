import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { Study } from './studies.ts'
import { lifeOf, type PersonId, type Step, tubesOf } from './tube-life.ts'

/** What somebody did, and when. Tubes are counted from 0 through their study: scanned in one by one, else many at once. */
export type Entry = { at: Date; actor: PersonId; study: Study } & (
  | { does: 'register' }
  | { does: 'receive'; tube: number; notes: string }
  | { does: 'move'; tubes: number[]; to: SampleStatus; notes: string }
  | { does: 'store' | 'take-out'; tubes: number[] }
)

const secondsBetweenScans = 20

/** All that happened in the studies up to yesterday, oldest first; the same on any working day it is asked. */
export function diaryOf(studies: readonly Study[], today: Date): Entry[] {
  return studies
    .flatMap((study) => [registration(study, today), ...changesOf(study, today)])
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

function registration(study: Study, today: Date): Entry {
  return { does: 'register', study, actor: 'demo-bo', at: workingDay(today, study.registered, 7) }
}

function changesOf(study: Study, today: Date): Entry[] {
  const steps = tubesOf(study)
    .flatMap((_, tube) => lifeOf(study, tube).map((step) => ({ step, tube })))
    .filter(({ step }) => step.day < study.registered)
  const at = ({ day, hour }: Step) => workingDay(today, study.registered - day, hour)

  const scans = steps.filter(({ step }) => step.to === 'RECEIVED')
  const atOnce = Map.groupBy(
    steps.filter(({ step }) => step.to !== 'RECEIVED'),
    ({ step: { day, hour, to, notes } }) => `${day} ${hour} ${to} ${notes}`,
  )
  return [
    ...scans.map(({ step, tube }): Entry => {
      const scannedAt = new Date(at(step).getTime() + tube * secondsBetweenScans * 1000)
      return { does: 'receive', study, tube, actor: step.actor, notes: step.notes ?? '', at: scannedAt }
    }),
    ...[...atOnce.values()].flatMap((group) => {
      const tubes = group.map(({ tube }) => tube)
      return group.slice(0, 1).map(({ step }) => changeOf(study, tubes, step, at(step)))
    }),
  ]
}

function changeOf(study: Study, tubes: number[], { to, actor, notes = '' }: Step, at: Date): Entry {
  const entry = { study, tubes, actor, at }
  if (to === 'STORED') return { ...entry, does: 'store' }
  if (to === 'TAKEN_OUT') return { ...entry, does: 'take-out' }
  return { ...entry, does: 'move', to, notes }
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
