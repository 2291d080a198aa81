import type { Actor } from '../audit/actor.ts'
import { saveAuditEvents } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { type DoubtfulLink, saveDoubts } from './match-queries.ts'
import { storableText } from './storable-text.ts'

const maxReasonLength = 500

/** Marks links whose file, or whose sample, has changed so that the file may belong to another sample. */
export async function doubtLinks(
  trx: Transaction,
  found: readonly DoubtfulLink[],
  actor: Actor,
): Promise<void> {
  const links = [...new Map(found.map((link) => [link.id, link])).values()]
  const doubts = links.map((link) => ({ id: link.id, doubt: reasonOf(link) }))
  await saveDoubts(trx, doubts, actor.at)
  await saveAuditEvents(
    trx,
    links.map((link, index) => ({
      action: 'sample.doubt-bam',
      entityId: link.id,
      before: { bamFileUri: link.bam_file_uri, bamPath: link.bam_path, bamMd5: link.bam_md5 },
      after: { bamFileUri: null, bamDoubt: doubts[index]?.doubt, version: link.version + 1 },
    })),
    actor,
  )
}

function reasonOf({ path, bam_path, message, is_unusable, name, alias }: DoubtfulLink): string {
  const isMoved = path !== bam_path
  const place = isMoved ? `${bam_path} is now ${path}, which` : path
  const otherwise = isMoved ? `does not name ${name} (${alias})` : `no longer names ${name} (${alias})`
  return storableText(
    `${place} ${message ?? (is_unusable ? 'cannot be read any more' : otherwise)}`,
    maxReasonLength,
  )
}
