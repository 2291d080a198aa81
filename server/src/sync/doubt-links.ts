import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { type DoubtfulLink, saveDoubts } from './match-queries.ts'

const maxReasonLength = 500

/** Marks links whose file has changed and may belong to another sample. */
export async function doubtLinks(
  trx: Transaction,
  links: readonly DoubtfulLink[],
  actor: Actor,
): Promise<void> {
  const doubts = links.map((link) => ({ id: link.id, doubt: reasonOf(link) }))
  await saveDoubts(trx, doubts, actor.at)
  await saveAuditEvents(
    trx,
    links.map((link, index) => ({
      action: 'sample.doubt-bam',
      entityId: link.id,
      before: { bamFileUri: link.bam_file_uri, bamPath: link.path, bamMd5: link.bam_md5 },
      after: { bamFileUri: null, bamDoubt: doubts[index]?.doubt, version: link.version + 1 },
    })),
    actor,
  )
}

function reasonOf({ path, message, is_unusable, name, alias }: DoubtfulLink): string {
  const otherwise = is_unusable ? 'cannot be read any more' : `no longer names ${name} (${alias})`
  return `${path} ${message ?? otherwise}`.slice(0, maxReasonLength)
}
