import { z } from 'zod'
import { parameters } from './parameters.ts'
import { requiredChoice } from './required-choice.ts'
import { StatusInput } from './sample-status.ts'
import { SampleTypeInput } from './sample-type.ts'
import {
  maxTextLength,
  optionalExactText,
  optionalLine,
  optionalText,
  pleaseInput,
  requiredLine,
  requiredText,
} from './text.ts'
import { maxVolumeMl, volumeProblem, volumeTooLarge } from './volume.ts'

/** Millilitres from 0 to `maxVolumeMl` in steps of 1 nL. */
export const VolumeMl = z
  .number({ error: 'Volume must be a number of mL' })
  .min(0, { error: 'Volume must be 0 mL or more', abort: true })
  .max(maxVolumeMl, { error: volumeTooLarge, abort: true })
  .superRefine((volumeMl, context) => {
    const message = volumeProblem(volumeMl)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .meta({ description: 'Millilitres' })

/** The fields of the sample forms in display order, with the captions used in forms and messages. */
export const sampleFields = {
  name: { caption: 'Name', isRequired: true },
  batchId: { caption: 'Batch ID', isRequired: true },
  type: { caption: 'Type', isRequired: true },
  status: { caption: 'Status', isRequired: true },
  volume: { caption: 'Volume', isRequired: false },
  notes: { caption: 'Notes', isRequired: false },
  subjectId: { caption: 'Subject ID', isRequired: false },
  siteId: { caption: 'Site ID', isRequired: false },
  visitId: { caption: 'Visit ID', isRequired: false },
  bamFileUri: { caption: 'bamFileUri', isRequired: false },
} as const
export type SampleField = keyof typeof sampleFields

/** Values of the sample forms. Null or blank clears an optional field. */
export const SampleInput = parameters({
  name: requiredLine(maxTextLength.name, pleaseInput('Name')),
  batchId: requiredText(maxTextLength.id, pleaseInput('Batch ID')).transform((id) => id.toLowerCase()),
  type: requiredChoice(SampleTypeInput, pleaseInput('Type')),
  status: requiredChoice(StatusInput, pleaseInput('Status')),
  volume: VolumeMl.nullish().transform((volumeMl) => volumeMl ?? 0),
  notes: optionalText(maxTextLength.notes),
  subjectId: optionalLine(maxTextLength.subjectId),
  siteId: optionalLine(maxTextLength.siteId),
  visitId: optionalLine(maxTextLength.visitId),
  bamFileUri: optionalExactText(2000),
})
export type SampleInput = z.infer<typeof SampleInput>

/** Initial values of the create form. */
export const newSampleDefaults = {
  name: '',
  volume: 0,
  notes: '',
  type: 'UNKNOWN_SAMPLE_TYPE',
  status: 'UNKNOWN',
} as const
