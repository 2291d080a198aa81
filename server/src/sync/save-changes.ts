import type { Transaction } from '../db/database.ts'
import {
  deleteDvcFiles,
  deleteErrorsOfFiles,
  saveDataFiles,
  saveDvcFiles,
  saveProblems,
} from './data-file-queries.ts'
import type { ScanLine } from './scan-lines.ts'

/** Saves what the scan program has read, so that the next scan need not read it again. */
export async function saveChanges(
  trx: Transaction,
  lines: readonly ScanLine[],
  run: { runId: number; at: Date },
): Promise<void> {
  const linesOf = <I extends ScanLine['is']>(is: I) =>
    lines.filter((line): line is Extract<ScanLine, { is: I }> => line.is === is)
  const files = linesOf('file')
  await saveDataFiles(trx, files, run.runId)
  await saveProblems(trx, linesOf('problem'), run)
  const examined = files.filter(({ wasExamined }) => wasExamined)
  await deleteErrorsOfFiles(trx, examined, run.runId)
  await saveDvcFiles(trx, linesOf('dvc-file'), run.runId)
  const gone = linesOf('gone').map(({ path }) => path)
  if (gone.length > 0) await deleteDvcFiles(trx, gone, run.runId)
}
