/** Joins the first `max` texts and counts the others: 'A, B and 7 more', or with another separator 'A; B; and 7 more'. */
export function listFirst(texts: readonly string[], { separator = ', ', max = 5 } = {}): string {
  const shown = texts.slice(0, max).join(separator)
  const rest = texts.length - max
  if (rest <= 0) return shown
  return `${shown}${separator.replace(/,? $/, '')} and ${rest.toLocaleString('en')} more`
}
