import { z } from 'zod'
import { Version } from './bounds.ts'
import { Custody } from './custody.ts'
import { DeletedReply } from './deletions.ts'
import { endpoint } from './endpoint.ts'
import { formatNumber } from './format-count.ts'
import { IdInput } from './id-input.ts'
import { parameters } from './parameters.ts'
import { maskable, personal, personalFields, withPersonalValues } from './personal.ts'
import { Reason } from './reason.ts'
import { childFields, refuseLossAlone, UndoAddChildBody, UpdateSampleBody } from './sample-changes.ts'
import { byPartOfId, refuseIncompleteFilters, sampleFilters } from './sample-filters.ts'
import { SampleSort } from './sample-sort.ts'
import { SampleStatus } from './sample-status.ts'
import { SampleType } from './sample-type.ts'
import { success } from './success.ts'
import { maxTextLength, requiredText } from './text.ts'
import { Millilitres, maxVolumeMl } from './volume.ts'

/** Maximum number of samples that can be chosen, and changed, together. */
export const maxChosenSamples = 20_000

/** The fields of a chosen sample that the bulk bar shows. */
export const ChosenSample = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The tube ID. */
  alias: z.string(),
  status: SampleStatus,
})
export type ChosenSample = z.infer<typeof ChosenSample>

/** A list of chosen samples. */
export const ChosenIds = z
  .array(IdInput)
  .min(1, 'sampleIds must name at least one sample')
  .max(maxChosenSamples, `sampleIds may name at most ${formatNumber(maxChosenSamples)} samples`)

/** A chosen sample as it is now, with what the bulk actions show and compare. */
export const ChosenDetails = ChosenSample.extend({
  type: SampleType,
  custody: Custody,
  /** The change of custody that holds, as /custody/set and /samples/associate compare it. Null if there is none. */
  custodyEventId: z.number().int().nullable(),
  volume: Millilitres,
  subjectId: personal(z.string().nullable()),
  siteId: personal(z.string().nullable()),
  ...maskable,
  visitId: z.string().nullable(),
  batchId: z.uuid(),
  batchName: z.string(),
  version: z.number().int(),
  /** Null if the sample is not in storage. */
  place: z
    .object({
      storageId: z.number().int(),
      storageName: z.string(),
      rowCoordinate: z.number().int(),
      columnCoordinate: z.number().int(),
      /** The label of the cell, such as B4. */
      position: z.string(),
      /** The names from the root to the cell: Freezer 1 › Rack A › Box 9 › B4. */
      path: z.string(),
    })
    .nullable(),
})
export type ChosenDetails = z.infer<typeof ChosenDetails>

/** The fields that can be edited on many samples at once. */
export const BulkField = z.enum(['type', 'volume', 'subjectId', 'siteId', 'visitId'])
export type BulkField = z.infer<typeof BulkField>

const clearableFields: readonly BulkField[] = ['subjectId', 'siteId', 'visitId']
/** Whether a field can be left empty. */
export const isClearable = (field: BulkField): boolean => clearableFields.includes(field)

/** Returns a value as it is stored: trimmed, null if blank. Throws ZodError with the message of the form field. */
export const parseFieldValue = (field: BulkField, value: unknown): string | number | null =>
  UpdateSampleBody.shape[field].parse(value) ?? (field === 'volume' ? 0 : null)

const FieldValue = z
  .union([z.string().max(maxTextLength.subjectId), z.number().min(0).max(maxVolumeMl)])
  .nullable()

/** All or nothing: each sample gets the value at its position. */
export const EditFieldBody = parameters({
  field: withPersonalValues(BulkField.clone(), personalFields),
  sampleIds: ChosenIds,
  /** The versions that the person has seen: if one sample has changed since, nothing is saved. */
  versions: z.array(Version).min(1).max(maxChosenSamples),
  /** One value for all, or one for each sample. Null clears an optional field. */
  values: z.array(FieldValue).min(1).max(maxChosenSamples),
  /** True: children that have the former subject, site or visit of their parent get the new one too. */
  alsoChildren: z.boolean().optional(),
  /** True, in an undo: children that have got the value since, created or restored, get the former value too. */
  alsoNewChildren: z.boolean().optional(),
})
  .refine(({ sampleIds, versions }) => versions.length === sampleIds.length, {
    message: 'versions must hold one version for each sample',
    path: ['versions'],
  })
  .refine(({ sampleIds, values }) => values.length === 1 || values.length === sampleIds.length, {
    message: 'values must hold one value for all samples, or one for each',
    path: ['values'],
  })
  .superRefine(({ field, values }, { addIssue }) => {
    for (const value of new Set(values)) {
      const { error } = UpdateSampleBody.shape[field].safeParse(value)
      const [issue] = error?.issues ?? []
      if (issue) return addIssue({ code: 'custom', path: ['values'], message: issue.message })
    }
  })
export type EditFieldBody = z.infer<typeof EditFieldBody>

export const EditFieldReply = z.object({
  success,
  /** Number of samples whose value differs. */
  count: z.number().int(),
  /** The request that undoes this one; null if nothing differs. */
  undo: z
    .object({
      field: BulkField,
      sampleIds: z.array(z.string()),
      versions: z.array(z.number().int()),
      values: z.array(FieldValue),
      alsoNewChildren: z.literal(true).optional(),
    })
    .nullable(),
})
export type EditFieldReply = z.infer<typeof EditFieldReply>

/** Maximum number of samples that get children together, and of the children of one request. */
export const [maxParents, maxChildren] = [1000, 10_000]

/** All or nothing: each parent gets the same children. */
export const AddChildrenBody = parameters({
  parentSampleIds: z
    .array(IdInput)
    .min(1, 'parentSampleIds must name at least one sample')
    .max(maxParents, `parentSampleIds may name at most ${formatNumber(maxParents)} samples`)
    .refine((ids) => new Set(ids).size === ids.length, 'parentSampleIds contains a sample twice'),
  ...childFields,
})
  .superRefine(refuseLossAlone)
  .refine(({ parentSampleIds, count }) => parentSampleIds.length * count <= maxChildren, {
    message: `at most ${formatNumber(maxChildren)} children are created together`,
    path: ['count'],
  })
export type AddChildrenBody = z.infer<typeof AddChildrenBody>

/** The children that a request created, by parent. */
const ChildrenOfParents = z.array(z.object({ parentSampleId: z.uuid(), childIds: z.array(z.uuid()) }))

export const AddChildrenReply = z.object({
  success,
  /** Number of children. */
  count: z.number().int(),
  /** In the order of `parentSampleIds`, those of one parent in the order of their names. */
  samples: z.array(ChosenSample),
  /** The request that undoes this one. */
  undo: z.object({ creations: ChildrenOfParents }),
})
export type AddChildrenReply = z.infer<typeof AddChildrenReply>

/** All or nothing: if one creation cannot be undone, all children stay. */
export const UndoAddChildrenBody = parameters({
  creations: z
    .array(UndoAddChildBody)
    .min(1, 'creations must name at least one creation')
    .max(maxParents, `creations may name at most ${formatNumber(maxParents)} creations`),
})
export type UndoAddChildrenBody = z.infer<typeof UndoAddChildrenBody>

export const ResolveCodesBody = parameters({
  /** Ids, tube IDs or names, in upper or lower case. */
  codes: z
    .array(requiredText(maxTextLength.code, 'must not be empty'))
    .min(1, 'codes must hold at least one code')
    .max(maxChosenSamples, `codes may hold at most ${formatNumber(maxChosenSamples)} codes`),
})
export type ResolveCodesBody = z.infer<typeof ResolveCodesBody>

/** One of several samples that a code can mean. */
export const CodeCandidate = ChosenSample.extend({
  type: SampleType,
  subjectId: personal(z.string().nullable()),
  ...maskable,
  batchName: z.string(),
})
export type CodeCandidate = z.infer<typeof CodeCandidate>

export const ResolveCodesReply = z.object({
  /** Codes that one sample has, each once, in the order of the request. */
  found: z.array(z.object({ code: z.string(), sample: ChosenSample })),
  /** Codes that several samples have, such as a name that is used in two batches. */
  ambiguous: z.array(
    z.object({
      code: z.string(),
      /** The newest of them, at most `maxCandidates`. */
      candidates: z.array(CodeCandidate),
      /** True if further samples have the code. */
      hasMore: z.boolean(),
    }),
  ),
  unknown: z.array(z.string()),
})
export type ResolveCodesReply = z.infer<typeof ResolveCodesReply>

/** Maximum number of samples that are listed for one ambiguous code; fewer in a long list of codes. */
export const maxCandidates = 10

/** Endpoints for many samples at once. */
export const sampleBulkApi = {
  matching: endpoint({
    method: 'GET',
    path: '/samples/matching',
    permission: 'sample.read',
    summary: `All samples that match a text and filters, at most ${formatNumber(maxChosenSamples)}`,
    query: parameters({ ...sampleFilters, sort: SampleSort.optional() }).superRefine(refuseIncompleteFilters),
    /** Without `sort` newest batch first, then in the order of registration. */
    reply: z.object({ samples: z.array(ChosenSample), byPartOfId }),
  }),
  resolveCodes: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/samples/resolve-codes',
    permission: 'sample.read',
    summary: 'The samples of a list of ids, tube IDs or names: found, ambiguous and unknown codes apart',
    body: ResolveCodesBody,
    reply: ResolveCodesReply,
  }),
  chosen: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/samples/chosen',
    permission: 'sample.read',
    summary:
      'The chosen samples as they are now, in the order of the request, without those that were deleted',
    body: parameters({ sampleIds: ChosenIds }),
    reply: z.object({ samples: z.array(ChosenDetails) }),
  }),
  delete: endpoint({
    method: 'POST',
    path: '/samples/delete-chosen',
    permission: 'sample.delete',
    summary: 'Delete many samples, all or none; samples with children only together with them',
    body: parameters({ sampleIds: ChosenIds, reason: Reason.optional() }),
    reply: DeletedReply,
  }),
  addChildren: endpoint({
    method: 'POST',
    path: '/samples/add-children',
    permission: 'sample.create',
    summary: `Derive the same child samples from up to ${formatNumber(maxParents)} samples, all or none`,
    body: AddChildrenBody,
    reply: AddChildrenReply,
  }),
  undoAddChildren: endpoint({
    method: 'POST',
    path: '/samples/undo-add-children',
    permission: 'sample.create',
    summary:
      'Undo the creation of children of many samples, all or none; refused if anything has happened to one of them',
    body: UndoAddChildrenBody,
    reply: z.object({ success, count: z.number().int() }),
  }),
  editField: endpoint({
    method: 'POST',
    path: '/samples/edit-field',
    permission: 'sample.edit',
    summary: 'Set one field of many samples, all or none',
    body: EditFieldBody,
    reply: EditFieldReply,
  }),
}
