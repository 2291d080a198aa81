import { upperCase } from '@lims/contract/text.ts'
import type { Transaction } from '../db/database.ts'
import { saveProblems } from './data-file-queries.ts'
import { type Candidate, type FileToFit, fitSample, namesToLookUp } from './fit-sample.ts'
import { listCandidates, saveFits, type UnmatchedFile } from './match-queries.ts'

/** Finds the sample of each file of a page. */
export async function matchFiles(trx: Transaction, page: UnmatchedFile[], run: { runId: number; at: Date }) {
  const fits = (await fitFiles(trx, page)).map(({ file, sampleId = null, problem }) => {
    const { dvc_path, path } = file
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

/** Returns the sample that each file fits, or why that is ambiguous. Saves nothing. */
export async function fitFiles<File extends FileToFit>(trx: Transaction, files: readonly File[]) {
  const filesWithNames = files.map((file) => ({ file, names: namesToLookUp(file) }))
  const candidates = byName(
    await listCandidates(
      trx,
      filesWithNames.flatMap(({ names }) => names),
    ),
  )
  return filesWithNames.map(({ file, names }) => {
    const named = new Set(names.flatMap((name) => candidates.get(name) ?? []))
    return { file, ...fitSample(file, [...named]) }
  })
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
