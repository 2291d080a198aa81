/** What somebody else has put into a field meanwhile, in words. */
export type Newer<V> = Partial<Record<keyof V, string>>

/**
 * Takes over what somebody else has saved since `was`, but for the fields that were typed over here.
 * `newer` names what those hold now that both have changed.
 */
export function mergeNewer<V extends object>(was: V, typed: V, is: V): { merged: V; newer: Newer<V> } {
  const merged = { ...is }
  const newer: Newer<V> = {}
  for (const field of Object.keys(is) as (keyof V)[]) {
    if ((typed[field] ?? '') === was[field]) continue
    merged[field] = typed[field]
    const isBoth = is[field] !== was[field] && is[field] !== typed[field]
    if (isBoth) newer[field] = `Now saved: ${is[field] || 'nothing'}`
  }
  return { merged, newer }
}
