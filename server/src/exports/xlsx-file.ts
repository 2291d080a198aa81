import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ListedSample } from '@lims/contract/samples.ts'
import { limitConcurrency } from '../programs/limit-concurrency.ts'
import { hasEndedWell, type Program, startProgram } from '../programs/run-program.ts'
import { guardInTextCell } from './formula-guard.ts'
import type { Cell, Layout } from './manifest-row.ts'
import { xlsxText } from './xlsx-text.ts'

const script = new URL('./write-xlsx-program.ts', import.meta.url)
const limits = { memoryMb: 1024, seconds: 120 }
const runInTurn = limitConcurrency({ maxRunning: 2, maxWaiting: 20, maxWaitMs: 60_000 })

/** Returns the Excel file as a stream. A separate process builds it in memory first. */
export function xlsxFile(pages: AsyncIterable<ListedSample[]>, layout: Layout): Readable {
  const file = new PassThrough()
  runInTurn(() => makeXlsx(linesOf(pages, layout), file)).catch((error) => file.destroy(error))
  return file
}

async function makeXlsx(lines: AsyncIterable<string>, file: PassThrough) {
  if (file.destroyed) return
  const program = await startProgram(script, limits)
  const ended = hasEndedWell(program)
  file.once('close', () => program.kill('SIGKILL'))
  await Promise.all([feed(program, lines), pipeline(program.stdout, file, { end: false })])
  if (!(await ended)) throw new Error('The Excel file was not finished')
  file.end()
}

const feed = (program: Program, lines: AsyncIterable<string>) => pipeline(Readable.from(lines), program.stdin)

async function* linesOf(pages: AsyncIterable<ListedSample[]>, { columns, rowOf }: Layout) {
  yield asLine([...columns])
  for await (const samples of pages) yield samples.map((sample) => asLine(rowOf(sample))).join('')
}

const asLine = (row: Cell[]) =>
  `${JSON.stringify(row.map((cell) => (typeof cell === 'number' ? cell : xlsxText(guardInTextCell(cell)))))}\n`
