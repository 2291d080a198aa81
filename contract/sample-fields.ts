import { z } from 'zod'
import { parameters } from './parameters.ts'
import { StatusInput } from './sample-status.ts'
import { SampleTypeInput } from './sample-type.ts'
import { maxTextLength, optionalText, requiredText } from './text.ts'
import { maxVolumeMl, toNanolitres, volumeTooLarge } from './volume.ts'

/** Millilitres from 0 to `maxVolumeMl`, as exact as a nanolitre. */
export const VolumeMl = z
  .number({ error: 'Volume must be a number of mL' })
  .min(0, { error: 'Volume must be 0 mL or more', abort: true })
  .max(maxVolumeMl, { error: volumeTooLarge, abort: true })
  .superRefine((volumeMl, check) => {
    try {
      toNanolitres(volumeMl)
    } catch (error) {
      check.addIssue({ code: 'custom', message: (error as RangeError).message })
    }
  })

const missing = (caption: string) => `Please input ${caption}!`

/** A choice out of a list, asked for by its caption when it is missing. */
const required = <S extends z.ZodType>(caption: string, schema: S) =>
  z
    .unknown()
    .refine((given) => given !== undefined && given !== null && given !== '', missing(caption))
    .pipe(schema)

/** The fields of the generic sample forms, in their order; the captions are those of the forms and the messages. */
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

/** What each field of the forms takes. Null or blank empties an optional one. */
export const SampleInput = parameters({
  name: requiredText(maxTextLength.name, missing('Name')),
  batchId: requiredText(200, missing('Batch ID')).transform((id) => id.toLowerCase()),
  type: required('Type', SampleTypeInput),
  status: required('Status', StatusInput),
  volume: VolumeMl.nullish().transform((volumeMl) => volumeMl ?? 0),
  notes: optionalText(maxTextLength.notes),
  subjectId: optionalText(maxTextLength.subjectId),
  siteId: optionalText(maxTextLength.siteId),
  visitId: optionalText(40),
  bamFileUri: optionalText(2000),
})
export type SampleInput = z.infer<typeof SampleInput>

/** A new sample as the create form begins it. */
export const newSampleDefaults = {
  name: '',
  volume: 0,
  notes: '',
  type: 'UNKNOWN_SAMPLE_TYPE',
  status: 'UNKNOWN',
} as const
