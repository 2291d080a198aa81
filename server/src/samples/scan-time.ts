import { dayMs, minuteMs } from '@lims/contract/durations.ts'
import type { Actor } from '../audit/actor.ts'
import { DomainError } from '../errors/domain-error.ts'

/** With the sign-in that bounds the age of a scan, unless an API token acts, and the sender's clock at the request. */
export type ScanningActor = Actor & { signedInAt?: Date | undefined; sentAt?: Date | undefined }

/** Tolerated clock difference between browser and server. */
export const clockToleranceMs = minuteMs

/** An API token has no sign-in that would bound the age of a scan. */
const maxTokenScanAgeMs = dayMs

/** The fields of a request that say when its scan was made. */
type SentTime = { scannedAt?: string | null | undefined; nowIfRefused?: boolean | undefined }

/** A time, or the sentence that refuses it. */
type ScanTime = { at: Date; refusal?: undefined } | { at?: undefined; refusal: string }

/**
 * Returns the time of a scan, which may have been sent later; without `scannedAt` that of the request. Throws
 * `request-invalid` if it lies in the future, before the sign-in, or with an API token more than a day ago; with
 * `nowIfRefused` returns the time of the request instead.
 */
export function scanTime(sent: SentTime, actor: ScanningActor): Date {
  const { at, refusal } = judgeScanTime(sent, actor)
  if (refusal !== undefined) throw new DomainError('request-invalid', refusal, 'scannedAt')
  return at
}

/**
 * Returns the time of a scan by the clock of the server, whose difference to that of the sender shows at the request.
 */
export function byOwnClock(scannedAt: string, { at, sentAt }: ScanningActor): Date {
  const behindMs = sentAt ? at.getTime() - sentAt.getTime() : 0
  return new Date(Date.parse(scannedAt) + (Math.abs(behindMs) > clockToleranceMs ? behindMs : 0))
}

/**
 * Returns when a scan was made, also one from before the sign-in, which `scanTime` takes for one of now: never later
 * than `accepted`, what `scanTime` returned.
 */
export const madeAt = ({ scannedAt, nowIfRefused }: SentTime, accepted: Date, actor: ScanningActor): Date =>
  scannedAt && nowIfRefused
    ? new Date(Math.min(accepted.getTime(), byOwnClock(scannedAt, actor).getTime()))
    : accepted

/** Like `scanTime`, but returns undefined for a time that is refused. */
export const findScanTime = (sent: SentTime, actor: ScanningActor): Date | undefined =>
  judgeScanTime(sent, actor).at

function judgeScanTime({ scannedAt, nowIfRefused }: SentTime, actor: ScanningActor): ScanTime {
  if (!scannedAt) return { at: actor.at }
  const judged = judgeTime(byOwnClock(scannedAt, actor), actor)
  return judged.refusal !== undefined && nowIfRefused ? { at: actor.at } : judged
}

function judgeTime(at: Date, actor: ScanningActor): ScanTime {
  if (at.getTime() > actor.at.getTime() + clockToleranceMs) {
    return { refusal: 'scannedAt must not be in the future' }
  }
  if (actor.tokenId && actor.at.getTime() - at.getTime() > maxTokenScanAgeMs) {
    return { refusal: 'scannedAt must not be more than a day ago' }
  }
  if (!actor.tokenId && !isSinceSignIn(at, actor)) {
    return { refusal: 'scannedAt must not be before the sign-in' }
  }
  return { at: at < actor.at ? at : actor.at }
}

/**
 * Returns what the audit event, which has the time of the request, adds for a scan that was sent more than a minute
 * later.
 */
export const scannedBefore = (at: Date, actor: Actor): { scannedAt?: string } =>
  actor.at.getTime() - at.getTime() > clockToleranceMs ? { scannedAt: at.toISOString() } : {}

const isSinceSignIn = (at: Date, { signedInAt }: ScanningActor): boolean =>
  signedInAt !== undefined && at >= signedInAt
