import type { AddBatchBody, AddPatientBatchBody } from '@lims/contract/batches.ts'
import { tubesPerPatient } from '@lims/contract/tube-types.ts'

/** Batches of the demo laboratory. How far their tubes have come follows from `registered`. */
export type Study = {
  /** Working days before today. */
  registered: number
  /** Working days that a tube travels to the laboratory. */
  transit: number
  /** Tubes that nobody announced go from UNKNOWN straight to RECEIVED. */
  isAnnounced: boolean
  arrivalNotes: readonly string[]
} & ({ kind: 'patients'; batch: AddPatientBatchBody } | { kind: 'tubes'; batch: AddBatchBody })

const kit = (['EDTA', 'DBS', 'S-pp', 'S-cfDNA'] as const).map((tubeType) => ({
  tubeType,
  count: tubesPerPatient[tubeType],
}))

const fromLund = {
  transit: 1,
  isAnnounced: true,
  arrivalNotes: ['carried over on ice', '', '', 'label smudged, tube id read by hand'],
}
const fromTurku = {
  transit: 2,
  isAnnounced: true,
  arrivalNotes: ['on dry ice', 'on dry ice', 'on dry ice, courier 3 h late, still frozen', 'on dry ice'],
}

function groupOf(cohort: 'Lund' | 'Turku', group: string, numPatients: number): AddPatientBatchBody {
  return {
    name: `Memory cohort ${cohort} ${group}`,
    description: `Group ${group} of the memory clinic in ${cohort}: plasma, blood and dried spots`,
    numPatients,
    tubeTypes: kit,
    samplePrefix: `MEM-${cohort.slice(0, 2).toUpperCase()}-${group}`,
    siteId: cohort === 'Lund' ? 'SITE001' : 'SITE007',
  }
}

export const studies: readonly Study[] = [
  { kind: 'patients', registered: 32, batch: groupOf('Lund', 'A', 6), ...fromLund },
  { kind: 'patients', registered: 24, batch: groupOf('Turku', 'A', 5), ...fromTurku },
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
    transit: 0,
    isAnnounced: false,
    arrivalNotes: ['', '', 'drawn after lunch, not fasting'],
  },
  { kind: 'patients', registered: 7, batch: groupOf('Lund', 'B', 6), ...fromLund },
  { kind: 'patients', registered: 5, batch: groupOf('Turku', 'B', 4), ...fromTurku },
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
    ...fromTurku,
  },
  { kind: 'patients', registered: 1, batch: groupOf('Lund', 'C', 3), ...fromLund },
]
