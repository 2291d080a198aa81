import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { saveProblems } from './data-file-queries.ts'
import { decideLink } from './decide-link.ts'
import { fitFiles } from './match-files.ts'
import {
  type FittingFile,
  type LinkedSample,
  linkSamples,
  lockLinkedSamples,
  settleFiles,
} from './match-queries.ts'

/** Links samples to the files that fit them, with one audit event for each. Returns how many. */
export async function linkFiles(
  trx: Transaction,
  files: FittingFile[],
  { runId, actor }: { runId: number; actor: Actor },
): Promise<number> {
  const samples = await lockLinkedSamples(trx, [...new Set(files.map(({ fits }) => fits))], runId)
  const links = new Map<string, { file: FittingFile; sample: LinkedSample }>()
  const settled: FittingFile[] = []
  const problems = []
  // A sample may have got another name since the file was matched.
  for (const { file, sampleId } of await fitFiles(trx, files)) {
    const sample = samples.get(file.fits)
    if (!sample || sampleId !== file.fits) continue
    const decided = decideLink(file, sample)
    if ('problem' in decided) {
      problems.push({
        kind: 'match' as const,
        dvcPath: file.dvc_path,
        path: file.path,
        message: decided.problem,
      })
    } else if ('settled' in decided) {
      settled.push(file)
    } else if ('link' in decided && !links.has(sample.id)) {
      links.set(sample.id, { file, sample })
      samples.set(sample.id, { ...sample, ...linkedTo(file) })
      settled.push(file)
    }
  }
  const linked = [...links.values()]
  await linkSamples(
    trx,
    linked.map(({ file }) => file),
    actor.at,
  )
  await saveAuditEvents(trx, linked.map(linkEvent), actor)
  await settleFiles(trx, settled)
  await saveProblems(trx, problems, { runId, at: actor.at })
  return linked.length
}

const linkedTo = ({ uri, path, md5, size }: FittingFile) => ({
  bam_file_uri: uri,
  bam_path: path,
  bam_md5: md5,
  bam_size: size,
  is_live: true,
  has_just_gone: false,
  bam_doubt: null,
})

function linkEvent({ file, sample }: { file: FittingFile; sample: LinkedSample }) {
  return {
    action: 'sample.link-bam' as const,
    entityId: sample.id,
    before: {
      // While the link was in doubt, the sample had no address.
      bamFileUri: sample.bam_doubt === null ? sample.bam_file_uri : null,
      bamPath: sample.bam_path,
      bamMd5: sample.bam_md5,
      bamSize: sample.bam_size,
    },
    after: {
      bamFileUri: file.uri,
      bamPath: file.path,
      bamMd5: file.md5,
      bamSize: file.size,
      version: sample.version + 1,
    },
  }
}
