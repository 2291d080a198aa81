import { joinTexts } from '@lims/contract/join-texts.ts'
import { timeInMessage } from '@lims/contract/message-times.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import {
  type ChangeSinceScan,
  listCustodyChangesSince,
  listPlacings,
  listTakingsOut,
  type Since,
} from './later-change-queries.ts'
import { byOwnClock, clockToleranceMs, findScanTime, type ScanningActor } from './scan-time.ts'

type LateScan = {
  /** The time of the scan as it was sent. */
  scannedAt?: string | undefined
  consequence?: string
  /** Whether the scan takes the tubes, which is not allowed in quarantine. */
  isTaking?: boolean
  /** Tubes whose later placing the scan would overwrite. */
  placed?: readonly string[]
  /** Tubes whose later removal from storage the scan would overwrite. */
  takenOut?: readonly string[]
}

/**
 * Throws `custody-not-possible` if somebody checked out, returned, found or released one of the tubes after the scan,
 * or if the scan would overwrite a later placing (`placed`) or removal from storage (`takenOut`): a late scan must not
 * overwrite newer facts. The actor's own changes count only if the time of the scan is accepted; scans from before the
 * sign-in have the time of their request. Call it with the samples locked.
 */
export async function assertNoLaterChange(
  trx: Transaction,
  sampleIds: readonly string[],
  { scannedAt, consequence = '', isTaking = false, placed = [], takenOut = [] }: LateScan,
  actor: ScanningActor,
): Promise<void> {
  const later = findLaterThan(scannedAt, actor)
  if (!later) return
  const ofPlaces = [
    ...(placed.length > 0 ? await listPlacings(trx, placed, later) : []),
    ...(takenOut.length > 0 ? await listTakingsOut(trx, takenOut, later) : []),
  ]
  const ofCustody = await listCustodyChangesSince(trx, sampleIds, later, { isTaking })
  const changes = new Map([...ofPlaces, ...ofCustody].map((change) => [change.sampleId, change]))
  if (changes.size === 0) return
  const inOrder = [...changes.values()].sort((a, b) => a.name.localeCompare(b.name))
  const sentences = joinTexts(inOrder.map(describeLater), { separator: ' ' })
  throw new DomainError('custody-not-possible', `${sentences} ${consequence}`.trim())
}

/**
 * Returns which changes are later than a scan, with a minute for clocks that differ: those of others, and the actor's
 * own if the time of the scan is accepted. Undefined if no change can be.
 */
export function findLaterThan(scannedAt: string | undefined, actor: ScanningActor): Since | undefined {
  if (scannedAt === undefined) return undefined
  const since = new Date(byOwnClock(scannedAt, actor).getTime() + clockToleranceMs)
  if (since >= actor.at) return undefined
  const countsOwn = findScanTime({ scannedAt }, actor) !== undefined
  return { since, countsOwn, actor }
}

const words: Partial<Record<ChangeSinceScan['change'], string>> = {
  'check-out': 'checked out',
  pick: 'checked out',
  return: 'returned',
  set: 'set to AVAILABLE',
  placed: 'put into a cell',
  'taken-out': 'taken out of storage',
}

function describeLater({ name, alias, change, personName, at, isLatest }: ChangeSinceScan): string {
  const sentence = `${name} (${alias}) was ${words[change] ?? 'found'} since this scan`
  const time = timeInMessage(at)
  const isOfPlace = change === 'placed' || change === 'taken-out'
  if (isOfPlace || !isLatest) return `${sentence}, by ${personName} (${time}).`
  return change === 'check-out' || change === 'pick'
    ? `${sentence}: ${personName} has it since ${time}.`
    : `${sentence}, by ${personName}: it is available since ${time}.`
}
