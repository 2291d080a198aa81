import type { Transaction } from '../db/database.ts'
import { upperCase } from '../upper-case.ts'
import { saveProblems } from './data-file-queries.ts'
import { type Candidate, fitSample, namesToLookUp } from './fit-sample.ts'
import { listCandidates, saveFits, type UnmatchedFile } from './match-queries.ts'

/** Finds the sample of each file of a page. */
export async function matchFiles(trx: Transaction, page: UnmatchedFile[], run: { runId: number; at: Date }) {
  const filesWithNames = page.map((file) => ({ file, names: namesToLookUp(file) }))
  const candidates = byName(
    await listCandidates(
      trx,
      filesWithNames.flatMap(({ names }) => names),
    ),
  )
  const fits = filesWithNames.map(({ file, names }) => {
    const { dvc_path, path } = file
    const named = new Set(names.flatMap((name) => candidates.get(name) ?? []))
    const { sampleId = null, problem } = fitSample(file, [...named])
    return { dvc_path, path, before: file.fits, sampleId, problem }
  })
  await saveFits(
    trx,
    fits.filter(({ before, sampleId }) => before !== sampleId),
  )
  const problems = fits.flatMap(({ dvc_path, path, problem }) =>
    problem ? [{ kind: 'match' as const, dvcPath: dvc_path, path, message: problem }] : [],
  )
  await saveProblems(trx, problems, run)
}

function byName(samples: Candidate[]): Map<string, Candidate[]> {
  const found = new Map<string, Candidate[]>()
  for (const sample of samples) {
    for (const name of new Set([sample.id, upperCase(sample.alias), upperCase(sample.name)])) {
      found.set(name, [...(found.get(name) ?? []), sample])
    }
  }
  return found
}
