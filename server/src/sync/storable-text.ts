const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** What a file says, as it may be kept and shown: without control characters, and not without end. */
export const storableText = (text: string, longest: number): string =>
  [...text.toWellFormed().replace(unprintable, '\ufffd').slice(0, longest)].join('').toWellFormed()
