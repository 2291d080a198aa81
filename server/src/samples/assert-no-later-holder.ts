import { joinTexts } from '@lims/contract/join-texts.ts'
import { timeInMessage } from '@lims/contract/message-times.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { type LaterChange, listChangesByOthersSince } from './custody-queries.ts'
import { byOwnClock, clockToleranceMs, type ScanningActor } from './scan-time.ts'

/**
 * Throws `custody-not-possible` for tubes that another person has checked out, returned or found after the scan: one
 * that is sent late must not end what is true now. Changes of the actor do not count: those of scans from before the
 * sign-in have the time of their request. Call it with the samples locked, and with the time as it was sent.
 */
export async function assertNoLaterHolder(
  trx: Transaction,
  sampleIds: readonly string[],
  { scannedAt, consequence = '' }: { scannedAt?: string | undefined; consequence?: string },
  actor: ScanningActor,
): Promise<void> {
  if (scannedAt === undefined) return
  const since = new Date(byOwnClock(scannedAt, actor).getTime() + clockToleranceMs)
  if (since >= actor.at) return
  const changes = await listChangesByOthersSince(trx, sampleIds, since, actor)
  if (changes.length === 0) return
  const sentences = joinTexts(changes.map(describeLater), { separator: ' ' })
  throw new DomainError('custody-not-possible', `${sentences} ${consequence}`.trim())
}

function describeLater({ name, alias, via, personName, at, holds }: LaterChange): string {
  const tube = `${name} (${alias})`
  const time = timeInMessage(at)
  const isTaken = via === 'check-out' || via === 'pick'
  const change = isTaken ? 'checked out' : via === 'return' ? 'returned' : 'found'
  if (!holds) return `${tube} was ${change} since this scan, by ${personName} (${time}).`
  return isTaken
    ? `${tube} was ${change} since this scan: ${personName} has it since ${time}.`
    : `${tube} was ${change} since this scan, by ${personName}: it is available since ${time}.`
}
