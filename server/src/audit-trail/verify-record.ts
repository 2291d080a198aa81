import type { AuditEntityType } from '@lims/contract/audit-api.ts'
import {
  findOverdueEvent,
  findRecentSeal,
  listSealsOfRecord,
  readChain,
  readSeal,
} from '../audit/chain-queries.ts'
import { verifyChain } from '../audit/verify-chain.ts'
import type { Db } from '../db/database.ts'

const maxEvents = 100_000
const maxSeals = 100
type Result = { verified: number; finding: string | null }

/** Verifies the seals over the newest 100,000 events. */
export async function verifyNewest(db: Db, now: Date): Promise<Result> {
  const start = await findRecentSeal(db, maxEvents)
  const { events, finding } = await verifyChain(readChain(db, start), { now, fromSeal: start.seal })
  return { verified: events, finding }
}

/** Verifies the newest 100 seals that cover events of one record, with all other events that they cover. */
export async function verifyRecord(
  db: Db,
  record: { entityType: AuditEntityType; entityId: string },
  now: Date,
): Promise<Result> {
  const overdue = await findOverdueEvent(db, record, now)
  if (overdue) return { verified: 0, finding: `Event ${overdue} has no seal after more than a minute.` }
  let verified = 0
  for (const seal of await listSealsOfRecord(db, record, maxSeals)) {
    const { events, finding } = await verifyChain(readSeal(db, seal), { now, fromSeal: seal.number })
    verified += events
    if (finding) return { verified, finding }
  }
  return { verified, finding: null }
}
