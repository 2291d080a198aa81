import { formatCelsius } from '@lims/contract/format-celsius.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import { effectiveLimits } from '@lims/contract/temperatures.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { listNamesAbove } from '../samples/sample-place-queries.ts'
import { listSingleLimits, lockLimits } from './limit-queries.ts'

type Changed = {
  storageId: number
  /** Its path before the change: where a person finds it. */
  path: string
  /** Undefined for a move: each endpoint has another name for the parent. */
  field: 'nominalTemperatureC' | undefined
}

/**
 * Throws `request-invalid` if the changed temperature of a storage inverts its limits, or those of a storage inside that
 * has no nominal temperature of its own. Nobody changes limits or nominal temperatures until the transaction ends.
 */
export async function assertLimitsInOrder(
  trx: Transaction,
  { storageId, path, field }: Changed,
): Promise<void> {
  await lockLimits(trx)
  for (const { id, nominal, ...own } of await listSingleLimits(trx, storageId)) {
    const { lower, upper } = effectiveLimits(own, nominal, 100)
    if (lower === null || upper === null || lower < upper) continue
    const [low, high] = [formatCelsius(lower / 100), formatCelsius(upper / 100)]
    const limits =
      own.upper === null
        ? `the lower limit ${low}, and its upper limit would be ${high}`
        : `the upper limit ${high}, and its lower limit would be ${low}`
    const names = await listNamesAbove(trx, [storageId, id])
    const inside = names.get(id)?.slice(names.get(storageId)?.length) ?? []
    throw new DomainError(
      'request-invalid',
      `${joinPath([path, ...inside])} has ${limits}. Change its limits first, on its tab Temperature.`,
      field,
    )
  }
}
