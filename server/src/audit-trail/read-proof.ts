import type { AuditProof } from '@lims/contract/audit-api.ts'
import type { AnchorFile } from '../audit/anchor-file.ts'
import { findLastSeal, findLastTimeStamp } from '../audit/anchor-queries.ts'
import { countUnsealed } from '../audit/chain-queries.ts'
import type { Db } from '../db/database.ts'
import { loadExportKey } from './export-key-queries.ts'

/** Where seals are anchored outside of the database. */
export type Anchors = { anchorFile: AnchorFile | undefined; tsaUrl: string | undefined }

/** Returns how far the audit trail is sealed and anchored, and the public key of exports. */
export async function readProof(db: Db, { anchorFile, tsaUrl }: Anchors, now: Date): Promise<AuditProof> {
  const [seal, unsealed, file, stamp, { publicKey }] = await Promise.all([
    findLastSeal(db),
    countUnsealed(db),
    anchorFile ? readAnchorFile(anchorFile) : null,
    findLastTimeStamp(db),
    loadExportKey(db, now),
  ])
  return {
    seals: seal?.number ?? 0,
    lastSealedEvent: seal?.last_event ?? null,
    lastSealAt: seal?.sealed_at.toISOString() ?? null,
    unsealed,
    anchors: {
      file,
      timeStamp: tsaUrl ? { lastAt: stamp?.stamped_at.toISOString() ?? null } : null,
    },
    publicKey: publicKey.toString('base64'),
  }
}

const readAnchorFile = (file: AnchorFile): Promise<AuditProof['anchors']['file']> =>
  file.readLast().then(
    (anchor) => ({ lastAt: anchor?.at ?? null }),
    () => ({ lastAt: null, isUnreadable: true }),
  )
