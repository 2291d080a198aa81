import { errorTexts } from '@lims/contract/errors.ts'
import { nextStatuses, receivableStatuses, SampleStatus } from '@lims/contract/sample-status.ts'
import { DomainError } from '../errors/domain-error.ts'

type Named = { name: string; status: SampleStatus }

export function assertReceivable(sample: Named) {
  if (receivableStatuses.includes(sample.status)) return
  throw new DomainError(
    'sample-not-receivable',
    `${sample.name} is ${sample.status}. Only samples with status UNKNOWN or COLLECTED can be received.`,
  )
}

/** Reads a wanted status; fails for a word that is none. */
export function knownStatus(given: string): SampleStatus {
  const { data } = SampleStatus.safeParse(given)
  if (data) return data
  throw new DomainError(
    'request-invalid',
    `${errorTexts.statusPrefix}: '${given}' is not a status`,
    'newStatus',
  )
}

export function assertTransition(sample: Named, to: SampleStatus) {
  const allowed = nextStatuses[sample.status]
  if (allowed.includes(to)) return
  const targets = allowed.length > 0 ? `can go to ${allowed.join(' or ')}` : 'is terminal'
  throw new DomainError(
    'status-transition-invalid',
    `${errorTexts.transitionPrefix}: ${sample.name} is ${sample.status} and ${targets}, not to ${to}`,
  )
}
