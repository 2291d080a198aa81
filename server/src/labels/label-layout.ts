import { textDots } from '@lims/contract/label-text.ts'
import { dotsOf, type ErrorCorrection, type LabelStock } from '@lims/contract/labels.ts'
import { DomainError } from '../errors/domain-error.ts'
import { StartError } from '../errors/start-error.ts'
import { clipped, printable, zplText } from './zpl-text.ts'

const millimetresPerInch = 25.4
/** Modules along a QR code that holds 36 alphanumeric characters (ISO/IEC 18004, versions 2 to 4). */
const modules: Record<ErrorCorrection, number> = { L: 25, M: 25, Q: 29, H: 33 }
/** Modules along a QR code that holds the code of a storage, with any error correction (version 1). */
const shortCode = { maxLength: 10, modules: 21 }
const modulesOf = (id: string, errorCorrection: ErrorCorrection) =>
  id.length <= shortCode.maxLength ? shortCode.modules : modules[errorCorrection]
/** White modules that a reader needs around the code. */
const quietZone = 4
/** Below this, hand scanners miss a module; above it, the code only takes room from the text. */
const moduleMm = { smallest: 0.2, largest: 0.51 }
/** ^BQ is drawn lower than its origin by the ^BY height, which is set to 1. */
const qrShift = 1

/** Heights of the text lines in parts of the label's height, the first line largest. */
const lineHeights = [26, 20, 20, 18, 16].map((dots) => dots / 154)
const leading = 1.18
/** Font 0 is never drawn smaller (ZPL II manual, ^A). */
const minFont = 10
/** A printer sets the label down to about half a millimetre. */
const marginMm = 0.8

type Label = { id: string; lines: readonly string[]; errorCorrection: ErrorCorrection }

/**
 * Returns one label as ZPL: the QR code left, up to five lines of text right. Throws `label-does-not-fit` if no code
 * fits the stock.
 */
export function layOutLabel({ id, lines, errorCorrection }: Label, stock: LabelStock): string {
  const width = dotsOf(stock.widthMm, stock)
  const height = dotsOf(stock.heightMm, stock)
  const modulesAlong = modulesOf(id, errorCorrection)
  const magnification = magnificationFor(stock, modulesAlong)
  if (!magnification) {
    throw new DomainError(
      'label-does-not-fit',
      `A QR code that scans does not fit on ${stock.widthMm} × ${stock.heightMm} mm at ${stock.dpi} dpi.`,
    )
  }
  const code = modulesAlong * magnification
  const quiet = quietZone * magnification
  const left = code + 2 * quiet
  const room = { left, width: width - left - dotsOf(marginMm, stock), height }

  return [
    '^XA',
    '^CI28',
    '^LH0,0',
    '^PON',
    '^FWN',
    `^PW${width}`,
    `^LL${height}`,
    '^PQ1,0,1,Y',
    '^BY2,2,1',
    `^FO${quiet},${Math.round((height - code) / 2) - qrShift}^BQN,2,${magnification},${errorCorrection},7^FH_^FD${errorCorrection}A,${id.toUpperCase()}^FS`,
    ...textLines(lines, room),
    '^XZ',
    '',
  ].join('\n')
}

function textLines(
  lines: readonly string[],
  room: { left: number; width: number; height: number },
): string[] {
  const heights = lineHeights
    .slice(0, lines.length)
    .map((part) => Math.max(minFont, Math.round(part * room.height)))
  const block = heights.reduce((sum, height) => sum + Math.round(height * leading), 0)
  let y = Math.max(0, Math.round((room.height - block) / 2))
  return lines.flatMap((line, index) => {
    const height = heights[index] ?? 0
    const top = y
    y += Math.round(height * leading)
    const { text, width } = fitted(printable(line), height, room.width)
    return text ? [`^FO${room.left},${top}^A0N,${height},${width}^FH_^FD${zplText(text)}^FS`] : []
  })
}

/** Condenses a long line down to 60 %, then leaves out its middle. */
function fitted(line: string, height: number, room: number): { text: string; width: number } {
  const condensed = Math.max(minFont, Math.round(height * 0.6))
  let width = Math.max(minFont, Math.round(height * 0.9))
  while (width > condensed && textDots(line, width) > room) width--
  return { text: clipped(line, width, room), width }
}

/**
 * Returns the dots per module of the largest code that the stock allows; undefined if that is too small to be scanned.
 */
export const magnificationOn = (stock: LabelStock, errorCorrection: ErrorCorrection): number | undefined =>
  magnificationFor(stock, modules[errorCorrection])

function magnificationFor(stock: LabelStock, modulesAlong: number): number | undefined {
  const withQuiet = modulesAlong + 2 * quietZone
  const shorter = dotsOf(Math.min(stock.widthMm, stock.heightMm), stock)
  const magnification = Math.min(Math.floor(shorter / withQuiet), dotsOf(moduleMm.largest, stock), 10)
  return (magnification / stock.dpi) * millimetresPerInch < moduleMm.smallest ? undefined : magnification
}

/** Throws StartError if a QR code with the default error correction, Q, cannot be printed large enough to scan. */
export function assertStockFitsCode(stock: LabelStock): void {
  if (magnificationOn(stock, 'Q')) return
  throw new StartError(
    'Settings LABEL_WIDTH_MM, LABEL_HEIGHT_MM and LABEL_DPI are wrong: a QR code that scans does not fit on that label.',
  )
}
