import type { AuditProof } from '@lims/contract/audit-api.ts'
import { readLastAnchor } from '../audit/anchor-file.ts'
import { findLastSeal, findLastTimeStamp } from '../audit/anchor-queries.ts'
import { countUnsealed } from '../audit/chain-queries.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { loadExportKey } from './export-key-queries.ts'

/** Returns how far the audit trail is sealed and anchored, and the public key of exports. */
export async function readProof(db: Db, settings: Config['audit'], now: Date): Promise<AuditProof> {
  const { anchorFile, tsaUrl } = settings
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

const readAnchorFile = (file: string): Promise<AuditProof['anchors']['file']> =>
  readLastAnchor(file).then(
    (anchor) => ({ lastAt: anchor?.at ?? null }),
    () => ({ lastAt: null, isUnreadable: true }),
  )
