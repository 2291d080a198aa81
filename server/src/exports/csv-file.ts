import { Readable } from 'node:stream'
import { manifestColumns } from '@lims/contract/exports.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { stringify } from 'csv-stringify/sync'
import { guard } from './formula-guard.ts'
import { type Cell, manifestRow } from './manifest-row.ts'

/** Without it, Excel takes UTF-8 for the code page of its country. */
const byteOrderMark = '\ufeff'

export const csvFile = (pages: AsyncIterable<Sample[]>): Readable => Readable.from(csvOf(pages))

async function* csvOf(pages: AsyncIterable<Sample[]>) {
  yield byteOrderMark + csvText([[...manifestColumns]])
  for await (const samples of pages) yield csvText(samples.map(manifestRow))
}

/** A line break inside a cell is quoted by our own rule: with CRLF between rows, csv-stringify lets LF pass. */
const csvText = (rows: Cell[][]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : guard(cell)))),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  )
