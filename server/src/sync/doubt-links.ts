import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { type DoubtfulLink, lockDoubtfulLinks, saveDoubts } from './match-queries.ts'

const maxReasonLength = 500

/** Marks a page of links whose file has changed and may belong to another sample. Returns how many. */
export async function doubtLinks(trx: Transaction, actor: Actor): Promise<number> {
  const links = await lockDoubtfulLinks(trx)
  if (links.length === 0) return 0
  const doubts = links.map((link) => ({ id: link.id, doubt: reasonOf(link) }))
  await saveDoubts(trx, doubts, actor.at)
  await saveAuditEvents(
    trx,
    links.map((link, index) => ({
      action: 'sample.doubt-bam' as const,
      entityType: 'sample' as const,
      entityId: link.id,
      before: { bamFileUri: link.bam_file_uri, bamPath: link.path, bamMd5: link.bam_md5 },
      after: { bamFileUri: null, bamDoubt: doubts[index]?.doubt, version: link.version + 1 },
    })),
    actor,
  )
  return links.length
}

function reasonOf({ path, message, is_unusable, name, alias }: DoubtfulLink): string {
  const otherwise = is_unusable ? 'cannot be read any more' : `no longer names ${name} (${alias})`
  return `${path} ${message ?? otherwise}`.slice(0, maxReasonLength)
}
