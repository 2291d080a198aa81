const maxNames = 3

/** 'A, B, C and 7 more'. */
export const shortenNames = (names: readonly string[]): string =>
  names.length > maxNames + 1
    ? `${names.slice(0, maxNames).join(', ')} and ${names.length - maxNames} more`
    : names.join(', ')
