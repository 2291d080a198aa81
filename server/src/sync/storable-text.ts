const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Returns a path as it may be stored, in at most `maxBytes` bytes of UTF-8: an index takes no more. */
export const storablePath = (path: string, maxBytes: number): string =>
  // Of a stream, a character that is cut is left out.
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Buffer.from(storableText(path, maxBytes)).subarray(0, maxBytes),
    { stream: true },
  )

/** Returns a text of a file as it may be stored and shown: without control characters, at most `longest` characters. */
export const storableText = (text: string, longest: number): string =>
  [...text.toWellFormed().replace(unprintable, '\ufffd').slice(0, longest)].join('').toWellFormed()
