import { z } from 'zod'

export const SampleType = z.enum(['UNKNOWN_SAMPLE_TYPE', 'PLASMA', 'BLOOD', 'SERUM', 'CSF', 'DNA'])
export type SampleType = z.infer<typeof SampleType>

/** Parses a type. `unknown`, in upper or lower case, means UNKNOWN_SAMPLE_TYPE. */
export const SampleTypeInput = z.preprocess(
  (input) => (typeof input === 'string' && input.toLowerCase() === 'unknown' ? 'UNKNOWN_SAMPLE_TYPE' : input),
  SampleType,
)
