import { kitSize } from '@lims/contract/batches.ts'
import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { TubeType } from '@lims/contract/tube-types.ts'
import type { demoPeople } from '../../server/src/auth/demo-people.ts'
import type { Study } from './studies.ts'

export type PersonId = (typeof demoPeople)[number]['id']

/** One step of a tube, on a working day counted from the registration of its study. */
export type Step = {
  day: number
  hour: number
  personId: PersonId
  to: SampleStatus | 'STORED' | 'TAKEN_OUT'
  notes?: string
}

const neverArrives = (tube: number) => tube % 29 === 17
const failsQc = (tube: number) => tube % 17 === 5

/** Returns all steps of a tube in order. Two patients are collected per day. */
export function stepsOf(study: Study, tube: number): Step[] {
  const patient = study.kind === 'patients' ? Math.floor(tube / kitSize(study.batch.tubeTypes)) : 0
  const collected = 2 + Math.floor(patient / 2)
  const received = collected + study.transit
  const note = study.arrivalNotes[(patient + tube) % study.arrivalNotes.length] ?? ''
  const arrival: Step = { day: received, hour: 10, personId: 'demo-ada', to: 'RECEIVED', notes: note }
  return [
    ...(study.isAnnounced
      ? [{ day: collected, hour: 8, personId: 'demo-bo', to: 'COLLECTED' } as const]
      : []),
    ...(neverArrives(tube) ? [] : [arrival, ...afterArrival(tubesOf(study)[tube], tube, received)]),
  ]
}

function afterArrival(tubeType: TubeType | undefined, tube: number, received: number): Step[] {
  const processed: Step = { day: received + 1, hour: 12, personId: 'demo-ada', to: 'PROCESSED' }
  const passed: Step = { day: received + 3, hour: 13, personId: 'demo-chiara', to: 'QC_PASS' }
  const stored: Step = { day: received + 1, hour: 15, personId: 'demo-ada', to: 'STORED' }
  const sent = leaving(tubeType, tube, received)
  if (!failsQc(tube)) return [processed, stored, passed, ...sent]

  const failed: Step = { ...passed, to: 'QC_FAIL', notes: 'haemolysed' }
  const isRepeated = tube % 2 === 0
  if (!isRepeated) return [processed, stored, failed]
  const again: Step = { ...processed, day: received + 5, notes: 'spun again' }
  return [processed, stored, failed, again, { ...passed, day: received + 6 }, ...sent]
}

/** Dried blood spots stay in the laboratory; other tubes are sequenced here or sent to C2N. */
function leaving(tubeType: TubeType | undefined, tube: number, received: number): Step[] {
  if (tubeType === 'DBS') return []
  const isSentOn = tubeType === 'EDTA' && tube % 2 === 1
  if (!isSentOn) return [{ day: received + 10, hour: 15, personId: 'demo-chiara', to: 'SEQUENCED' }]
  return [
    { day: received + 8, hour: 13, personId: 'demo-bo', to: 'TAKEN_OUT' },
    { day: received + 8, hour: 14, personId: 'demo-bo', to: 'SENT_TO_C2N', notes: 'on dry ice' },
  ]
}

/** Returns the type of each tube in the order in which the batch creates them. */
export function tubesOf(study: Study): TubeType[] {
  const { kind, batch } = study
  if (kind === 'tubes') return Array<TubeType>(batch.numSamples).fill(batch.tubeType)
  const kit = batch.tubeTypes.flatMap(({ tubeType, count }) => Array<TubeType>(count).fill(tubeType))
  return Array.from({ length: batch.numPatients }, () => kit).flat()
}
