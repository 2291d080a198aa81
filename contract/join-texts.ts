import { formatNumber } from './format-count.ts'

type Options = {
  separator?: string
  /** How many are written out. */
  max?: number
  /** How many there are, if not all of them are in `texts`. */
  total?: number
}

/** Joins the first texts and counts the others: 'A, B and 7 more', or 'A; B; and 7 more'. */
export function joinTexts(
  texts: readonly string[],
  { separator = ', ', max = 5, total = texts.length }: Options = {},
): string {
  const shown = texts.slice(0, max)
  const rest = total - shown.length
  if (rest <= 0) return shown.join(separator)
  const pause = separator === ', ' ? '' : separator.trimEnd()
  return `${shown.join(separator)}${pause} and ${formatNumber(rest)} more`
}

const series = new Intl.ListFormat('en', { type: 'conjunction' })

/** 'Name', 'Name and Notes', 'Name, Notes, and Volume' */
export const formatSeries = (words: readonly string[]): string => series.format(words)
