import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { custodyNames } from '@lims/contract/custody.ts'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import {
  type StockTake,
  type StockTakeBox,
  StockTakeResult,
  stockTakeResultTexts,
  stockTakeStateTexts,
} from '@lims/contract/stock-takes.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { TimeZone } from '@lims/contract/time-zone.ts'
import type PDFDocument from 'pdfkit'
import type { TubeDetails } from './difference-queries.ts'

type Report = {
  stockTake: StockTake
  boxes: readonly StockTakeBox[]
  differences: readonly TubeDetails[]
  /** Number of all differences; those that are not listed are in the CSV file. */
  total: number
  at: Date
  zone: TimeZone
}
type Column = { title: string; width: number }
type Document = InstanceType<typeof PDFDocument>

const margin = 40
const rowGap = 5
/** Some twenty lines: more than the way through ten storages with ordinary names. */
const maxCellHeight = 200
const rowsAtOnce = 20
const boxColumns: Column[] = [
  { title: 'Box', width: 160 },
  { title: 'In place', width: 45 },
  { title: 'Expected', width: 52 },
  { title: 'Missing', width: 58 },
  { title: 'Others', width: 42 },
  { title: 'Counted by', width: 158 },
]
const differenceColumns: Column[] = [
  { title: 'Tube', width: 70 },
  { title: 'Result', width: 90 },
  { title: 'Recorded', width: 128 },
  { title: 'Found', width: 107 },
  { title: 'Counted by', width: 70 },
  { title: 'Accepted', width: 50 },
]

/**
 * Draws the report: the numbers, each box with who has counted it, and the differences with what was accepted. Other
 * requests get their replies while it draws: 5,000 rows take a second.
 */
export async function reportPdf({ stockTake, boxes, differences, total, at, zone }: Report): Promise<Buffer> {
  // Loaded with the first report: its fonts take memory that few servers ever need.
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({
    size: 'A4',
    margin,
    font: fonts.text,
    info: { Title: `Stock-take of ${stockTake.storageName}`, CreationDate: at },
  })
  const content = collect(document)
  document
    .font(fonts.bold)
    .fontSize(18)
    .text(onOneLine(`Stock-take of ${stockTake.storageName}`))
  document.font(fonts.text).fontSize(10).moveDown(0.5)
  for (const line of headLines(stockTake, { at, zone })) document.text(onOneLine(line))

  heading(document, 'Boxes')
  const boxRows = boxes.map(({ path, alias, counts, expected, state, counterName, countedAt }) => [
    joinPath([path, alias]),
    formatNumber(counts['in-place']),
    formatNumber(expected),
    state === 'finished' ? formatNumber(counts.missing) : 'not finished',
    formatNumber(counts['other-place'] + counts['not-recorded'] + counts['unknown-code']),
    counterName ? `${counterName}, ${formatMinute(countedAt, zone)}` : '',
  ])
  await table(document, boxColumns, boxRows)

  heading(document, `Differences: ${formatNumber(total)}`)
  const rows = differences.map((difference) => [
    difference.code,
    stockTakeResultTexts[difference.result].one,
    [difference.recordedPlace ?? 'no place', nameOfCustody(difference)].filter(Boolean).join(', '),
    difference.foundPlace ?? 'nowhere',
    difference.countedBy,
    difference.isAccepted ? 'yes' : difference.isChangedSince ? 'changed' : 'no',
  ])
  await table(document, differenceColumns, rows)
  if (total > differences.length) {
    document.text(`Further differences in the CSV file: ${formatNumber(total - differences.length)}`, margin)
  }
  heading(document, 'Signature')
  document
    .fontSize(9)
    .text(
      'This file ends with a statement of its SHA-256, an Ed25519 signature and the public key, in comments after the end of the document.',
      margin,
    )
  document.end()
  return content
}

const nameOfCustody = ({ recordedCustody }: TubeDetails) =>
  recordedCustody === 'AVAILABLE' || recordedCustody === null ? '' : custodyNames[recordedCustody]

function headLines(stockTake: StockTake, { at, zone }: Pick<Report, 'at' | 'zone'>): string[] {
  const { counts, startedBy, startedAt, closedBy, closedAt, state } = stockTake
  const minute = (instant: string | null) => formatMinute(instant, zone)
  return [
    `Started ${minute(startedAt)} by ${startedBy}`,
    state === 'open'
      ? 'Not finished yet'
      : `${stockTakeStateTexts[state]} ${minute(closedAt)} by ${closedBy}`,
    `${formatNumber(stockTake.numFinishedBoxes)} of ${formatCount(stockTake.numBoxes, 'box', 'boxes')} counted by ${stockTake.counterNames.join(', ') || 'nobody'}`,
    ...StockTakeResult.options.map(
      (result) => `${capitalized(stockTakeResultTexts[result].many)}: ${formatNumber(counts[result])}`,
    ),
    `Report of ${minute(at.toISOString())}`,
  ]
}

const capitalized = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase())

/** '2026-11-20 01:00 UTC-08:00' */
function formatMinute(instant: string | null, zone: TimeZone): string {
  if (instant === null) return ''
  const at = new Date(instant)
  const shown = zone.shownAt(at).toISOString().slice(0, 16).replace('T', ' ')
  return `${shown} UTC${zone.offsetOf(at).replace('Z', '')}`
}

const require = createRequire(import.meta.url)

/**
 * Fonts with the letters of Europe, most of which those of PDF itself lack. Other letters are drawn as an empty box;
 * the CSV file has them all.
 */
const fonts = {
  text: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'),
}

const onOneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')

function collect(document: Document): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
}

function heading(document: Document, text: string) {
  document.moveDown(1).font(fonts.bold).fontSize(12).text(onOneLine(text), margin)
  document.moveDown(0.3).font(fonts.text).fontSize(9)
}

async function table(document: Document, columns: readonly Column[], rows: readonly string[][]) {
  const drawRow = (cells: readonly string[]) => {
    const fitted = columns.map(({ width }, index) => {
      const text = onOneLine(cells[index] ?? '')
      const height = Math.min(document.heightOfString(text, { width: width - 6 }), maxCellHeight)
      return { text, width, height }
    })
    const height = Math.max(...fitted.map((cell) => cell.height))
    if (document.y + height > document.page.height - margin) document.addPage()
    const top = document.y
    let left = margin
    for (const cell of fitted) {
      document.text(cell.text, left, top, { width: cell.width - 6, height: cell.height, ellipsis: true })
      left += cell.width
    }
    document.y = top + height + rowGap
  }
  document.font(fonts.bold).fontSize(8)
  drawRow(columns.map(({ title }) => title))
  document.font(fonts.text).fontSize(8)
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === 0) await nextTurn()
    drawRow(row)
  }
}
