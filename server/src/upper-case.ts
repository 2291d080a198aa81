/**
 * Returns a text in upper case, as PostgreSQL's `upper()` does for its indexes: letter by letter (the simple case
 * mapping of Unicode). JavaScript's own writes 'ß' as 'SS', so that two names would be one.
 */
export const upperCase = (text: string): string =>
  Array.from(text, (letter) => {
    const upper = letter.toUpperCase()
    return upper.length === letter.length ? upper : letter
  }).join('')
