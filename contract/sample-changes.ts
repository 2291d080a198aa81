import { z } from 'zod'
import { GivenInstant, Version } from './bounds.ts'
import { GivenId } from './given-id.ts'
import { parameters } from './parameters.ts'
import { SampleInput, VolumeMl } from './sample-fields.ts'
import { GivenStatus } from './sample-status.ts'
import { GivenSampleType } from './sample-type.ts'
import { longest, optionalText } from './text.ts'

export const AddSampleBody = SampleInput
export type AddSampleBody = z.infer<typeof AddSampleBody>

/** What is left out stays as it is. With `version`, a save over somebody else's change is refused. */
export const UpdateSampleBody = SampleInput.partial().extend({
  id: GivenId,
  version: Version.optional(),
  volume: VolumeMl.nullish(),
  collectionTimestamp: GivenInstant.nullish(),
})
export type UpdateSampleBody = z.infer<typeof UpdateSampleBody>

export const childrenPerRequest = { least: 1, most: 50, usual: 3 } as const

const quantityRange = `Quantity must be between ${childrenPerRequest.least} and ${childrenPerRequest.most}`
export const ChildQuantity = z
  .number({
    error: (issue) =>
      issue.input === undefined || issue.input === null ? 'Please enter the quantity' : quantityRange,
  })
  .int(quantityRange)
  .min(childrenPerRequest.least, quantityRange)
  .max(childrenPerRequest.most, quantityRange)

export const ChildType = z
  .unknown()
  .refine((given) => given !== undefined && given !== null && given !== '', 'Please select a sample type')
  .pipe(GivenSampleType)

export const AddChildBody = parameters({
  parentSampleId: GivenId,
  count: ChildQuantity.default(1),
  type: ChildType,
})
export type AddChildBody = z.infer<typeof AddChildBody>

/** A status that must be chosen. */
const ChosenStatus = z
  .unknown()
  .refine((given) => given !== undefined && given !== null && given !== '', 'Please select a status')
  .pipe(GivenStatus)

export const UpdateLifecycleBody = parameters({
  sampleId: GivenId,
  newStatus: ChosenStatus,
  notes: optionalText(longest.notes),
})
export type UpdateLifecycleBody = z.infer<typeof UpdateLifecycleBody>

const mostStatusesAtOnce = 10_000

/** All or nothing: one sample that may not go there keeps all where they are. */
export const UpdateStatusesBody = parameters({
  sampleIds: z
    .array(GivenId)
    .min(1, 'sampleIds must name at least one sample')
    .max(mostStatusesAtOnce, `sampleIds may name at most ${mostStatusesAtOnce.toLocaleString('en')} samples`),
  newStatus: ChosenStatus,
  notes: optionalText(longest.notes),
})
export type UpdateStatusesBody = z.infer<typeof UpdateStatusesBody>

/** The events as the changes returned them, or as the history shows them. */
export const UndoStatusBody = parameters({
  eventIds: z
    .array(z.number('eventIds must be whole numbers').int('eventIds must be whole numbers').min(1))
    .min(1, 'eventIds must name at least one change')
    .max(mostStatusesAtOnce, `eventIds may name at most ${mostStatusesAtOnce.toLocaleString('en')} changes`),
})
export type UndoStatusBody = z.infer<typeof UndoStatusBody>
