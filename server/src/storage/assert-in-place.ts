import type { CellInput } from '@lims/contract/sample-location.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { Place } from './placement-queries.ts'

/** Throws `moved-meanwhile` if a sample is not where the client believes it to be. */
export function assertInPlace(present: Place | undefined, expected: CellInput): void {
  const { storageId, rowCoordinate, columnCoordinate } = expected
  const isInPlace = present
    ? present.storageId === storageId && present.row === rowCoordinate && present.column === columnCoordinate
    : storageId <= 0
  if (isInPlace) return
  throw new DomainError(
    'moved-meanwhile',
    'A tube has been moved by someone else since. Nothing was moved; please check again.',
  )
}
