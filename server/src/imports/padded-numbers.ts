import { attribute, setCell } from './first-sheet.ts'

/** Excel keeps 15 digits of a number. */
const wholeNumber = /(<c\s[^<>]*>)(?:<f[^<>]*>(?:[^<>]*<\/f>)?)?<v(?:\s[^<>]*)?>(\d{1,15})<\/v>/g
/** 00000000 shows 12345 as 00012345. */
const paddedFormat = /^(0{2,})(?:;@)?$/

/** Writes whole numbers with the zeros that the format of their cells puts before them, as Excel shows them. */
export function padNumbers(sheet: Buffer, styles: string, cells: string[][]): void {
  const widths = widthsOf(styles)
  if (widths.size === 0) return
  for (const [, tag = '', digits = ''] of sheet.toString('utf8').matchAll(wholeNumber)) {
    const width = widths.get(attribute(tag, 's') ?? '0')
    if (width === undefined || digits.length >= width || (attribute(tag, 't') ?? 'n') !== 'n') continue
    setCell(cells, tag, digits.padStart(width, '0'))
  }
}

/** Returns the number of digits that a style of a cell shows at least, by the number of the style. */
function widthsOf(styles: string): Map<string, number> {
  const widthOfFormat = new Map(
    (styles.match(/<numFmt\s[^<>]*>/g) ?? []).flatMap((format) => {
      const [, zeros] = paddedFormat.exec(attribute(format, 'formatCode') ?? '') ?? []
      return zeros ? [[attribute(format, 'numFmtId') ?? '', zeros.length] as const] : []
    }),
  )
  const ofCells = styles.slice(styles.indexOf('<cellXfs'), styles.indexOf('</cellXfs>'))
  return new Map(
    (ofCells.match(/<xf\s[^<>]*>/g) ?? []).flatMap((style, index) => {
      const width = widthOfFormat.get(attribute(style, 'numFmtId') ?? '')
      return width ? [[String(index), width] as const] : []
    }),
  )
}
