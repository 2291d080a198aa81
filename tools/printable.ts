/** Controls, also those for the direction of writing, and other ends of a line. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/**
 * Returns a text in one line, with control characters as escapes such as `\u{1b}`. A text of an altered database or file
 * could otherwise make the terminal hide the finding.
 */
export const printable = (text: string): string =>
  text.replace(unprintable, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
