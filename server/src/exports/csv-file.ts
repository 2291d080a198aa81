import { Readable } from 'node:stream'
import { manifestColumns } from '@lims/contract/exports.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { stringify } from 'csv-stringify/sync'
import { guard } from './formula-guard.ts'
import { type Cell, manifestRow } from './manifest-row.ts'

/** Without it, Excel reads UTF-8 as the local code page. */
const byteOrderMark = '\ufeff'

export const csvFile = (pages: AsyncIterable<Sample[]>): Readable => Readable.from(csvOf(pages))

async function* csvOf(pages: AsyncIterable<Sample[]>) {
  yield byteOrderMark + csvText([[...manifestColumns]])
  for await (const samples of pages) yield csvText(samples.map(manifestRow))
}

/** `quoted_match` quotes LF inside cells, which csv-stringify does not do with CRLF as record delimiter. */
const csvText = (rows: Cell[][]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : guard(cell)))),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
