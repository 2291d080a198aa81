import { keysOf } from '@lims/contract/keys-of.ts'
import {
  newSampleDefaults,
  type SampleField,
  SampleInput,
  sampleFields,
} from '@lims/contract/sample-fields.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { Sample } from '@lims/contract/samples.ts'
import type { Conflicts } from '../../../forms/merge-saved-changes.ts'

/** The values of the sample forms. */
export type SampleValues = Partial<Record<SampleField, string | number | null>> & {
  /** When a sample is edited: whether children that have the former subject, site or visit get the new one. */
  alsoChildren?: boolean
}

export const formFields = keysOf(sampleFields)
/** The create form leaves out the field that only the pipeline writes. */
export const createFields = formFields.filter((field) => field !== 'bamFileUri')

export const newSampleValues = (batchId?: string): SampleValues => ({
  ...newSampleDefaults,
  ...(batchId && { batchId }),
})

export const valuesOf = (sample: Sample): SampleValues =>
  Object.fromEntries(formFields.map((field) => [field, sample[field] ?? ''])) as SampleValues

/** The conflicts, with batch, status and type as a person reads them. */
export const nameConflicts = (
  conflicts: Conflicts<SampleValues>,
  { batchName, status, type }: Sample,
): Conflicts<SampleValues> => ({
  ...conflicts,
  ...(conflicts.batchId && { batchId: `Now saved: ${batchName}` }),
  ...(conflicts.status && { status: `Now saved: ${displayName(status)}` }),
  ...(conflicts.type && { type: `Now saved: ${displayName(type)}` }),
})

/** The request body. Does not throw for values that the form has accepted. */
export const bodyOf = (values: SampleValues) => SampleInput.parse(values)

/** The request body with the changed fields only, so that changes of other people to other fields stay. */
export function changeOf(values: SampleValues, sample: Sample) {
  const before = valuesOf(sample)
  const changed = formFields.filter((field) => (values[field] ?? '') !== before[field])
  return {
    id: sample.id,
    version: sample.version,
    ...Object.fromEntries(changed.map((field) => [field, values[field] ?? null])),
  }
}
