/** Returns the ILIKE pattern that finds `text` anywhere, with its `%` and `_` taken literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
