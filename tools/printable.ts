/** Controls, also those for the direction of writing, and other ends of a line. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * Returns a text for the terminal in one line, with escapes such as `\u{1b}` for what a terminal would carry out: a text
 * of a database or a file that was altered could otherwise hide what is said about it.
 */
export const printable = (text: string): string =>
  text.replace(unprintable, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
