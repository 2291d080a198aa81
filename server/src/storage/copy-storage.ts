import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { type CopyStorageBody, maxNewStorages } from '@lims/contract/storage-series.ts'
import type { Actor } from '../audit/actor.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { createStorages, type NewStorage } from './create-storages.ts'
import { lockStorage } from './storage-queries.ts'
import { listStorageTree, type TreeStorage } from './storage-series-queries.ts'

/**
 * Copies a storage with the storages inside it, each to its cell; no samples, temperature monitors or readings. It
 * stays locked, so that it is not deleted before it is copied. Throws `too-many-storages` and what `createStorages`
 * throws.
 */
export async function copyStorage(
  trx: Transaction,
  { storageId, aliases, parentID }: CopyStorageBody,
  actor: Actor,
): ReturnType<typeof createStorages> {
  const source = await lockStorage(trx, storageId)
  const max = maxNewStorages.withInside
  const tree = await listStorageTree(trx, source.id, max + 1)
  if (tree.length * aliases.length > max) {
    const inside =
      tree.length > max
        ? `more than ${formatNumber(max - 1)} storages`
        : formatCount(tree.length - 1, 'storage')
    throw new DomainError(
      'too-many-storages',
      `${source.alias} holds ${inside}. A request creates at most ${formatNumber(max)}; nothing was created.`,
      'aliases',
    )
  }
  return createStorages(
    trx,
    copiesOf(tree, aliases),
    parentID === undefined ? source.parent_id : parentID,
    actor,
  )
}

/** The copies level by level, so that each storage comes after the one around it. */
function copiesOf(tree: readonly TreeStorage[], aliases: readonly string[]): NewStorage[] {
  const placeInTree = new Map(tree.map(({ id }, place) => [id, place]))
  return tree.flatMap(({ id, holderId, row, column, ...shape }) =>
    aliases.map((alias, copy) => {
      const copied = { ...shape, copyOf: { id, alias: shape.alias } }
      if (holderId === null) return { ...copied, alias }
      const holder = (placeInTree.get(holderId) ?? 0) * aliases.length + copy
      return { ...copied, holder: { index: holder, row, column } }
    }),
  )
}
