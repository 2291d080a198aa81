const namesTold = 3

/** 'A, B, C and 7 more'. */
export const namesInShort = (names: readonly string[]): string =>
  names.length > namesTold + 1
    ? `${names.slice(0, namesTold).join(', ')} and ${names.length - namesTold} more`
    : names.join(', ')
