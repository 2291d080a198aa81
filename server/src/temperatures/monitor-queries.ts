import { errorTexts } from '@lims/contract/errors.ts'
import { defaultLimits, effectiveLimits, type TemperatureState } from '@lims/contract/temperatures.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Transaction } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'

export type Monitor = Selectable<Tables['temperature_monitor']> & { nominal_c: number | null }

/** The limits of a storage in hundredths of °C; null for a limit that it has not. */
export type Limits = ReturnType<typeof effectiveLimits>

/** °C as whole hundredths, which compare exactly. */
export const inHundredths = (celsius: number): number => Math.round(celsius * 100)
export const inCelsius = (hundredths: number): number => hundredths / 100

/** Returns the limits and the latest reading of a storage. Throws `storage-not-found`. */
export async function getMonitor(db: Db, storageId: number): Promise<Monitor> {
  const { rows } = await sql<Monitor>`
    select ${storageId}::integer as storage_id, monitor.lower_hundredths, monitor.upper_hundredths,
      coalesce(monitor.minutes_outside, ${defaultLimits.minutesOutside}::integer) as minutes_outside,
      coalesce(monitor.minutes_without_readings, ${defaultLimits.minutesWithoutReadings}::integer)
        as minutes_without_readings,
      coalesce(monitor.version, 1) as version,
      monitor.last_at, monitor.last_hundredths, monitor.last_is_outside,
      storage_temperature(storage.id) as nominal_c
    from storage left join temperature_monitor monitor on monitor.storage_id = storage.id
    where storage.id = ${storageId}
  `.execute(db)
  const [monitor] = rows
  if (!monitor) throw new DomainError('storage-not-found', errorTexts.storageNotFound)
  return monitor
}

/**
 * Locks the monitor of a storage until the transaction ends, so that readings of one storage are judged one request
 * after the other. Throws `storage-not-found`.
 */
export async function lockMonitor(trx: Transaction, storageId: number): Promise<Monitor> {
  // The storage is shared, so that it is not deleted in the meantime.
  const storage = await trx
    .selectFrom('storage')
    .select('id')
    .where('id', '=', storageId)
    .forKeyShare()
    .executeTakeFirst()
  if (!storage) throw new DomainError('storage-not-found', errorTexts.storageNotFound)
  await trx
    .insertInto('temperature_monitor')
    .values({ storage_id: storageId })
    .onConflict((conflict) => conflict.column('storage_id').doNothing())
    .execute()
  await trx
    .selectFrom('temperature_monitor')
    .select('storage_id')
    .where('storage_id', '=', storageId)
    .forUpdate()
    .execute()
  return getMonitor(trx, storageId)
}

/** Locks the monitors of storages that have one, in the order of their ids, until the transaction ends. */
export async function lockMonitors(trx: Transaction, storageIds: readonly number[]): Promise<void> {
  await trx
    .selectFrom('temperature_monitor')
    .select('storage_id')
    .where(sql<boolean>`storage_id = any(${[...storageIds]}::integer[])`)
    .orderBy('storage_id')
    .forUpdate()
    .execute()
}

/** Returns the limits that apply, in hundredths of a degree. */
export const limitsOf = ({ lower_hundredths: lower, upper_hundredths: upper, nominal_c }: Monitor): Limits =>
  effectiveLimits({ lower, upper }, nominal_c === null ? null : inHundredths(nominal_c), inHundredths(1))

/** Saves a storage's own limits, and raises their version by one. */
export async function updateLimits(
  trx: Transaction,
  storageId: number,
  limits: Limits & { minutesOutside: number; minutesWithoutReadings: number },
) {
  await trx
    .updateTable('temperature_monitor')
    .set((eb) => ({
      lower_hundredths: limits.lower,
      upper_hundredths: limits.upper,
      minutes_outside: limits.minutesOutside,
      minutes_without_readings: limits.minutesWithoutReadings,
      version: eb('version', '+', 1),
    }))
    .where('storage_id', '=', storageId)
    .execute()
}

const celsiusOrNull = (hundredths: number | null) => (hundredths === null ? null : inCelsius(hundredths))

export function asState(monitor: Monitor): TemperatureState {
  const { lower, upper } = limitsOf(monitor)
  const { last_at, last_hundredths, last_is_outside } = monitor
  return {
    storageId: monitor.storage_id,
    lowerC: celsiusOrNull(monitor.lower_hundredths),
    upperC: celsiusOrNull(monitor.upper_hundredths),
    minutesOutside: monitor.minutes_outside,
    minutesWithoutReadings: monitor.minutes_without_readings,
    version: monitor.version,
    effectiveLowerC: celsiusOrNull(lower),
    effectiveUpperC: celsiusOrNull(upper),
    nominalC: monitor.nominal_c,
    last:
      last_at === null || last_hundredths === null || last_is_outside === null
        ? null
        : { at: last_at.toISOString(), celsius: inCelsius(last_hundredths), isOutside: last_is_outside },
  }
}
