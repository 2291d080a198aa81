import type { AddBatchBody, AddPatientBatchBody } from '@lims/contract/batches.ts'
import { defaultKit } from '@lims/contract/tube-types.ts'

import type { RackName } from './storage-layout.ts'

/** A batch of the demo laboratory. The progress of its tubes follows from `registered`. */
export type Study = {
  /** Working days before today. */
  registered: number
  /** Working days that a tube takes to reach the laboratory. */
  transit: number
  /** If false, tubes go from UNKNOWN directly to RECEIVED. */
  isAnnounced: boolean
  arrivalNotes: readonly string[]
  /** The square box for its tubes; `cells` per side. */
  box: { alias: string; cells: number; rack: RackName }
} & ({ kind: 'patients'; batch: AddPatientBatchBody } | { kind: 'tubes'; batch: AddBatchBody })

const kit = (['EDTA', 'DBS', 'S-pp', 'S-cfDNA'] as const).map((tubeType) => ({
  tubeType,
  count: defaultKit[tubeType],
}))

const fromLund = {
  transit: 1,
  isAnnounced: true,
  arrivalNotes: ['carried over on ice', '', '', 'label smudged, tube ID read by hand'],
}
const fromTurku = {
  transit: 2,
  isAnnounced: true,
  arrivalNotes: ['on dry ice', 'on dry ice', 'on dry ice, courier 3 h late, still frozen', 'on dry ice'],
}

function memoryCohort(
  cohort: 'Lund' | 'Turku',
  group: string,
  registered: number,
  numPatients: number,
): Study {
  return {
    kind: 'patients',
    registered,
    batch: {
      name: `Memory cohort ${cohort} ${group}`,
      description: `Group ${group} of the memory clinic in ${cohort}: plasma, blood and dried spots`,
      numPatients,
      tubeTypes: kit,
      samplePrefix: `MEM-${cohort.slice(0, 2).toUpperCase()}-${group}`,
      siteId: cohort === 'Lund' ? 'SITE001' : 'SITE007',
      visitId: undefined,
    },
    box: { alias: `${cohort} ${group}`, cells: 9, rack: cohort === 'Lund' ? 'Rack A' : 'Rack B' },
    ...(cohort === 'Lund' ? fromLund : fromTurku),
  }
}

export const studies: readonly Study[] = [
  memoryCohort('Lund', 'A', 32, 6),
  memoryCohort('Turku', 'A', 24, 5),
  {
    kind: 'tubes',
    registered: 20,
    batch: {
      name: 'cfDNA stability pilot',
      description: 'Does cell-free DNA keep for a week in the stabilising tube?',
      numSamples: 12,
      samplePrefix: 'CFP',
      tubeType: 'S-cfDNA',
    },
    box: { alias: 'cfDNA pilot', cells: 4, rack: 'Rack C' },
    ...fromLund,
  },
  {
    kind: 'tubes',
    registered: 15,
    batch: {
      name: 'Healthy controls',
      description: 'Staff donors, for comparison with the memory cohort',
      numSamples: 24,
      samplePrefix: 'HC',
      tubeType: 'EDTA',
    },
    box: { alias: 'Controls', cells: 5, rack: 'Rack C' },
    transit: 0,
    isAnnounced: false,
    arrivalNotes: ['', '', 'drawn after lunch, not fasting'],
  },
  memoryCohort('Lund', 'B', 7, 6),
  memoryCohort('Turku', 'B', 5, 4),
  {
    kind: 'tubes',
    registered: 3,
    batch: {
      name: 'Dried blood spots by post',
      description: 'Cards that donors send in themselves',
      numSamples: 16,
      samplePrefix: 'DBS-POST',
      tubeType: 'DBS',
    },
    box: { alias: 'Cards by post', cells: 5, rack: 'Spots cabinet' },
    ...fromTurku,
  },
  memoryCohort('Lund', 'C', 1, 3),
]
