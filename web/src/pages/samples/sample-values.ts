import {
  newSampleDefaults,
  type SampleField,
  SampleInput,
  sampleFields,
} from '@lims/contract/sample-fields.ts'
import type { Sample } from '@lims/contract/samples.ts'

/** What the sample forms hold while they are filled. */
export type SampleValues = Partial<Record<SampleField, string | number | null>>

export const formFields = Object.keys(sampleFields) as SampleField[]
/** The create form leaves out what only the pipeline writes. */
export const createFields = formFields.filter((field) => field !== 'bamFileUri')

export const newSampleValues = (batchId?: string): SampleValues => ({
  ...newSampleDefaults,
  ...(batchId && { batchId }),
})

export const valuesOf = (sample: Sample): SampleValues =>
  Object.fromEntries(formFields.map((field) => [field, sample[field] ?? ''])) as SampleValues

/** What is sent; throws never for values that the form has let through. */
export const bodyOf = (values: SampleValues) => SampleInput.parse(values)

/** Only the fields that were touched, so that what others changed beside them is not written back. */
export function changeOf(values: SampleValues, was: Sample) {
  const before = valuesOf(was)
  const touched = formFields.filter((field) => (values[field] ?? '') !== before[field])
  return {
    id: was.id,
    version: was.version,
    ...Object.fromEntries(touched.map((field) => [field, values[field] ?? null])),
  }
}
