import { z } from 'zod'
import { InstantInput } from './bounds.ts'
import { IdInput } from './id-input.ts'
import { StatusInput } from './sample-status.ts'
import { SampleTypeInput } from './sample-type.ts'
import { maxTextLength, optionalText } from './text.ts'

const givenInstant = InstantInput.optional()

/** What narrows every list of samples. */
export const sampleFilters = {
  query: optionalText(200),
  /** A part of the name, in any case. */
  name: optionalText(maxTextLength.name).optional(),
  batchId: IdInput.optional(),
  status: StatusInput.optional(),
  sampleType: SampleTypeInput.optional(),
  subjectId: optionalText(maxTextLength.subjectId),
  siteId: optionalText(maxTextLength.siteId),
  /** Those in their present status since before this instant. */
  waitingSince: givenInstant,
  /** Those that came to this status, from the one instant on and before the other. */
  reached: z.enum(['RECEIVED', 'SEQUENCED']).optional(),
  reachedFrom: givenInstant,
  reachedTo: givenInstant,
  /** Those that were changed so, as the audit trail names it (`sample.arrange`); by whom, and from when until when. */
  change: optionalText(60).optional(),
  changedBy: optionalText(200).optional(),
  changedFrom: givenInstant,
  changedTo: givenInstant,
} as const

const filterOf = {
  reachedFrom: 'reached',
  reachedTo: 'reached',
  changedBy: 'change',
  changedFrom: 'change',
  changedTo: 'change',
} as const
const dependent = Object.keys(filterOf) as (keyof typeof filterOf)[]
type Dependence = Partial<Record<keyof typeof filterOf | 'reached' | 'change', unknown>>

/** The filters that say nothing without what they belong to. */
export const incompleteFilters = (filters: Dependence) =>
  dependent.filter((name) => filters[name] && !filters[filterOf[name]])

/** Left aside, they would answer all samples as if they had been filtered. */
export function refuseIncompleteFilters(filters: Dependence, { addIssue }: z.RefinementCtx) {
  for (const name of incompleteFilters(filters)) {
    addIssue({ code: 'custom', path: [name], message: `${name} needs ${filterOf[name]} beside it` })
  }
}
