/** At the beginning of a CSV file: without it, Excel reads UTF-8 as the local code page. */
export const byteOrderMark = '\ufeff'

/**
 * Returns the encoding of a text file by its byte order mark. Without one it is UTF-8, or UTF-16 if the high bytes of
 * the first two characters are 0, as some instruments write it.
 */
export function textEncoding([a, b, c, d]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d)) return 'utf-16be'
  return 'utf-8'
}
