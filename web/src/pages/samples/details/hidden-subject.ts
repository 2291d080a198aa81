import type { Sample } from '@lims/contract/samples.ts'

/** Stands in every place of a subject that a person has hidden. */
export const hiddenSubject = '•••'

export const withoutSubject = (sample: Sample): Sample =>
  sample.subjectId === null ? sample : { ...sample, subjectId: hiddenSubject }
