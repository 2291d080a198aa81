import { z } from 'zod'
import { EventId, InstantInput, Version } from './bounds.ts'
import { formatNumber } from './format-count.ts'
import { IdInput } from './id-input.ts'
import { parameters } from './parameters.ts'
import { personal } from './personal.ts'
import { Reason } from './reason.ts'
import { requiredChoice } from './required-choice.ts'
import { SampleInput, VolumeMl } from './sample-fields.ts'
import { StatusInput } from './sample-status.ts'
import { SampleTypeInput } from './sample-type.ts'
import { maxTextLength, optionalText } from './text.ts'

/** Required (`reason-required`) while roles are on and the status goes to an earlier one. */
const reasonToGoBack = Reason.optional()

export const AddSampleBody = SampleInput
export type AddSampleBody = z.infer<typeof AddSampleBody>

/** The fields that children take from their parent when they are created. */
export const inheritedFields = ['subjectId', 'siteId', 'visitId'] as const

export const isInheritedField = (field: string): boolean =>
  inheritedFields.some((inherited) => inherited === field)

/** Omitted fields keep their value. With `version`, the update is rejected if the sample has changed since. */
export const UpdateSampleBody = SampleInput.partial().extend({
  id: IdInput,
  version: Version.optional(),
  subjectId: personal(SampleInput.shape.subjectId.optional()),
  siteId: personal(SampleInput.shape.siteId.optional()),
  volume: VolumeMl.nullish(),
  collectionTimestamp: InstantInput.nullish(),
  /** True: children that have the former subject, site or visit get the new one too. */
  alsoChildren: z.boolean().optional(),
  reason: reasonToGoBack,
})
export type UpdateSampleBody = z.infer<typeof UpdateSampleBody>

export const childrenPerRequest = { min: 1, max: 50, default: 3 } as const

const quantityRange = `Quantity must be between ${childrenPerRequest.min} and ${childrenPerRequest.max}`
export const ChildQuantity = z
  .number({
    error: (issue) =>
      issue.input === undefined || issue.input === null ? 'Please enter the quantity' : quantityRange,
  })
  .int(quantityRange)
  .min(childrenPerRequest.min, quantityRange)
  .max(childrenPerRequest.max, quantityRange)

export const ChildType = requiredChoice(SampleTypeInput, 'Please select a sample type')

/** The children of one parent. */
export const childFields = {
  count: ChildQuantity.default(1),
  type: ChildType,
  /** Millilitres of each child. */
  volume: VolumeMl.nullish().transform((volumeMl) => volumeMl ?? 0),
  /** True: what the children get, and the loss, is taken off the parent. */
  takeFromParent: z.boolean().default(false),
  /** Millilitres that are lost on the way, once for all children of a parent. */
  loss: VolumeMl.nullish().transform((lossMl) => lossMl ?? 0),
}

/** Refuses a loss that is taken off no parent. */
export function refuseLossAlone(
  { takeFromParent, loss }: { takeFromParent: boolean; loss: number },
  context: z.RefinementCtx,
) {
  if (loss > 0 && !takeFromParent) {
    context.addIssue({
      code: 'custom',
      path: ['loss'],
      message: 'loss needs takeFromParent',
    })
  }
}

export const AddChildBody = parameters({ parentSampleId: IdInput, ...childFields }).superRefine(
  refuseLossAlone,
)
export type AddChildBody = z.infer<typeof AddChildBody>

/** `childIds` are all children that one request created. */
export const UndoAddChildBody = parameters({
  parentSampleId: IdInput,
  childIds: z
    .array(IdInput)
    .min(childrenPerRequest.min, 'childIds must name at least one child')
    .max(childrenPerRequest.max, `childIds may name at most ${childrenPerRequest.max} children`),
})
export type UndoAddChildBody = z.infer<typeof UndoAddChildBody>

/** A required status. */
const RequiredStatus = requiredChoice(StatusInput, 'Please select a status')

export const UpdateLifecycleBody = parameters({
  sampleId: IdInput,
  newStatus: RequiredStatus,
  notes: optionalText(maxTextLength.notes),
  reason: reasonToGoBack,
})
export type UpdateLifecycleBody = z.infer<typeof UpdateLifecycleBody>

const maxStatusesPerRequest = 20_000

/** All or nothing: if one transition is not allowed, no sample changes. */
export const UpdateStatusesBody = parameters({
  sampleIds: z
    .array(IdInput)
    .min(1, 'sampleIds must name at least one sample')
    .max(maxStatusesPerRequest, `sampleIds may name at most ${formatNumber(maxStatusesPerRequest)} samples`),
  newStatus: RequiredStatus,
  notes: optionalText(maxTextLength.notes),
  reason: reasonToGoBack,
})
export type UpdateStatusesBody = z.infer<typeof UpdateStatusesBody>

/** The events as the changes returned them, or as the history shows them. */
export const UndoStatusBody = parameters({
  eventIds: z
    .array(EventId)
    .min(1, 'eventIds must name at least one change')
    .max(maxStatusesPerRequest, `eventIds may name at most ${formatNumber(maxStatusesPerRequest)} changes`),
  reason: reasonToGoBack,
})
export type UndoStatusBody = z.infer<typeof UndoStatusBody>
