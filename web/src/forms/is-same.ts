/**
 * Whether two values of a form are the same. Empty text, null and undefined are, as a field that was emptied may hold
 * any of them; groups of fields are compared field by field.
 */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isGroup(one) || !isGroup(other)) return (one ?? '') === (other ?? '')
  return Object.keys({ ...one, ...other }).every((field) => isSame(one[field], other[field]))
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
