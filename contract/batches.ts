import { z } from 'zod'
import { maxInteger, Version } from './bounds.ts'
import { DeletedReply } from './deletions.ts'
import { endpoint } from './endpoint.ts'
import { formatNumber } from './format-count.ts'
import { IdInput } from './id-input.ts'
import { PageQuery } from './paging.ts'
import { parameters } from './parameters.ts'
import { maskable } from './personal.ts'
import { Reason } from './reason.ts'
import { SampleStatus } from './sample-status.ts'
import { success } from './success.ts'
import { maxTextLength, optionalLine, requiredLine, requiredText, text } from './text.ts'
import { TubeType } from './tube-types.ts'

/** Maximum number of samples that one request to create a batch may create. */
export const maxBatchSize = 20_000

export const Batch = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  numSamples: z.number().int(),
  byStatus: z.partialRecord(SampleStatus, z.number().int()),
  metadata: z.looseObject({ createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() }),
  ...maskable,
  version: z.number().int(),
})
export type Batch = z.infer<typeof Batch>

/** Children are made in the laboratory, and do not arrive. */
export const ChildCounts = z.object({
  total: z.number().int(),
  byStatus: z.partialRecord(SampleStatus, z.number().int()),
})
export type ChildCounts = z.infer<typeof ChildCounts>

/** How many of the samples of a batch are children of others. Absent if there are none. */
export const childCounts = ChildCounts.optional().meta({
  description:
    'How many of its samples are children, also by status: these do not arrive. Absent if none is a child',
})

export const BatchDetails = Batch.extend({ children: childCounts })
export type BatchDetails = z.infer<typeof BatchDetails>

const positiveCount = (missing: string) =>
  z
    .number({ error: (issue) => (issue.input === undefined || issue.input === null ? missing : undefined) })
    .min(1, 'You must enter a value greater than 0')
    .int('Must be a whole number')
    .max(maxBatchSize, `A batch holds at most ${formatNumber(maxBatchSize)} samples`)

export const AddBatchBody = parameters({
  name: requiredLine(maxTextLength.name, 'Name is required'),
  description: requiredText(maxTextLength.description, 'Description is required'),
  numSamples: positiveCount('Number of samples is required'),
  samplePrefix: optionalLine(maxTextLength.prefix),
  tubeType: TubeType,
})
export type AddBatchBody = z.infer<typeof AddBatchBody>

export const TubeCount = z
  .number({ error: 'Must be 0 or greater' })
  .min(0, 'Must be 0 or greater')
  .int('Must be a whole number')
  .max(1000, 'Must be 1,000 or less')

export const noTubesChosen = {
  title: 'Invalid configuration',
  text: 'At least one tube type must have a count greater than 0',
} as const

/** The visit of a patient batch without a Visit ID. */
export const firstVisitId = 'V1'

export const AddPatientBatchBody = parameters({
  name: requiredLine(maxTextLength.name, 'Batch name is required'),
  description: requiredText(maxTextLength.description, 'Description is required'),
  numPatients: positiveCount('Number of patients is required'),
  tubeTypes: z.array(parameters({ tubeType: TubeType, count: TubeCount })).max(20),
  samplePrefix: optionalLine(maxTextLength.prefix),
  siteId: optionalLine(maxTextLength.siteId),
  /** `firstVisitId` without one. Names of the tubes hold it if it is given: PREFIX-P001-V2-EDTA-1. */
  visitId: optionalLine(maxTextLength.visitId),
}).superRefine(({ numPatients, tubeTypes }, context) => {
  const perPatient = kitSize(tubeTypes)
  if (perPatient === 0) {
    context.addIssue({ code: 'custom', path: ['tubeTypes'], message: noTubesChosen.text })
  } else if (perPatient * numPatients > maxBatchSize) {
    const max = formatNumber(maxBatchSize)
    const total = formatNumber(perPatient * numPatients)
    context.addIssue({
      code: 'custom',
      path: ['numPatients'],
      message: `A batch holds at most ${max} samples; these patients would make ${total}`,
    })
  }
  const chosen = tubeTypes.map(({ tubeType }) => tubeType)
  if (new Set(chosen).size < chosen.length) {
    context.addIssue({ code: 'custom', path: ['tubeTypes'], message: 'tubeTypes contains a tube type twice' })
  }
})
export type AddPatientBatchBody = z.infer<typeof AddPatientBatchBody>

export const PatientSubjectsQuery = parameters({
  samplePrefix: requiredLine(maxTextLength.prefix, 'samplePrefix is required'),
  numPatients: z.coerce.number().int().min(1).max(maxBatchSize),
  visitId: optionalLine(maxTextLength.visitId),
})
export type PatientSubjectsQuery = z.infer<typeof PatientSubjectsQuery>

/** The subject IDs that a patient batch would give. */
export const PatientSubjects = z.object({
  first: z.string(),
  last: z.string(),
  /** Name of a batch with samples of one of them, if there is one. */
  knownIn: z.string().optional(),
  /** Whether such a sample is of the same visit. */
  isVisitKnown: z.boolean().optional(),
  /** True if only deleted samples, which can be restored, have one of them. */
  isDeleted: z.boolean().optional(),
})
export type PatientSubjects = z.infer<typeof PatientSubjects>

/** Omitted fields keep their value. With `version`, the update is rejected if the batch has changed since. */
export const UpdateBatchBody = parameters({
  id: IdInput,
  name: requiredLine(maxTextLength.name, 'Please input Name!').optional(),
  description: text(maxTextLength.description).optional(),
  version: Version.optional(),
})
export type UpdateBatchBody = z.infer<typeof UpdateBatchBody>

export const DeleteBatchBody = parameters({
  /** Required while roles are on (`reason-required`). */
  reason: Reason.optional(),
  /** How many samples the person saw. If the batch has another number by now, nothing is deleted. */
  expectedNumSamples: z.number().int().min(0).max(maxInteger).optional(),
}).nullish()
export type DeleteBatchBody = z.infer<typeof DeleteBatchBody>

/** Returns the number of tubes in the kit of one patient. */
export const kitSize = (tubeTypes: readonly { count: number }[]): number =>
  tubeTypes.reduce((sum, { count }) => sum + count, 0)

export const BatchListQuery = PageQuery.extend({
  query: optionalLine(maxTextLength.search),
  /** With `newest`, the batch of exactly the name that is searched comes before all others. */
  sort: z.enum(['newest', 'name', '-name']).default('newest'),
})
export type BatchListQuery = z.infer<typeof BatchListQuery>

/** The count may be missing: one unknown count must not fail the whole list. */
export const ListedBatch = Batch.extend({ numSamples: z.number().int().nullish() })
export type ListedBatch = z.infer<typeof ListedBatch>

const BatchListReply = z.object({ batches: z.array(ListedBatch), totalBatches: z.number().int() })

/** Endpoints for batches. */
export const batchesApi = {
  add: endpoint({
    method: 'POST',
    path: '/batches/add',
    permission: 'batch.create',
    summary: 'Create a batch of tubes of one type',
    body: AddBatchBody,
    reply: z.object({ success, batch: Batch }),
  }),
  addPatient: endpoint({
    method: 'POST',
    path: '/batches/add-patient',
    permission: 'batch.create',
    summary: 'Create a batch with a kit of tubes for each patient',
    body: AddPatientBatchBody,
    reply: z.object({
      success,
      batch: Batch,
      totalSamples: z.number().int(),
      numPatients: z.number().int(),
    }),
  }),
  patientSubjects: endpoint({
    method: 'GET',
    path: '/batches/patient-subjects',
    permission: 'batch.create',
    summary:
      'The subject IDs that a patient batch of a prefix would give, and whether samples have one of them',
    query: PatientSubjectsQuery,
    reply: PatientSubjects,
  }),
  update: endpoint({
    method: 'POST',
    path: '/batches/update',
    permission: 'batch.edit',
    summary: 'Change the name or description of a batch',
    body: UpdateBatchBody,
    reply: z.object({ success, batch: Batch }),
  }),
  delete: endpoint({
    method: 'POST',
    path: '/batches/delete',
    permission: 'batch.delete',
    summary: 'Delete a batch and all its samples',
    query: parameters({ id: IdInput }),
    body: DeleteBatchBody,
    reply: DeletedReply,
  }),
  get: endpoint({
    method: 'GET',
    path: '/batches/get',
    permission: 'batch.read',
    summary: 'One batch',
    query: parameters({ id: IdInput }),
    reply: z.object({ batch: BatchDetails }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/batches/list',
    permission: 'batch.read',
    summary: 'A page of batches',
    query: BatchListQuery,
    reply: BatchListReply,
  }),
  search: endpoint({
    method: 'GET',
    path: '/batches/search',
    permission: 'batch.read',
    summary: 'A page of the batches whose name contains a text',
    query: BatchListQuery,
    reply: BatchListReply,
  }),
}
