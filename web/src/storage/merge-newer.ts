import type { Storage } from '@lims/contract/storage.ts'
import { type StorageValues, valuesOf } from './storage-values.ts'

/**
 * Takes over what somebody else has saved since `base`, but for the fields that were typed over here.
 * `newer` names what they hold now, for those that both have changed.
 */
export function mergeNewer(base: Storage, typed: StorageValues, newest: Storage) {
  const was = valuesOf(base)
  const is = valuesOf(newest)
  const merged: Record<string, unknown> = { ...is }
  const newer: Partial<Record<keyof StorageValues, string>> = {}
  for (const name of Object.keys(is) as (keyof StorageValues)[]) {
    if (typed[name] === was[name]) continue
    merged[name] = typed[name]
    if (is[name] !== was[name] && is[name] !== typed[name]) newer[name] = `Now saved: ${is[name]}`
  }
  if (is.parentID !== was.parentID && typed.parentID !== was.parentID) {
    newer.parentID = `Now saved: ${newest.parentAlias ?? 'None (top level)'}`
  }
  return { merged: merged as StorageValues, newer }
}
