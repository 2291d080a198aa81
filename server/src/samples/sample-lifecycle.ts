import { errorTexts } from '@lims/contract/errors.ts'
import { nextStatuses, receivableStatuses, type SampleStatus } from '@lims/contract/sample-status.ts'
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

export function assertReceivable(sample: NamedSample) {
  if (receivableStatuses.includes(sample.status)) return
  throw new DomainError(
    'sample-not-receivable',
    `${sample.name} is ${sample.status}. Only samples with status UNKNOWN or COLLECTED can be received.`,
  )
}

export function assertTransition(sample: NamedSample, to: SampleStatus) {
  const allowed = nextStatuses[sample.status]
  if (allowed.includes(to)) return
  const targets = allowed.length > 0 ? `can change to ${allowed.join(' or ')}` : 'is terminal'
  throw new DomainError(
    'status-transition-invalid',
    `${errorTexts.transitionPrefix}: ${sample.name} is ${sample.status} and ${targets}, not to ${to}`,
  )
}
