import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { minuteMs } from '@lims/contract/durations.ts'
import { guardInTextCell } from '@lims/contract/formula-guard.ts'
import type { ListedSample } from '@lims/contract/samples.ts'
import { DomainError } from '../errors/domain-error.ts'
import { limitConcurrency } from '../programs/limit-concurrency.ts'
import { endOf, feedProgram, startProgram } from '../programs/run-program.ts'
import { limitUnread } from './limit-unread.ts'
import type { CellValue, Layout } from './manifest-row.ts'
import { xlsxText } from './xlsx-text.ts'

const script = new URL('./write-xlsx-program.ts', import.meta.url)
const limits = { memoryMb: 1024, seconds: 120 }
const runInTurn = limitConcurrency({ maxRunning: 2, maxWaiting: 20, maxWaitMs: minuteMs })

const keepUnread = limitUnread(256 * 1024 * 1024)
/** Permissions are checked before each part of a download. */
const partBytes = 64 * 1024

/**
 * Returns the Excel file as a stream. A separate process builds it in memory first; its turn ends then, however slowly
 * the file is read. Fails with `export-too-large` if the process takes too much memory or time.
 */
export function xlsxFile(pages: AsyncIterable<ListedSample[]>, layout: Layout): Readable {
  const file = new PassThrough()
  sendXlsx(linesOf(pages, layout), file).catch((error) => file.destroy(error))
  return file
}

async function sendXlsx(lines: AsyncIterable<string>, file: PassThrough) {
  const content = await runInTurn(() => makeXlsx(lines, file))
  keepUnread(file, content.length)
  await pipeline(Readable.from(partsOf(content)), file)
}

async function makeXlsx(lines: AsyncIterable<string>, file: PassThrough): Promise<Buffer> {
  if (file.destroyed) return Buffer.alloc(0)
  const program = await startProgram(script, limits)
  const ended = endOf(program)
  file.once('close', () => program.kill('SIGKILL'))
  const [content] = await Promise.all([buffer(program.stdout), feedProgram(program, lines)])
  const end = await ended
  if (end === 'done') return content
  if (end === 'killed') throw tooLarge()
  throw new Error(`The Excel file was not finished: ${program.lastErrors()}`)
}

const tooLarge = () =>
  new DomainError(
    'export-too-large',
    'Making the Excel file took too much memory or time. Export it as CSV, or export fewer samples.',
  )

function* partsOf(content: Buffer) {
  for (let start = 0; start < content.length; start += partBytes) {
    yield content.subarray(start, start + partBytes)
  }
}

async function* linesOf(pages: AsyncIterable<ListedSample[]>, { columns, rowOf }: Layout) {
  yield asLine([...columns])
  for await (const samples of pages) yield samples.map((sample) => asLine(rowOf(sample))).join('')
}

const asLine = (row: CellValue[]) =>
  `${JSON.stringify(row.map((cell) => (typeof cell === 'number' ? cell : xlsxText(guardInTextCell(cell)))))}\n`
