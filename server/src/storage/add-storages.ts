import type { AddStoragesBody } from '@lims/contract/storage-series.ts'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { createStorages } from './create-storages.ts'

/** Creates storages that differ in their names only, all or none. Throws what `createStorages` throws. */
export function addStorages(
  trx: Transaction,
  { aliases, parentID, ...shape }: AddStoragesBody,
  actor: Actor,
): ReturnType<typeof createStorages> {
  const nominalTemperatureC = shape.nominalTemperatureC ?? null
  const wanted = aliases.map((alias) => ({ ...shape, alias, nominalTemperatureC }))
  return createStorages(trx, wanted, parentID, actor)
}
