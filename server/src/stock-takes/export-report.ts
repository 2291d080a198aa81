import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { minuteMs } from '@lims/contract/durations.ts'
import type { StockTake } from '@lims/contract/stock-takes.ts'
import { joinPath, pathSeparator } from '@lims/contract/storage-path.ts'
import type { TimeZone } from '@lims/contract/time-zone.ts'
import { signatureLines, signStatement } from '../audit-trail/sign-statement.ts'
import type { Db, Transaction } from '../db/database.ts'
import { csvHeader, csvText } from '../exports/csv-text.ts'
import { fileName } from '../http/attachment.ts'
import type { Download } from '../http/download.ts'
import { limitConcurrency } from '../programs/limit-concurrency.ts'
import { countDifferences, listDifferences, readTubes, type TubeDetails } from './difference-queries.ts'
import { countOtherExpected } from './expected-queries.ts'
import { reportPdf } from './report-pdf.ts'
import { listCounterNames, listStockTakeBoxes } from './stock-take-number-queries.ts'
import { getStockTake } from './stock-take-queries.ts'
import { summaryOf } from './summary-of.ts'

const columns = [
  ...['result', 'tubeId', 'sampleName', 'sampleId', 'box', 'recordedPlace', 'recordedCustody', 'foundPlace'],
  ...['countedBy', 'countedAt', 'accepted', 'changedSince'],
]
const rowsAtOnce = 2000
/** Differences beyond it are in the CSV file only. */
const maxDifferencesInPdf = 5000

/** Two reports are read at a time, each on one connection, and the others wait. */
const readInTurn = limitConcurrency({ maxRunning: 2, maxWaiting: 20, maxWaitMs: minuteMs })

type Format = 'csv' | 'pdf'
type ReportTime = { now: () => Date; zone: TimeZone }

/**
 * Returns the report of a stock-take: every tube as CSV, or the boxes and the differences as PDF. Each ends with a
 * statement (SHA-256 of the content before it, what was counted, when and by whom), its Ed25519 signature and the
 * public key, as the exports of the audit trail do: in CSV as comments, in PDF as comments after the end of the
 * document.
 */
export async function exportReport(
  db: Db,
  { id, format }: { id: string; format: Format },
  time: ReportTime,
): Promise<Download> {
  const { make, type } = formats[format]
  const stockTake = await getStockTake(db, id)
  const { storage_name, started_at } = stockTake
  const name = fileName(
    `stock-take-${storage_name.split(pathSeparator).at(-1)}-${time.zone.dayOf(started_at)}`,
    format,
  )
  return {
    name,
    type,
    event: {
      action: 'stock-take.export',
      entityId: stockTake.id,
      after: { format, numTubes: await countTubes(db, stockTake.id, format) },
    },
    content: () => make(db, id, time),
  }
}

/** Counts the tubes that a report names: all, or the differences in the PDF. */
async function countTubes(db: Db, id: string, format: Format): Promise<number> {
  const count = await countDifferences(db, id, { withInPlace: format === 'csv' })
  return format === 'csv' ? count : Math.min(count, maxDifferencesInPdf)
}

type Rest<T> = (trx: Transaction, stockTakeId: string) => Promise<T>

/**
 * Reads a stock-take, its boxes and what else a report needs as they are at one moment, so that the counts are those of
 * the tubes. All is read before the reply begins: a slow client holds no transaction.
 */
const readReport = <T>(db: Db, id: string, readRest: Rest<T>) =>
  readInTurn(() =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        const row = await getStockTake(trx, id)
        const boxes = await listStockTakeBoxes(trx, row.id)
        const otherExpected = (await countOtherExpected(trx, [row.id])).get(row.id) ?? 0
        const stockTake = summaryOf(row, boxes, await listCounterNames(trx, row.id), otherExpected)
        return { stockTake, boxes, ...(await readRest(trx, row.id)) }
      }),
  )

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

async function csvReport(db: Db, id: string, { now }: ReportTime): Promise<Readable> {
  const { stockTake, sha256, compressed } = await readReport(db, id, readCsv)
  const end = signatureLines(await signReport(db, stockTake, sha256, now()), {
    comment: '#',
    lineEnd: '\r\n',
  })
  return Readable.from(decompressed(compressed, end))
}

/** Compressed, 100,000 tubes take 3 MB of memory until the client has read them. */
async function readCsv(trx: Transaction, stockTakeId: string) {
  const hash = createHash('sha256')
  const hashed = (text: string) => {
    hash.update(text)
    return text
  }
  async function* lines() {
    yield hashed(csvHeader(columns))
    for await (const tubes of readTubes(trx, stockTakeId, rowsAtOnce)) {
      yield hashed(csvText(tubes.map(asCells)))
    }
  }
  const compressed = await pipeline(lines, createGzip({ level: constants.Z_BEST_SPEED }), buffer)
  return { compressed, sha256: hash.digest('hex') }
}

async function* decompressed(compressed: Buffer, end: string): AsyncGenerator<Buffer> {
  yield* Readable.from([compressed]).pipe(createGunzip())
  yield Buffer.from(end)
}

const asCells = (tube: TubeDetails): string[] => [
  ...[tube.result, tube.code, tube.sampleName ?? '', tube.sampleId ?? ''],
  joinPath([tube.boxPath, tube.boxAlias]),
  ...[tube.recordedPlace ?? '', tube.recordedCustody ?? '', tube.foundPlace ?? ''],
  ...[tube.countedBy, tube.countedAt, tube.isAccepted ? 'yes' : '', tube.isChangedSince ? 'yes' : ''],
]

async function pdfReport(db: Db, id: string, { now, zone }: ReportTime): Promise<Readable> {
  const { stockTake, ...rest } = await readReport(db, id, async (trx, stockTakeId) => ({
    differences: await listDifferences(trx, stockTakeId, { pageNumber: 0, pageSize: maxDifferencesInPdf }),
    total: await countDifferences(trx, stockTakeId, {}),
  }))
  const pdf = await reportPdf({ stockTake, ...rest, at: now(), zone })
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const end = signatureLines(await signReport(db, stockTake, sha256, now()), { comment: '%', lineEnd: '\n' })
  return Readable.from([pdf, Buffer.from(end)])
}

const formats: Record<Format, { type: string; make: typeof csvReport }> = {
  csv: { type: 'text/csv; charset=utf-8', make: csvReport },
  pdf: { type: 'application/pdf', make: pdfReport },
}
