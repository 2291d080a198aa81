export const delimiters: readonly string[] = ['\t', ';', ',', '|']

/** Rows and characters from which the delimiter is guessed. */
const maxRows = 100
const maxLength = 100_000

/** How often a row has each delimiter. */
type Counts = Map<string, number>

/**
 * Returns the delimiter whose count per row matches the header in most of the first rows; on a tie, the one that is
 * most frequent in the header; then tab or semicolon, because commas are frequent in texts and numbers. Undefined if
 * the header has none.
 */
export function guessDelimiter(text: string): string | undefined {
  const [header, ...rows] = countDelimiters(text)
  const scores = delimiters.flatMap((delimiter) => {
    const inHeader = header?.get(delimiter)
    if (!inHeader) return []
    const numLikeHeader = rows.filter((counts) => counts.get(delimiter) === inHeader).length
    return { delimiter, inHeader, numLikeHeader }
  })
  const [best] = scores.toSorted(
    (one, other) => other.numLikeHeader - one.numLikeHeader || other.inHeader - one.inHeader,
  )
  return best?.delimiter
}

/** Counts delimiters outside quotation marks in the first rows that are not empty. */
function countDelimiters(text: string): Counts[] {
  const rows: Counts[] = []
  let counts: Counts = new Map()
  let isEmpty = true
  let isAtStartOfCell = true
  let isQuoted = false
  const endRow = () => {
    if (!isEmpty) rows.push(counts)
    counts = new Map()
    isEmpty = true
    isAtStartOfCell = true
  }
  for (const character of text.slice(0, maxLength)) {
    if (isQuoted) {
      // A doubled quotation mark ends the quotation and begins it again.
      isQuoted = character !== '"'
      isAtStartOfCell = true
      continue
    }
    if (character === '\n' || character === '\r') {
      endRow()
      if (rows.length > maxRows) return rows
      continue
    }
    isEmpty = false
    const isDelimiter = delimiters.includes(character)
    if (isDelimiter) counts.set(character, (counts.get(character) ?? 0) + 1)
    isQuoted = character === '"' && isAtStartOfCell
    isAtStartOfCell = isDelimiter || (isAtStartOfCell && character === ' ')
  }
  // A row that the limit has cut is not counted, unless it is the header.
  if (rows.length === 0 || text.length <= maxLength) endRow()
  return rows
}

const delimiterLine = /^\ufeff?("?)sep=([^"\r\n])\1[ \t]*(?:\r\n|\r|\n|$)/i

/**
 * Takes the line `sep=;` from the beginning of a CSV file: it tells Excel the delimiter and is not data. Returns the
 * text after it, and undefined as the delimiter if a file has no such line.
 */
export function takeDelimiterLine(text: string): { delimiter: string | undefined; text: string } {
  const match = delimiterLine.exec(text)
  return match ? { delimiter: match[2], text: text.slice(match[0].length) } : { delimiter: undefined, text }
}
