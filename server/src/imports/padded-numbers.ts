import { formatsOfStyles } from './cell-formats.ts'
import { attribute, parsePlace } from './first-sheet.ts'

const cell = /<c\s[^<>]*>/g
const wholeNumber = /^\d+$/
/** 00000000 shows 12345 as 00012345, "NB"00000 as NB12345, and 000-00-0000 as 000-01-2345. */
const shownFormat = /^((?:"[^"]*"|\\.|[-0 ])*0)(?:;@)?$/
const part = /"([^"]*)"|\\(.)|([- ])|0/g

/** A digit, or a text before or between the digits. */
type Part = { text: string | undefined }

/** Writes whole numbers with the zeros and texts that the format of their cells adds, as Excel shows them. */
export function padNumbers(sheet: Buffer, styles: string, cells: string[][]): void {
  const formats = formatsOf(styles)
  if (formats.size === 0) return
  for (const [tag] of sheet.toString('utf8').matchAll(cell)) {
    const format = formats.get(attribute(tag, 's') ?? '0')
    if (!format || (attribute(tag, 't') ?? 'n') !== 'n') continue
    const place = parsePlace(attribute(tag, 'r') ?? '')
    const row = place && cells[place.row]
    // As parsed: programs in Java write the number 12345 as 12345.0, and longer ones as 1.2345678E7.
    const digits = row?.[place.column] ?? ''
    if (row && wholeNumber.test(digits)) row[place.column] = shownBy(format, digits)
  }
}

/** Writes digits into a format from the right; the leftmost place takes those that are left. */
function shownBy(format: readonly Part[], digits: string): string {
  const places = format.filter(({ text }) => text === undefined).length
  const padded = digits.padStart(places, '0')
  let next = padded.length - places + 1
  let from = 0
  return format
    .map(({ text }) => {
      if (text !== undefined) return text
      const written = padded.slice(from, next)
      from = next
      next += 1
      return written
    })
    .join('')
}

/** Returns the formats that add zeros or a text to a number, by the number of the style. */
const formatsOf = (styles: string): Map<string, Part[]> =>
  new Map(
    [...formatsOfStyles(styles)].flatMap(([style, code]) => {
      const format = parseFormat(code)
      return format ? [[style, format] as const] : []
    }),
  )

function parseFormat(code: string): Part[] | undefined {
  const [, shown] = shownFormat.exec(code) ?? []
  if (shown === undefined) return undefined
  const parts = [...shown.matchAll(part)].map(([, quoted, escaped, plain]) => ({
    text: quoted ?? escaped ?? plain,
  }))
  const addsZeros = parts.filter(({ text }) => text === undefined).length > 1
  const addsName = parts.some(({ text }) => text !== undefined && /[\p{L}\p{N}]/u.test(text))
  return addsZeros || addsName ? parts : undefined
}
