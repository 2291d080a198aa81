import type { AuditEntityType } from '@lims/contract/audit-api.ts'
import {
  findOverdueEvent,
  findRecentSeal,
  listErasuresOf,
  listSealsOfEvents,
  readChain,
  readSeal,
} from '../audit/chain-queries.ts'
import { commitmentOf, type Seal } from '../audit/event-text.ts'
import { maxUnsealedMs, verifyChain } from '../audit/verify-chain.ts'
import type { Db } from '../db/database.ts'
import { historyOf } from './audit-event-queries.ts'

const maxEvents = 100_000
const maxSeals = 100
type Result = { verified: number; finding: string | null }

/** Verifies the seals over the newest 100,000 events. */
export async function verifyNewest(db: Db, now: Date): Promise<Result> {
  const start = await findRecentSeal(db, maxEvents)
  const { events, finding } = await verifyChain(readChain(db, start), { now, fromSeal: start.seal })
  return { verified: events, finding }
}

/**
 * Verifies the newest 100 seals that cover what the history of one record shows, with all other events that they cover:
 * a sample that was registered with its batch may have no event of its own.
 */
export async function verifyRecord(
  db: Db,
  record: { entityType: AuditEntityType; entityId: string },
  now: Date,
): Promise<Result> {
  const events = historyOf(record)
  const overdue = await findOverdueEvent(db, events, now)
  if (overdue)
    return {
      verified: 0,
      finding: `Event ${overdue} has no seal after more than ${maxUnsealedMs / 60_000} minutes.`,
    }
  let verified = 0
  for (const seal of await listSealsOfEvents(db, events, maxSeals)) {
    const { events: compared, finding } = await verifyChain(readSeal(db, seal), {
      now,
      fromSeal: seal.number,
      erasures: await listErasures(db, seal),
    })
    verified += compared
    if (finding) return { verified, finding }
  }
  return { verified, finding: null }
}

/** Returns the erasures that erased events of a seal, without those that were altered. */
async function listErasures(db: Db, seal: Seal): Promise<number[]> {
  const found = await listErasuresOf(db, seal)
  const unaltered = found.filter(
    ({ event, commitment }) =>
      !commitment?.salt || commitmentOf(event, commitment.salt).equals(commitment.commitment),
  )
  return unaltered.map(({ event }) => event.id)
}
