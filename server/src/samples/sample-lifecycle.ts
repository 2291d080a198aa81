import { type Custody, custodyNames, isAway, isOutOfUse } from '@lims/contract/custody.ts'
import { errorTexts } from '@lims/contract/errors.ts'
import {
  displayName,
  isEarlierStatus,
  nextStatuses,
  receivableStatuses,
  type SampleStatus,
} from '@lims/contract/sample-status.ts'
import type { Actor } from '../audit/actor.ts'
import { assertReason } from '../audit/assert-reason.ts'
import { DomainError } from '../errors/domain-error.ts'

type StatusChange = {
  from: SampleStatus
  to: SampleStatus
  notes: string | undefined
  /** Version of the sample after the change. */
  version: number
}

/** Returns the audit event's before and after. `eventNotes` are the notes of the event, not of the sample. */
export const statusChange = ({ from, to, notes, version }: StatusChange) => ({
  before: { status: from },
  after: { status: to, ...(notes ? { eventNotes: notes } : {}), version },
})

type NamedSample = { name: string; status: SampleStatus }

type ReceivableSample = NamedSample & { id: string; custody: Custody }

/**
 * Throws `sample-not-receivable` unless the status is UNKNOWN or COLLECTED, and for a sample that is depleted or
 * disposed of. `history` is a sentence on how the sample got its status, for the refusal.
 */
export function assertReceivable({ id, name, status, custody }: ReceivableSample, history = '') {
  if (!receivableStatuses.includes(status)) {
    const sentences = [`${name} is ${displayName(status)}.`, history, onlyReceivable, adviceOn(custody)]
    const message = sentences.filter(Boolean).join(' ')
    throw new DomainError('sample-not-receivable', message, undefined, { sampleId: id })
  }
  if (isOutOfUse(custody)) {
    throw new DomainError(
      'sample-not-receivable',
      `${name} is recorded as ${custodyNames[custody]}. If this is its tube, correct its custody on the page of the sample first.`,
      undefined,
      { sampleId: id },
    )
  }
}

/** What to do with a tube in hand that is recorded as away, such as at a partner, or out of use. Empty for others. */
function adviceOn(custody: Custody): string {
  const recorded = `It is recorded as ${custodyNames[custody]}. If this is its tube,`
  if (isAway(custody)) return `${recorded} scan it as returned on the page Check out and return.`
  if (isOutOfUse(custody)) return `${recorded} correct its custody on the page of the sample.`
  return ''
}

const onlyReceivable = 'Only samples with status UNKNOWN or COLLECTED can be received.'

/** Throws `status-transition-invalid` for a change that is not in the lifecycle table. */
export function assertTransition(sample: NamedSample, to: SampleStatus) {
  const allowed = nextStatuses[sample.status]
  if (allowed.includes(to)) return
  const targets = allowed.map(displayName).join(' or ')
  throw new DomainError(
    'status-transition-invalid',
    `${errorTexts.transitionPrefix}: ${sample.name} is ${displayName(sample.status)} and can change to ${targets}, not to ${displayName(to)}`,
  )
}

/** Throws `reason-required` if one of the changes goes back and the actor needs a reason and gave none. */
export function assertReasonToGoBack(
  actor: Actor,
  changes: readonly { from: SampleStatus; to: SampleStatus }[],
): void {
  if (changes.some(({ from, to }) => isEarlierStatus(to, from))) assertReason(actor, 'the status goes back')
}
