import { formatsOfStyles } from './cell-formats.ts'
import { attribute, parsePlace } from './first-sheet.ts'
import { formatNumberAs, parseNumberFormat, shownOfNumber } from './number-format.ts'

const cell = /<c\s[^<>]*>/g
const positiveNumber = /^\d+(?:\.\d+)?(?:e[+-]\d+)?$/

/** Writes numbers with the zeros and texts that the format of their cells adds, as Excel shows them. */
export function padNumbers(sheet: Buffer, styles: string, cells: string[][]): void {
  const formats = new Map(
    [...formatsOfStyles(styles)].flatMap(([style, code]) => {
      const format = parseNumberFormat(code)
      return format.some(({ shown }) => shown) ? [[style, format] as const] : []
    }),
  )
  if (formats.size === 0) return
  for (const [tag] of sheet.toString('utf8').matchAll(cell)) {
    const format = formats.get(attribute(tag, 's') ?? '0')
    if (!format || (attribute(tag, 't') ?? 'n') !== 'n') continue
    const place = parsePlace(attribute(tag, 'r') ?? '')
    const row = place && cells[place.row]
    if (!row) continue
    // As parsed: programs in Java write the number 12345 as 12345.0, and longer ones as 1.2345678E7.
    const number = row[place.column] ?? ''
    const shown = positiveNumber.test(number) ? shownOfNumber(format, Number(number)) : undefined
    if (shown) row[place.column] = formatNumberAs(shown, number)
  }
}
