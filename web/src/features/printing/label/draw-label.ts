import { charactersOf, textDots } from '@lims/contract/label-text.ts'
import { dotsOf, type GenerateLabelReply, type LabelStock } from '@lims/contract/labels.ts'
import { encode } from 'uqr'

const codeCommand = /\^FO(\d+),(\d+)\^BQN,2,(\d+),([LMQH]),7\^FH_\^FD[LMQH]A,([^^]*)\^FS/
const lineCommand = /\^FO(\d+),(\d+)\^A0N,(\d+),(\d+)\^FH_\^FD([^^]*)\^FS/g
/** A printer draws ^BQ lower than its origin by the ^BY height, which labels set to 1. */
const codeShift = 1
/** Font 0, in parts of its height: the baseline, and the size at which Arial has capitals of the same height. */
const font = { baseline: 0.76, size: 1.05 }
const families = "'Arial Narrow', 'Liberation Sans Narrow', Arial, 'Liberation Sans', Helvetica, sans-serif"
/** Latin, Greek and Cyrillic letters, and the signs of Windows-1252. */
const inPrinterFont = /^[\u0020-\u007E\u00A1-\u024F\u0370-\u04FF\u1E00-\u1EFF\u02C6\u02DC–—‘’‚“”„†‡•…‰‹›€™]$/u
/** Drawn for a character that the printer may lack. */
export const missingCharacter = '□'

type Options = { fontsOf?: 'label printer' | 'computer' }

export type Label = Pick<GenerateLabelReply, 'labelData' | 'stock'>

/** Returns the size of a label in dots of the printer. */
export const sizeOf = (stock: LabelStock) => ({
  width: dotsOf(stock.widthMm, stock),
  height: dotsOf(stock.heightMm, stock),
})

/**
 * Draws a label as SVG, one unit a dot of the printer: the modules of its QR code, and each line of text as wide and as
 * high as it prints. Characters that the font of a label printer may lack, such as Chinese or Hebrew ones and emoji,
 * are drawn as `missingCharacter`, unless the fonts are those of the computer. Reads the commands that
 * `server/src/labels/label-layout.ts` writes. Throws if there is no code.
 */
export function drawLabel({ labelData, stock }: Label, { fontsOf = 'label printer' }: Options = {}): string {
  const { width, height } = sizeOf(stock)
  const lines = [...labelData.matchAll(lineCommand)].map(([, ...parts]) =>
    drawLine(parts, fontsOf === 'computer' ? (text) => text : inFontOfPrinter),
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    drawCode(labelData),
    ...lines,
    '</svg>',
  ].join('')
}

function drawCode(labelData: string): string {
  const [, left, top, magnification, errorCorrection, data] = codeCommand.exec(labelData) ?? []
  if (data === undefined) throw new Error('The label holds no code')
  const ecc = errorCorrection as 'L' | 'M' | 'Q' | 'H'
  const modules = encode(textOf(data), { ecc, boostEcc: false, border: 0 }).data
  const path = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  const place = `translate(${left} ${Number(top) + codeShift}) scale(${magnification})`
  return `<path transform="${place}" shape-rendering="crispEdges" d="${path.join('')}"/>`
}

function drawLine([left, top, height, width, data = '']: string[], inFont: (text: string) => string): string {
  const text = textOf(data)
  const attributes = {
    x: left,
    y: Number(top) + Number(height) * font.baseline,
    'font-family': families,
    'font-weight': 'bold',
    'font-size': Number(height) * font.size,
    textLength: textDots(text, Number(width)),
    lengthAdjust: 'spacingAndGlyphs',
  }
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
  return `<text ${written.join(' ')}>${escaped(inFont(text))}</text>`
}

const inFontOfPrinter = (text: string) =>
  charactersOf(text)
    .map((character) => (inPrinterFont.test(character) ? character : missingCharacter))
    .join('')

/** Decodes ^FD after ^FH_: all characters but plain ones are hexadecimal bytes of UTF-8. */
const textOf = (data: string) => decodeURIComponent(data.replaceAll('_', '%'))

/** Two code points that are not characters are not allowed in XML (XML 1.0, 2.2). */
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD')

/** Returns the address of an SVG for an image. */
export const addressOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
