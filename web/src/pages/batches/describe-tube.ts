import { displayName } from '@lims/contract/sample-status.ts'
import { type TubeType, tubeTypes } from '@lims/contract/tube-types.ts'
import { formatMillilitres } from '@lims/contract/volume.ts'

/** Returns what a tube of a type holds, such as 'BLOOD, 10 mL'. */
export function describeTube(tubeType: TubeType): string {
  const { sampleType, volumeMl } = tubeTypes[tubeType]
  return `${displayName(sampleType)}, ${formatMillilitres(volumeMl)}`
}
