import { formatCelsius } from '@lims/contract/format-celsius.ts'
import { effectiveLimits } from '@lims/contract/temperatures.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { listSingleLimits } from './storage-queries.ts'

/**
 * Throws `request-invalid` if the nominal temperature of a storage inverts its limits, or those of a storage inside that
 * has no nominal temperature of its own. The caller must hold the lock on the storage, which `setLimits` shares.
 */
export async function assertLimitsInOrder(trx: Transaction, storageId: number): Promise<void> {
  for (const { alias, nominalC, ...own } of await listSingleLimits(trx, storageId)) {
    const { lower, upper } = effectiveLimits(own, nominalC)
    if (lower === null || upper === null || lower < upper) continue
    const limits =
      own.upper === null
        ? `the lower limit ${formatCelsius(lower)}, and its upper limit would be ${formatCelsius(upper)}`
        : `the upper limit ${formatCelsius(upper)}, and its lower limit would be ${formatCelsius(lower)}`
    throw new DomainError(
      'request-invalid',
      `${alias} has ${limits}. Change its limits first, on its tab Temperature.`,
      'nominalTemperatureC',
    )
  }
}
