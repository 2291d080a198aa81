import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { StockTake, StockTakeBox } from '@lims/contract/stock-takes.ts'
import { stringify } from 'csv-stringify/sync'
import { type Signed, signStatement } from '../audit-trail/sign-statement.ts'
import type { Db } from '../db/database.ts'
import { guard } from '../exports/formula-guard.ts'
import { fileName } from '../http/attachment.ts'
import type { Download } from '../http/download.ts'
import { reportPdf } from './report-pdf.ts'
import { getStockTake, listBoxes, listCounterNames } from './stock-take-queries.ts'
import { summaryOf } from './summary.ts'
import { countDifferences, listDifferences, type TubeDetails } from './tube-queries.ts'

/** Without it, Excel reads UTF-8 as the local code page. */
const byteOrderMark = '\ufeff'
const columns = [
  ...['result', 'tubeId', 'sampleName', 'sampleId', 'box', 'recordedPlace', 'recordedCustody', 'foundPlace'],
  ...['countedBy', 'countedAt', 'accepted', 'changedSince'],
]
const rowsAtOnce = 2000
/** Differences beyond it are in the CSV file only. */
export const maxDifferencesInPdf = 5000

/**
 * Returns the report of a stock-take: every tube as CSV, or the boxes and the differences as PDF. Each ends with a
 * statement (SHA-256 of the content before it, what was counted, when and by whom), its Ed25519 signature and the public
 * key, as the exports of the audit trail do: in CSV as comments, in PDF as comments after the end of the document.
 */
export async function exportReport(
  db: Db,
  { id, format }: { id: string; format: 'csv' | 'pdf' },
  now: () => Date,
): Promise<Download> {
  const row = await getStockTake(db, id)
  const [boxes, counterNames] = await Promise.all([listBoxes(db, row.id), listCounterNames(db, row.id)])
  const stockTake = summaryOf(row, boxes, counterNames)
  const name = fileName(`stock-take-${stockTake.storageName}-${stockTake.startedAt.slice(0, 10)}`, format)
  if (format === 'csv') {
    return {
      name,
      type: 'text/csv; charset=utf-8',
      content: Readable.from(csvReport(db, stockTake, now)),
    }
  }
  return { name, type: 'application/pdf', content: Readable.from(pdfReport(db, stockTake, boxes, now)) }
}

const commentLines = ({ statement, signature, publicKey }: Signed, sign: string, lineEnd: string) =>
  [`statement ${statement}`, `signature ${signature}`, `public key ${publicKey}`]
    .map((line) => `${sign} ${line}${lineEnd}`)
    .join('')

const signReport = (db: Db, stockTake: StockTake, sha256: string, at: Date) =>
  signStatement(
    db,
    {
      sha256,
      stockTake: stockTake.id,
      storage: stockTake.storageName,
      state: stockTake.state,
      startedAt: stockTake.startedAt,
      startedBy: stockTake.startedBy,
      closedAt: stockTake.closedAt ?? '',
      closedBy: stockTake.closedBy ?? '',
      counts: JSON.stringify(stockTake.counts),
      at: at.toISOString(),
    },
    at,
  )

async function* csvReport(db: Db, stockTake: StockTake, now: () => Date): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (text: string) => {
    hash.update(text)
    return text
  }
  yield hashed(byteOrderMark + csvText([columns]))
  for (let after: TubeDetails | undefined; ; ) {
    const page = { pageNumber: 0, pageSize: rowsAtOnce, after }
    const tubes = await listDifferences(db, stockTake.id, { withInPlace: true, ...page })
    yield hashed(csvText(tubes.map(asCells)))
    after = tubes.at(-1)
    if (tubes.length < rowsAtOnce) break
  }
  yield commentLines(await signReport(db, stockTake, hash.digest('hex'), now()), '#', '\r\n')
}

const asCells = (tube: TubeDetails): string[] => [
  ...[tube.result, tube.code, tube.sampleName ?? '', tube.sampleId ?? ''],
  [tube.boxPath, tube.boxAlias].filter(Boolean).join(' › '),
  ...[tube.recordedPlace ?? '', tube.recordedCustody ?? '', tube.foundPlace ?? ''],
  ...[tube.countedBy, tube.countedAt, tube.isAccepted ? 'yes' : '', tube.isChangedSince ? 'yes' : ''],
]

const csvText = (rows: string[][]): string =>
  stringify(
    rows.map((row) => row.map(guard)),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )

async function* pdfReport(
  db: Db,
  stockTake: StockTake,
  boxes: readonly StockTakeBox[],
  now: () => Date,
): AsyncGenerator<Buffer> {
  const [differences, total] = await Promise.all([
    listDifferences(db, stockTake.id, { pageNumber: 0, pageSize: maxDifferencesInPdf }),
    countDifferences(db, stockTake.id, {}),
  ])
  const content = await reportPdf({ stockTake, boxes, differences, total, at: now() })
  yield content
  const sha256 = createHash('sha256').update(content).digest('hex')
  yield Buffer.from(commentLines(await signReport(db, stockTake, sha256, now()), '%', '\n'))
}
