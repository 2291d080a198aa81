import { z } from 'zod'

export const SampleType = z.enum(['UNKNOWN_SAMPLE_TYPE', 'PLASMA', 'BLOOD', 'SERUM', 'CSF', 'DNA'])
export type SampleType = z.infer<typeof SampleType>

/** `unknown`, in any case, is the other name of UNKNOWN_SAMPLE_TYPE. */
export const SampleTypeInput = z.preprocess(
  (given) => (typeof given === 'string' && given.toLowerCase() === 'unknown' ? 'UNKNOWN_SAMPLE_TYPE' : given),
  SampleType,
)
