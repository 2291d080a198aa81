import type { Actor } from '../audit/actor.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { findSessionStart } from './lifecycle-queries.ts'

/** With the session that bounds the age of a scan, unless an API token acts. */
export type ScanningActor = Actor & { sessionId?: string | undefined }

/** Tolerated clock difference between browser and server. */
const clockToleranceMs = 60_000

/** An API token has no sign-in that would bound the age of a scan. */
const maxTokenScanAgeMs = 24 * 3_600_000

/**
 * Returns the time of a scan, which may have been sent later; without `scannedAt` that of the request. Throws
 * `request-invalid` if it lies in the future, before the sign-in, or with an API token more than a day ago.
 */
export async function scanTime(db: Db, scannedAt: string | undefined, actor: ScanningActor): Promise<Date> {
  if (scannedAt === undefined) return actor.at
  const at = new Date(scannedAt)
  if (at.getTime() > actor.at.getTime() + clockToleranceMs) {
    throw new DomainError('request-invalid', 'scannedAt must not be in the future', 'scannedAt')
  }
  if (actor.tokenId && actor.at.getTime() - at.getTime() > maxTokenScanAgeMs) {
    throw new DomainError('request-invalid', 'scannedAt must not be more than a day ago', 'scannedAt')
  }
  if (!actor.tokenId && !(await isSinceSignIn(db, at, actor))) {
    throw new DomainError('request-invalid', 'scannedAt must not be before the sign-in', 'scannedAt')
  }
  return at < actor.at ? at : actor.at
}

async function isSinceSignIn(db: Db, at: Date, { sessionId }: ScanningActor) {
  const startedAt = sessionId && (await findSessionStart(db, sessionId))
  return startedAt ? at >= startedAt : false
}
