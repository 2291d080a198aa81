import { dayMs } from '@lims/contract/durations.ts'
import { DomainError } from '../errors/domain-error.ts'

/**
 * Throws `request-invalid` if tubes are expected back more than a day before they are taken: at the beginning of today
 * it may still be yesterday where the person is, and clocks differ.
 */
export function assertExpectedReturn(expectedReturn: string | null | undefined, takenAt: Date): void {
  if (expectedReturn && Date.parse(expectedReturn) < takenAt.getTime() - dayMs) {
    throw new DomainError('request-invalid', 'expectedReturn must not be in the past', 'expectedReturn')
  }
}
