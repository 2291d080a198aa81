import { isSame } from './is-same.ts'

/** For each field that two people have changed: the value that the other person saved, as text. */
export type Conflicts<V> = Partial<Record<keyof V, string>>

/**
 * Merges a form with a newer version of its record. Fields that the person changed keep what they typed;
 * all other fields take the newer value.
 */
export function mergeSavedChanges<V extends object>(
  base: V,
  typed: V,
  newest: V,
): { merged: V; conflicts: Conflicts<V> } {
  const merged = { ...newest }
  const conflicts: Conflicts<V> = {}
  for (const field of Object.keys(newest) as (keyof V)[]) {
    if (isSame(typed[field], base[field])) continue
    merged[field] = typed[field]
    const isConflict = !isSame(newest[field], base[field]) && !isSame(newest[field], typed[field])
    if (isConflict) conflicts[field] = `Now saved: ${isSame(newest[field], '') ? 'nothing' : newest[field]}`
  }
  return { merged, conflicts }
}
