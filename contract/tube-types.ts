import { z } from 'zod'
import type { SampleType } from './sample-type.ts'

export const TubeType = z.enum(['EDTA', 'S-cfDNA', 'S-pp', 'DBS'], {
  error: ({ input }) => (input ? undefined : 'Tube Type is required'),
})
export type TubeType = z.infer<typeof TubeType>

/**
 * Sample type and volume of each tube type. EDTA prevents clotting, S-cfDNA stabilises cell-free DNA, DBS is a dried
 * blood spot.
 */
export const tubeTypes: Record<TubeType, { sampleType: SampleType; volumeMl: number }> = {
  EDTA: { sampleType: 'PLASMA', volumeMl: 2 },
  'S-cfDNA': { sampleType: 'BLOOD', volumeMl: 10 },
  'S-pp': { sampleType: 'BLOOD', volumeMl: 5 },
  DBS: { sampleType: 'PLASMA', volumeMl: 0.01 },
}

/** Default number of tubes per patient; ten in total. */
export const defaultKit: Record<TubeType, number> = { EDTA: 6, DBS: 2, 'S-pp': 1, 'S-cfDNA': 1 }
