import type { CellInput, ExpectedCell } from '@lims/contract/sample-location.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { assertCustodyUnchanged, type Tube } from '../samples/assert-custody-unchanged.ts'
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

/**
 * Like `assertInPlace`, and throws `custody-not-possible` if another change of custody holds than the one the client
 * believes to. Call it with the sample locked.
 */
export async function assertAsSeen(
  trx: Transaction,
  sample: Tube,
  present: Place | undefined,
  expected: ExpectedCell,
): Promise<void> {
  assertInPlace(present, expected)
  await assertCustodyUnchanged(trx, sample, expected.custodyEventId, 'its place was read')
}
