import { Readable } from 'node:stream'
import type { ListedSample } from '@lims/contract/samples.ts'
import { stringify } from 'csv-stringify/sync'
import { guard } from './formula-guard.ts'
import type { Cell, Layout } from './manifest-row.ts'

/** Without it, Excel reads UTF-8 as the local code page. */
const byteOrderMark = '\ufeff'

export const csvFile = (pages: AsyncIterable<ListedSample[]>, layout: Layout): Readable =>
  Readable.from(csvOf(pages, layout))

async function* csvOf(pages: AsyncIterable<ListedSample[]>, { columns, rowOf }: Layout) {
  yield byteOrderMark + csvText([[...columns]])
  for await (const samples of pages) yield csvText(samples.map(rowOf))
}

/** `quoted_match` quotes LF inside cells, which csv-stringify does not do with CRLF as record delimiter. */
const csvText = (rows: Cell[][]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : guard(cell)))),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
