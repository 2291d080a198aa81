import { minuteMs } from '@lims/contract/durations.ts'
import { timeInMessage } from '@lims/contract/message-times.ts'
import { type PostReadingsBody, type Reading, readingAge } from '@lims/contract/temperatures.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { listStoragesByCode } from '../storage/storage-queries.ts'
import { findAlarms } from './find-alarms.ts'
import { limitsOf, lockMonitor } from './monitor-queries.ts'
import { hasPostedToday, insertReadings, updateLastReading } from './reading-queries.ts'

/**
 * Stores the readings that are new, and computes the alarms that follow from them. Throws `storage-not-found`, and
 * `request-invalid` for a reading that is in the future or older than five years.
 */
export async function postReadings(trx: Transaction, body: PostReadingsBody, actor: Actor) {
  assertTimes(body.readings, actor.at)
  const storageId = body.storageId ?? (await findStorage(trx, body.storage ?? ''))
  const monitor = await lockMonitor(trx, storageId)
  const { readings } = body
  const { added, conflicting, first, last } = await insertReadings(trx, storageId, {
    readings,
    limits: limitsOf(monitor),
  })
  if (first && last) {
    await findAlarms(trx, monitor, { first, last })
    await updateLastReading(trx, storageId)
    await audit(trx, { storageId, added, conflicting, from: first, to: last }, actor)
  }
  return { storageId, added, repeated: readings.length - added - conflicting, conflicting }
}

function assertTimes(readings: readonly Reading[], now: Date) {
  const latest = new Date(now.getTime() + readingAge.maxMinutesAhead * minuteMs)
  const earliest = new Date(now)
  earliest.setUTCFullYear(earliest.getUTCFullYear() - readingAge.maxYears)
  for (const { at } of readings) {
    const time = Date.parse(at)
    if (time > latest.getTime()) {
      throw new DomainError(
        'request-invalid',
        `The reading of ${timeInMessage(new Date(at))} is in the future. Check the clock of the logger.`,
      )
    }
    if (time < earliest.getTime()) {
      throw new DomainError(
        'request-invalid',
        `The reading of ${timeInMessage(new Date(at))} is more than ${readingAge.maxYears} years old. Check the clock of the logger.`,
      )
    }
  }
}

async function findStorage(trx: Transaction, named: string): Promise<number> {
  const [found, other] = await listStoragesByCode(trx, named)
  if (found === undefined) throw new DomainError('storage-not-found', `No storage is called '${named}'.`)
  if (other === undefined) return found.id
  throw new DomainError(
    'request-invalid',
    `More than one storage is called '${named}'. Send its id, or the code on its label.`,
  )
}

/** A token leaves one event per day and storage: one for each reading would bury all other events. */
async function audit(
  trx: Transaction,
  posted: { storageId: number; added: number; conflicting: number; from: Date; to: Date },
  actor: Actor,
) {
  const { storageId, from, to, ...counts } = posted
  if (actor.tokenId && (await hasPostedToday(trx, storageId, { tokenId: actor.tokenId, at: actor.at })))
    return
  const after = { ...counts, from: from.toISOString(), to: to.toISOString() }
  await saveAuditEvent(trx, { action: 'temperature.post', entityId: String(storageId), after }, actor)
}
