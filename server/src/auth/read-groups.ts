import type { Groups } from '../sessions/assign-provider-role.ts'

/**
 * Returns the groups in a claim: an array of texts, or one text. The claim is a name, or a path such as
 * `realm_access.roles`. Returns undefined if there is no such claim.
 */
export function readGroups(claims: Record<string, unknown>, claim: string): Groups | undefined {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : valueAt(claims, claim.split('.'))
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value.trim() || []
  return Array.isArray(value) ? value.filter((group) => typeof group === 'string') : []
}

/**
 * Whether claims say that the groups are somewhere else, as Entra ID does for a person in more than fit into a token.
 * No claim at all means that there are none: providers leave out an empty one.
 */
export const hasGroupsElsewhere = (claims: Record<string, unknown>, claim: string): boolean =>
  valueAt(claims, ['_claim_names', claim]) !== undefined ||
  (claim === 'groups' && [true, 'true'].includes(claims.hasgroups as boolean | string))

function valueAt(claims: unknown, path: readonly string[]): unknown {
  let value = claims
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}
