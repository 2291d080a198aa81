import { type AddPatientBatchBody, kitSize } from '@lims/contract/batches.ts'
import { defaultKit, TubeType } from '@lims/contract/tube-types.ts'

export type PatientBatchForm = Omit<AddPatientBatchBody, 'tubeTypes'> & {
  tubes: Record<TubeType, number>
}

/** In the order of the usual kit. */
export const kitTubeTypes = TubeType.options.toSorted((one, other) => defaultKit[other] - defaultKit[one])

/** Only tube types that are in the kit are sent. */
export function patientBatchBody({ tubes, ...rest }: PatientBatchForm): AddPatientBatchBody {
  const chosen = kitTubeTypes.map((tubeType) => ({ tubeType, count: tubes[tubeType] }))
  return { ...rest, tubeTypes: chosen.filter(({ count }) => count > 0) }
}

export type BatchSummary = {
  numPatients: number
  tubesPerPatient: number
  perType: { tubeType: TubeType; total: number }[]
  totalSamples: number
}

/** What a filled form would make; undefined until there are patients, and while a number is not whole. A field that is not filled counts as none. */
export function batchSummary(
  numPatients: number | null | undefined,
  tubes: Partial<Record<TubeType, number | null>> = {},
): BatchSummary | undefined {
  if (!numPatients || numPatients <= 0) return undefined
  const counts = Object.values(tubes).map((count) => count ?? 0)
  if (![numPatients, ...counts].every(Number.isInteger)) return undefined
  const kit = kitTubeTypes.map((tubeType) => ({ tubeType, count: Math.max(0, tubes[tubeType] ?? 0) }))
  return {
    numPatients,
    tubesPerPatient: kitSize(kit),
    perType: kit.map(({ tubeType, count }) => ({ tubeType, total: count * numPatients })),
    totalSamples: kitSize(kit) * numPatients,
  }
}
