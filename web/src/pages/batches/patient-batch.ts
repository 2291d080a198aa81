import { type AddPatientBatchBody, kitSize } from '@lims/contract/batches.ts'
import { defaultKit, TubeType } from '@lims/contract/tube-types.ts'

export type PatientBatchForm = Omit<AddPatientBatchBody, 'tubeTypes'> & {
  tubes: Record<TubeType, number>
}

/** In the order of the usual kit, most tubes first. */
export const kitTubeTypes = TubeType.options.toSorted((one, other) => defaultKit[other] - defaultKit[one])

/** The request body, with only the tube types that are in the kit. */
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

/**
 * The numbers of samples that the form would create; an empty count is 0. Undefined without patients, and
 * if a number is not whole.
 */
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
