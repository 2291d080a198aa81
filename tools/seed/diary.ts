import { tubesOfKit } from '@lims/contract/batches.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { TubeType } from '@lims/contract/tube-types.ts'
import type { demoPeople } from '../../server/src/auth/demo-people.ts'
import type { Study } from './studies.ts'

export type PersonId = (typeof demoPeople)[number]['id']

/** What somebody did, and when. Tubes are counted from 0 through their study: scanned in one by one, moved on as a rack. */
export type Entry = { at: Date; by: PersonId; study: Study } & (
  | { does: 'register' }
  | { does: 'receive'; tube: number; notes: string }
  | { does: 'move'; tubes: number[]; to: SampleStatus; notes: string }
)

type Step = { day: number; hour: number; by: PersonId; to: SampleStatus; notes?: string }

const neverArrives = (tube: number) => tube % 29 === 17
const failsQc = (tube: number) => tube % 17 === 5
const secondsBetweenScans = 20

/** All that happened in the studies up to yesterday, oldest first; the same on any working day it is asked. */
export function diaryOf(studies: readonly Study[], today: Date): Entry[] {
  return studies
    .flatMap((study) => [registration(study, today), ...changesOf(study, today)])
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

function registration(study: Study, today: Date): Entry {
  return { does: 'register', study, by: 'demo-bo', at: workingDay(today, study.registered, 7) }
}

function changesOf(study: Study, today: Date): Entry[] {
  const steps = tubesOf(study)
    .flatMap((_, tube) => stepsOf(study, tube).map((step) => ({ ...step, tube })))
    .filter(({ day }) => day < study.registered)
  const at = ({ day, hour }: Step) => workingDay(today, study.registered - day, hour)
  const scans = steps.filter(({ to }) => to === 'RECEIVED')
  const moves = steps.filter(({ to }) => to !== 'RECEIVED')
  const racks = Map.groupBy(moves, ({ day, to, notes }) => `${day} ${to} ${notes}`)
  return [
    ...scans.map((step): Entry => {
      const { tube, by, notes = '' } = step
      const scannedAt = new Date(at(step).getTime() + tube * secondsBetweenScans * 1000)
      return { does: 'receive', study, tube, by, notes, at: scannedAt }
    }),
    ...[...racks.values()].flatMap((rack): Entry[] => {
      const [first] = rack
      if (!first) return []
      const { by, to, notes = '' } = first
      return [{ does: 'move', study, tubes: rack.map(({ tube }) => tube), by, to, notes, at: at(first) }]
    }),
  ]
}

/** The life of a tube in working days since its study was registered; patients come two a day. */
function stepsOf(study: Study, tube: number): Step[] {
  const patient = study.kind === 'patients' ? Math.floor(tube / tubesOfKit(study.batch.tubeTypes)) : 0
  const collected = 2 + Math.floor(patient / 2)
  const received = collected + study.transit
  const note = study.arrivalNotes[(patient + tube) % study.arrivalNotes.length] ?? ''
  const arrival: Step = { day: received, hour: 10, by: 'demo-ada', to: 'RECEIVED', notes: note }
  return [
    ...(study.isAnnounced ? [{ day: collected, hour: 8, by: 'demo-bo', to: 'COLLECTED' } as const] : []),
    ...(neverArrives(tube) ? [] : [arrival, ...afterArrival(tubesOf(study)[tube], tube, received)]),
  ]
}

function afterArrival(tubeType: TubeType | undefined, tube: number, received: number): Step[] {
  const processed: Step = { day: received + 1, hour: 12, by: 'demo-ada', to: 'PROCESSED' }
  const passed: Step = { day: received + 3, hour: 13, by: 'demo-chiara', to: 'QC_PASS' }
  const sent = leaving(tubeType, tube, received)
  if (!failsQc(tube)) return [processed, passed, ...sent]

  const failed: Step = { ...passed, to: 'QC_FAIL', notes: 'haemolysed' }
  const isTriedAgain = tube % 2 === 0
  if (!isTriedAgain) return [processed, failed]
  const again: Step = { ...processed, day: received + 5, notes: 'spun again' }
  return [processed, failed, again, { ...passed, day: received + 6 }, ...sent]
}

/** Dried spots stay in the laboratory; the rest is sequenced here or sent on. */
function leaving(tubeType: TubeType | undefined, tube: number, received: number): Step[] {
  if (tubeType === 'DBS') return []
  const isSentOn = tubeType === 'EDTA' && tube % 2 === 1
  return isSentOn
    ? [{ day: received + 8, hour: 14, by: 'demo-bo', to: 'SENT_TO_C2N', notes: 'on dry ice' }]
    : [{ day: received + 10, hour: 15, by: 'demo-chiara', to: 'SEQUENCED' }]
}

/** The type of each tube, in the order in which a batch makes them. */
function tubesOf(study: Study): TubeType[] {
  const { kind, batch } = study
  if (kind === 'tubes') return Array<TubeType>(batch.numSamples).fill(batch.tubeType)
  const kit = batch.tubeTypes.flatMap(({ tubeType, count }) => Array<TubeType>(count).fill(tubeType))
  return Array.from({ length: batch.numPatients }, () => kit).flat()
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
