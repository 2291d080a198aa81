import type { Transaction } from '../db/database.ts'
import { saveProblems } from './data-file-queries.ts'
import { fitSample, namesToLookUp } from './fit-sample.ts'
import { listCandidates, type listUnmatched, saveFits } from './match-queries.ts'

type Page = Awaited<ReturnType<typeof listUnmatched>>

/** Finds the sample of each file of a page. */
export async function matchFiles(trx: Transaction, page: Page, run: { runId: number; at: Date }) {
  const candidates = await listCandidates(trx, page.flatMap(namesToLookUp))
  const fits = page.map((file) => {
    const { dvc_path, path } = file
    return { dvc_path, path, ...fitSample(file, candidates) }
  })
  await saveFits(trx, fits)
  const problems = fits.flatMap(({ dvc_path, path, problem }) =>
    problem ? [{ kind: 'match' as const, dvcPath: dvc_path, path, message: problem }] : [],
  )
  await saveProblems(trx, problems, run)
}
