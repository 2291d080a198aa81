import { attribute, parsePlace } from './first-sheet.ts'

/** The formats with an exponent that Excel knows by their numbers (ECMA-376, 18.8.30). */
const builtIn: Record<string, string> = { 11: '0.00E+00', 48: '##0.0E+0' }

/** Returns the number formats of cells, such as 00000, by the number of the style. */
export function formatsOfStyles(styles: string): Map<string, string> {
  const codes = new Map(Object.entries(builtIn))
  for (const tag of styles.match(/<numFmt\s[^<>]*>/g) ?? [])
    codes.set(attribute(tag, 'numFmtId') ?? '', unescapeXml(attribute(tag, 'formatCode') ?? ''))
  const ofCells = styles.slice(styles.indexOf('<cellXfs'), styles.indexOf('</cellXfs>'))
  return new Map(
    (ofCells.match(/<xf\s[^<>]*>/g) ?? []).flatMap((style, index) => {
      const code = codes.get(attribute(style, 'numFmtId') ?? '')
      return code === undefined ? [] : [[String(index), code] as const]
    }),
  )
}

const cell = /<c\s[^<>]*>/g
const exponent = /E[+-]/i
const quotedText = /"[^"]*"|\\./g

/**
 * Lists the columns of each row whose cells have a format with an exponent: Excel gives it to the number that it makes
 * of a text such as 1E5.
 */
export function listExponents(sheet: Buffer, styles: string): number[][] {
  const formats = [...formatsOfStyles(styles)].filter(([, code]) =>
    exponent.test(code.replace(quotedText, '')),
  )
  if (formats.length === 0) return []
  const numbers = new Set(formats.map(([style]) => style))
  const columns: number[][] = []
  for (const [tag] of sheet.toString('utf8').matchAll(cell)) {
    const place = numbers.has(attribute(tag, 's') ?? '') ? parsePlace(attribute(tag, 'r') ?? '') : undefined
    if (!place) continue
    columns[place.row] ??= []
    columns[place.row]?.push(place.column)
  }
  return columns
}

const characters: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" }
const unescapeXml = (text: string) =>
  text.replace(/&(?:(quot|amp|lt|gt|apos)|#(\d{1,6})|#x([0-9a-f]{1,5}));/gi, (_, name, decimal, hex) =>
    name
      ? (characters[name] ?? '')
      : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  )
