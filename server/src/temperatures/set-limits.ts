import { lowerBelowUpper, type SetLimitsBody, type TemperatureState } from '@lims/contract/temperatures.ts'
import type { Actor } from '../audit/actor.ts'
import { saveAuditEvent } from '../audit/audit-queries.ts'
import type { Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { lockLimits } from '../storage/limit-queries.ts'
import { findAlarms } from './find-alarms.ts'
import { asState, getMonitor, inHundredths, limitsOf, lockMonitor, updateLimits } from './monitor-queries.ts'
import { judgeReadingsAgain, updateLastReading } from './reading-queries.ts'

/**
 * Sets the limits of a storage. Readings that are stored keep their judgement, and so do the alarms that followed from
 * them, unless they are to be judged again.
 * Throws `storage-not-found`, `version-stale`, and `request-invalid` if the lower limit is not below the upper one.
 */
export async function setLimits(
  trx: Transaction,
  body: SetLimitsBody,
  actor: Actor,
): Promise<TemperatureState> {
  const { storageId, version, applySince } = body
  const { version: latest } = await lockMonitor(trx, storageId)
  if (version !== undefined && version !== latest) {
    throw new DomainError(
      'version-stale',
      'The limits were changed by another person. Please look at them again.',
    )
  }
  await lockLimits(trx)
  const monitor = await getMonitor(trx, storageId)
  const hundredths = (celsius: number | null) => (celsius === null ? null : inHundredths(celsius))
  const own = { lower: hundredths(body.lowerC), upper: hundredths(body.upperC) }
  const limits = limitsOf({ ...monitor, lower_hundredths: own.lower, upper_hundredths: own.upper })
  if (limits.lower !== null && limits.upper !== null && limits.lower >= limits.upper) {
    throw new DomainError('request-invalid', lowerBelowUpper, 'lowerC')
  }
  const { minutesOutside, minutesWithoutReadings } = body
  await updateLimits(trx, storageId, { ...own, minutesOutside, minutesWithoutReadings })
  const changed = await getMonitor(trx, storageId)
  if (applySince && monitor.last_at) {
    const first = new Date(applySince)
    await judgeReadingsAgain(trx, storageId, first, limits)
    await findAlarms(trx, changed, { first, last: monitor.last_at, isJudgedAgain: true })
    await updateLastReading(trx, storageId)
  }
  const state = asState(await getMonitor(trx, storageId))
  await saveAuditEvent(
    trx,
    {
      action: 'temperature.set-limits',
      entityId: String(storageId),
      before: contentOf(asState(monitor)),
      after: { ...contentOf(state), ...(applySince ? { applySince } : {}) },
    },
    actor,
  )
  return state
}

const contentOf = ({ lowerC, upperC, minutesOutside, minutesWithoutReadings }: TemperatureState) => ({
  lowerC,
  upperC,
  minutesOutside,
  minutesWithoutReadings,
})
