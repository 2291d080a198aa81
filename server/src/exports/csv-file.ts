import { Readable } from 'node:stream'
import type { ListedSample } from '@lims/contract/samples.ts'
import { csvHeader, csvText } from './csv-text.ts'
import type { Layout } from './manifest-row.ts'

export const csvFile = (pages: AsyncIterable<ListedSample[]>, layout: Layout): Readable =>
  Readable.from(csvOf(pages, layout))

async function* csvOf(pages: AsyncIterable<ListedSample[]>, { columns, rowOf }: Layout) {
  yield csvHeader(columns)
  for await (const samples of pages) yield csvText(samples.map(rowOf))
}
