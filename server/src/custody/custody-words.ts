const maxListed = 5

/** Joins up to five texts and counts the others: 'A, B and 7 more'. */
export function listed(texts: readonly string[], separator = ', '): string {
  const shown = texts.slice(0, maxListed).join(separator)
  const rest = texts.length - maxListed
  return rest > 0 ? `${shown}${separator.trimEnd()} and ${rest.toLocaleString('en')} more` : shown
}
