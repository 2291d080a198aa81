const delimiterLine = /^\ufeff?("?)sep=([^"\r\n])\1[ \t]*(?:\r\n|\r|\n|$)/i

/**
 * Takes the line `sep=;` from the beginning of a CSV file: it tells Excel the delimiter and is not data. Returns the
 * text after it, and undefined as the delimiter if a file has no such line.
 */
export function takeDelimiterLine(text: string): { delimiter: string | undefined; text: string } {
  const match = delimiterLine.exec(text)
  return match ? { delimiter: match[2], text: text.slice(match[0].length) } : { delimiter: undefined, text }
}
