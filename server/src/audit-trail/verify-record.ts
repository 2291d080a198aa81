import type { AuditEntityType } from '@lims/contract/audit.ts'
import { minuteMs } from '@lims/contract/durations.ts'
import {
  countErased,
  findOverdueEvent,
  findRecentSeal,
  listErasuresOf,
  listSealsOfEvents,
  readChain,
  readSeal,
} from '../audit/chain-queries.ts'
import { commitmentOf, type SealedEvent } from '../audit/event-text.ts'
import {
  type Commitment,
  type ErasedCounts,
  eraseAction,
  maxErasedBy,
  maxUnsealedMs,
  verifyChain,
} from '../audit/verify-chain.ts'
import type { Db } from '../db/database.ts'
import { historyOf } from './audit-event-queries.ts'

const maxEvents = 100_000
const maxSeals = 100
type Result = { verified: number; finding: string | null }

/** Verifies the seals over the newest 100,000 events. */
export async function verifyNewest(db: Db, now: Date): Promise<Result> {
  const start = await findRecentSeal(db, maxEvents)
  const { events, finding } = await verifyChain(readChain(db, start), {
    now,
    fromSeal: start.seal,
    numErased: await countErased(db),
  })
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
      finding: `Event ${overdue} has no seal after more than ${maxUnsealedMs / minuteMs} minutes.`,
    }
  let verified = 0
  let numErased: NumErased = new Map()
  for (const seal of await listSealsOfEvents(db, events, maxSeals)) {
    const named = await listErasuresOf(db, seal)
    if (named.length > 0 && numErased.size === 0) numErased = await countErased(db)
    const erasures = provenErasures(named, { now, numErased })
    const { events: compared, finding } = await verifyChain(readSeal(db, seal), {
      now,
      fromSeal: seal.number,
      erasures,
      numErased,
    })
    verified += compared
    if (finding) return { verified, finding }
  }
  return { verified, finding: null }
}

type NumErased = ReadonlyMap<number, ErasedCounts>

/**
 * Returns the erasures that emptied events of a seal, of all that these name, the newest first, and how many each has
 * emptied at most. Leaves out those that were altered, should have a seal, or are emptied themselves without a later
 * erasure that vouches for their events too.
 */
function provenErasures(
  named: Awaited<ReturnType<typeof listErasuresOf>>,
  { now, numErased }: { now: Date; numErased: NumErased },
): Map<number, ErasedCounts> {
  const erasures = new Map<number, ErasedCounts>()
  for (const { event, commitment } of named) {
    if (event.action !== eraseAction || !isProven(event, commitment, { erasures, numErased, now })) continue
    erasures.set(event.id, maxErasedBy(event))
  }
  return erasures
}

/** `erasures` are those that are newer than the event. */
function isProven(
  event: SealedEvent,
  commitment: Commitment | undefined,
  { erasures, numErased, now }: { erasures: NumErased; numErased: NumErased; now: Date },
): boolean {
  if (!commitment) return now.getTime() - new Date(event.at).getTime() <= maxUnsealedMs
  const { salt, erasedBy } = commitment
  if (salt) return commitmentOf(event, salt).equals(commitment.commitment)
  if (erasedBy === null) return false
  const later = erasures.get(erasedBy)
  return later !== undefined && (numErased.get(erasedBy)?.unproved ?? 0) <= later.unproved
}
