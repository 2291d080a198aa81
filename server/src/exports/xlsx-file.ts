import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { manifestColumns } from '@lims/contract/exports.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { limitConcurrency } from '../programs/limit-concurrency.ts'
import { hasEndedWell, type Program, startProgram } from '../programs/run-program.ts'
import { guardInTextCell } from './formula-guard.ts'
import { type Cell, manifestRow } from './manifest-row.ts'
import { xlsxText } from './xlsx-text.ts'

const script = new URL('./write-xlsx-program.ts', import.meta.url)
const limits = { memoryMb: 1024, seconds: 120 }
const inTurn = limitConcurrency({ maxRunning: 2, maxWaiting: 20, maxWaitMs: 60_000 })

/** Returns the Excel file as a stream. A separate process builds it in memory first. */
export function xlsxFile(pages: AsyncIterable<Sample[]>): Readable {
  const file = new PassThrough()
  inTurn(() => makeXlsx(pages, file)).catch((error) => file.destroy(error))
  return file
}

async function makeXlsx(pages: AsyncIterable<Sample[]>, file: PassThrough) {
  if (file.destroyed) return
  const program = await startProgram(script, limits)
  const ended = hasEndedWell(program)
  file.once('close', () => program.kill('SIGKILL'))
  await Promise.all([feed(program, pages), pipeline(program.stdout, file, { end: false })])
  if (!(await ended)) throw new Error('The Excel file was not finished')
  file.end()
}

const feed = (program: Program, pages: AsyncIterable<Sample[]>) =>
  pipeline(Readable.from(linesOf(pages)), program.stdin)

async function* linesOf(pages: AsyncIterable<Sample[]>) {
  yield asLine([...manifestColumns])
  for await (const samples of pages) yield samples.map((sample) => asLine(manifestRow(sample))).join('')
}

const asLine = (row: Cell[]) =>
  `${JSON.stringify(row.map((cell) => (typeof cell === 'number' ? cell : xlsxText(guardInTextCell(cell)))))}\n`
