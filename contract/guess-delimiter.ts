const delimiters = ['\t', ';', ',']

/** Rows and characters from which the delimiter is guessed. */
const maxRows = 100
const maxLength = 100_000

/** How often a row has each delimiter, in the order of `delimiters`. */
type Counts = number[]

/**
 * Returns the delimiter that is in most of the first rows as often as in the header, then the one that is most often in the
 * header. Of two that are equal in both it is the tab or semicolon: commas are frequent in texts and numbers.
 * Undefined if the header has none.
 */
export function guessDelimiter(text: string): string | undefined {
  const [header = [], ...rows] = countDelimiters(text)
  const scores = delimiters.map((delimiter, index) => {
    const inHeader = header[index] ?? 0
    const numLikeHeader = rows.filter((counts) => counts[index] === inHeader).length
    return { delimiter, inHeader, numLikeHeader }
  })
  const [best] = scores
    .filter(({ inHeader }) => inHeader > 0)
    .toSorted((one, other) => other.numLikeHeader - one.numLikeHeader || other.inHeader - one.inHeader)
  return best?.delimiter
}

/** Counts delimiters outside quotation marks in the first rows that are not empty. */
function countDelimiters(text: string): Counts[] {
  const rows: Counts[] = []
  let counts: Counts = delimiters.map(() => 0)
  let isEmpty = true
  let isAtStartOfCell = true
  let isQuoted = false
  const endRow = () => {
    if (!isEmpty) rows.push(counts)
    counts = delimiters.map(() => 0)
    isEmpty = true
    isAtStartOfCell = true
  }
  for (const character of text.slice(0, maxLength)) {
    if (isQuoted) {
      // A doubled quotation mark ends the quotation and begins it again.
      if (character === '"') isQuoted = false
      isAtStartOfCell = character === '"'
      continue
    }
    if (character === '\n' || character === '\r') {
      endRow()
      if (rows.length > maxRows) return rows
      continue
    }
    isEmpty = false
    const index = delimiters.indexOf(character)
    if (index >= 0) counts[index] = (counts[index] ?? 0) + 1
    isQuoted = character === '"' && isAtStartOfCell
    isAtStartOfCell = index >= 0 || (isAtStartOfCell && character === ' ')
  }
  // A row that the limit has cut is not counted, unless it is the header.
  if (rows.length === 0 || text.length <= maxLength) endRow()
  return rows
}
