import { z } from 'zod'
import { type AuditAction, auditActions } from './audit.ts'
import { InstantInput, maxInteger } from './bounds.ts'
import { Custody } from './custody.ts'
import { BatchIdFilter } from './id-input.ts'
import { keysOf } from './keys-of.ts'
import { personal, personalFields } from './personal.ts'
import { SampleStatus, StatusInput } from './sample-status.ts'
import { SampleType, SampleTypeInput } from './sample-type.ts'
import { idOfStorage } from './storage.ts'
import { maxTextLength, optionalLine, optionalText } from './text.ts'

const optionalInstant = InstantInput.optional()

export const YesOrNo = z.enum(['yes', 'no'], { error: 'must be yes or no' })
export type YesOrNo = z.infer<typeof YesOrNo>

const maxListLength = 200

/**
 * One value, or several separated by commas, such as `RECEIVED,PROCESSED`. Read as a text with each value once, in the
 * order of `options`, so that a choice has one address.
 */
const oneOrSeveral = (one: z.ZodType<string>, options: readonly string[], refusal?: string) =>
  z
    .string()
    .max(maxListLength)
    .meta({ description: `One of ${options.join(', ')}, or several separated by commas` })
    .transform((text, context) => {
      const chosen = new Set<string>()
      for (const part of text.split(',')) {
        const { data, error } = one.safeParse(part.trim())
        if (error) {
          context.addIssue({ code: 'custom', message: refusal ?? error.issues[0]?.message })
          return z.NEVER
        }
        chosen.add(data)
      }
      return options.filter((option) => chosen.has(option)).join(',')
    })

export const StatusFilter = oneOrSeveral(StatusInput, SampleStatus.options)
export const SampleTypeFilter = oneOrSeveral(
  SampleTypeInput,
  SampleType.options,
  `expected one of ${SampleType.options.map((type) => `"${type}"`).join('|')}`,
)

/** Returns the values of a `StatusFilter`. */
export const statusesOf = (filter: string | undefined): SampleStatus[] =>
  SampleStatus.options.filter((status) => filter?.split(',').includes(status))
/** Returns the values of a `SampleTypeFilter`. */
export const sampleTypesOf = (filter: string | undefined): SampleType[] =>
  SampleType.options.filter((type) => filter?.split(',').includes(type))

const AuditActionFilter = optionalText(60)
  .refine(
    (action) => action === undefined || Object.hasOwn(auditActions, action),
    'must be an action of the audit trail, such as sample.receive',
  )
  // Lists of samples need no permission for the audit trail.
  .refine(
    (action) => action !== ('subject.reveal' satisfies AuditAction),
    'who revealed subjects is listed by /audit/list only',
  )

const idFilter = (maxLength: number, whose: string) =>
  personal(
    optionalLine(maxLength).meta({
      description: `The whole ID, case-insensitive. If no sample has it: samples of every ${whose} whose ID contains the text`,
    }),
  )

/** In a reply: the filters that matched parts of IDs, as no sample has their text as its whole ID. Absent if none. */
export const byPartOfId = z.array(z.enum(personalFields)).optional().meta({
  description:
    'Filters whose text is no whole ID of any sample: the reply has the samples whose ID contains the text',
})
export type ByPartOfId = z.infer<typeof byPartOfId>

/**
 * What the name of an action does not show: `taken-out` if `sample.arrange` took a sample out of storage, `not-found`
 * if `custody.undo-pick` undid the report that a tube was not found.
 */
export const changeVariants = ['taken-out', 'not-found'] as const

/** Filters shared by all lists of samples. */
export const sampleFilters = {
  query: optionalText(maxTextLength.search),
  /** Part of the name, case-insensitive. */
  name: optionalLine(maxTextLength.name).optional(),
  batchId: BatchIdFilter.optional(),
  /** One status, or several separated by commas. */
  status: StatusFilter.optional(),
  /** One type, or several separated by commas. */
  sampleType: SampleTypeFilter.optional(),
  custody: Custody.optional(),
  subjectId: idFilter(maxTextLength.subjectId, 'subject'),
  siteId: idFilter(maxTextLength.siteId, 'site'),
  /** Samples in this storage and in all storages below it. */
  storageId: z.coerce
    .number(idOfStorage)
    .int(idOfStorage)
    .min(1, idOfStorage)
    .max(maxInteger, idOfStorage)
    .optional(),
  /** Whether the sample is in storage. */
  hasPlace: YesOrNo.optional(),
  /** Whether a data file is linked and not in doubt. */
  hasFile: YesOrNo.optional(),
  /** Whether the sample is a child of another. */
  hasParent: YesOrNo.optional(),
  /** Samples registered at or after `createdFrom` and before `createdTo`. */
  createdFrom: optionalInstant,
  createdTo: optionalInstant,
  /** Only samples that wait in their status: not children before RECEIVED, nor what is depleted or disposed of. */
  waits: z.literal('yes', 'must be yes').optional(),
  /** Samples that have had their current status since before this time. */
  waitingSince: optionalInstant,
  /** Samples that reached this status at or after `reachedFrom` and before `reachedTo`. */
  reached: z.enum(['RECEIVED', 'SEQUENCED']).optional(),
  reachedFrom: optionalInstant,
  reachedTo: optionalInstant,
  /**
   * Samples with this audit action (such as `sample.arrange`), by this person, from `changedFrom` to `changedTo`, both
   * included.
   */
  change: AuditActionFilter.optional(),
  changedBy: optionalText(200).optional(),
  changedFrom: optionalInstant,
  changedTo: optionalInstant,
  /** Only this variant of the action; `none`: only what is of no variant. Without it, all. */
  changedVariant: z.enum([...changeVariants, 'none']).optional(),
} as const

/** These filters only work together with another one. */
const requiredFilter = {
  reachedFrom: 'reached',
  reachedTo: 'reached',
  changedBy: 'change',
  changedFrom: 'change',
  changedTo: 'change',
  changedVariant: 'change',
} as const
const dependent = keysOf(requiredFilter)
type DependentFilters = Partial<Record<keyof typeof requiredFilter | 'reached' | 'change', unknown>>

/** Returns the filters that were given without the filter they depend on. */
export const incompleteFilters = (filters: DependentFilters) =>
  dependent.filter((name) => filters[name] && !filters[requiredFilter[name]])

/** Rejects incomplete filters: if they were ignored, the reply would be all samples as if filtered. */
export function refuseIncompleteFilters(filters: DependentFilters, { addIssue }: z.RefinementCtx) {
  for (const name of incompleteFilters(filters)) {
    addIssue({
      code: 'custom',
      path: [name],
      message: `${name} can only be used together with ${requiredFilter[name]}`,
    })
  }
}
