import { parameters } from './parameters.ts'
import { requiredText } from './text.ts'

export const maxReasonLength = 500

/** Why a change was made that an auditor will ask about. Required while roles are on. */
export const Reason = requiredText(
  maxReasonLength,
  `reason must say why, in 1 to ${maxReasonLength} characters`,
)

/** The body of a deletion. While roles are on, the reason is required (`reason-required`). */
export const ReasonBody = parameters({ reason: Reason.optional() }).nullish()
