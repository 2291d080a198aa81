import { errorTexts } from '@lims/contract/errors.ts'
import { nextStatuses, receivableStatuses, type SampleStatus } from '@lims/contract/sample-status.ts'
import { DomainError } from '../errors/domain-error.ts'

type StatusChange = {
  from: SampleStatus
  to: SampleStatus
  notes: string | undefined
  /** Of the sample after it. */
  version: number
}

/** A change of status as the audit trail holds it. What is noted at it is not the sample's own notes, which stay. */
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
  const targets = allowed.length > 0 ? `can go to ${allowed.join(' or ')}` : 'is terminal'
  throw new DomainError(
    'status-transition-invalid',
    `${errorTexts.transitionPrefix}: ${sample.name} is ${sample.status} and ${targets}, not to ${to}`,
  )
}
