import { z } from 'zod'
import { absoluteZeroC, InstantInput, maxInteger, Version } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { formatNumber } from './format-count.ts'
import { PageQuery } from './paging.ts'
import { exactlyOne, parameters } from './parameters.ts'
import { StorageId } from './storage.ts'
import { success } from './success.ts'
import { AlarmKind, TemperatureAlarm } from './temperature-alarm.ts'
import { maxTextLength, optionalLine, requiredText, text } from './text.ts'

/** °C. What a reading can be; a sensor that is broken or unplugged often reports far more. */
export const readingRange = { min: absoluteZeroC, max: 200 } as const
export const maxReadingsPerPost = 10_000
/** A reading may be this many minutes ahead of the clock of the server, and this many years old. */
export const readingAge = { maxMinutesAhead: 5, maxYears: 5 } as const

export const defaultLimits = {
  /** °C above and below the nominal temperature. */
  degreesAround: 10,
  minutesOutside: 10,
  minutesWithoutReadings: 30,
} as const

type Limits = { lower: number | null; upper: number | null }

/**
 * Returns the limits that apply in a storage: its own, else 10 °C around its nominal temperature; null without either.
 * All are in one unit, of which `perDegree` make 1 °C.
 */
export function effectiveLimits({ lower, upper }: Limits, nominal: number | null, perDegree = 1): Limits {
  const around = defaultLimits.degreesAround * perDegree
  return {
    lower: lower ?? (nominal === null ? null : nominal - around),
    upper: upper ?? (nominal === null ? null : nominal + around),
  }
}

export const lowerBelowUpper = 'The lower limit must be below the upper limit.'
const maxMinutes = { outside: 1440, withoutReadings: 10_080 } as const
export const maxCurvePoints = 1000
export const maxAlarmsShown = 500

const celsiusRange = `must be a temperature from ${readingRange.min} to ${readingRange.max} °C`
/** °C, rounded to hundredths by the server. */
const Celsius = z
  .number({ error: celsiusRange })
  .min(readingRange.min, celsiusRange)
  .max(readingRange.max, celsiusRange)

export const Reading = parameters({ at: InstantInput, celsius: Celsius })
export type Reading = z.infer<typeof Reading>

export const PostReadingsBody = parameters({
  storageId: StorageId.nullish(),
  /** Instead of the id: the code on its label (STO0000012), or its alias if no other storage has it. */
  storage: optionalLine(maxTextLength.code),
  readings: z
    .array(Reading)
    .min(1, 'must be at least one reading')
    .max(maxReadingsPerPost, `may be at most ${formatNumber(maxReadingsPerPost)} readings`),
}).refine(...exactlyOne('storageId', 'storage'))
export type PostReadingsBody = z.infer<typeof PostReadingsBody>

const minutes = (min: number, max: number) => {
  const range = `must be a whole number of minutes from ${min} to ${formatNumber(max)}`
  return z.number({ error: range }).int(range).min(min, range).max(max, range)
}

export const TemperatureLimits = parameters({
  /** °C; null: 10 °C below the nominal temperature. */
  lowerC: Celsius.nullable(),
  /** °C; null: 10 °C above the nominal temperature. */
  upperC: Celsius.nullable(),
  /** An excursion begins when readings have been outside the limits for this long. */
  minutesOutside: minutes(0, maxMinutes.outside),
  /** An alarm begins when no reading has come for this long. */
  minutesWithoutReadings: minutes(1, maxMinutes.withoutReadings),
})

export const SetLimitsBody = TemperatureLimits.extend({
  storageId: StorageId,
  version: Version.optional(),
  /** Applies the limits to the readings since then too; without it, only to those that come from now on. */
  applySince: InstantInput.nullish(),
})
export type SetLimitsBody = z.infer<typeof SetLimitsBody>

/** What is known about the temperature of a storage. */
export const TemperatureState = z.object({
  storageId: z.number().int(),
  /** Its own limits; null where they follow the nominal temperature. */
  lowerC: z.number().nullable(),
  upperC: z.number().nullable(),
  minutesOutside: z.number().int(),
  minutesWithoutReadings: z.number().int(),
  version: z.number().int(),
  /** The limits that apply; null: none, as there is no nominal temperature either. */
  effectiveLowerC: z.number().nullable(),
  effectiveUpperC: z.number().nullable(),
  nominalC: z.number().nullable(),
  /** The latest reading; null before the first. */
  last: z.object({ at: z.iso.datetime(), celsius: z.number(), isOutside: z.boolean() }).nullable(),
})
export type TemperatureState = z.infer<typeof TemperatureState>

/** The readings of a part of the time, from `at` on. */
export const CurvePoint = z.object({
  at: z.iso.datetime(),
  lowestC: z.number(),
  highestC: z.number(),
  meanC: z.number(),
  readings: z.number().int(),
})
export type CurvePoint = z.infer<typeof CurvePoint>

/** The time that a sample spent in a storage during an excursion of that storage. */
export const SampleExcursion = z.object({
  storageId: z.number().int(),
  /** The last one that it had, if it was deleted. */
  storageAlias: z.string(),
  /** The names from the root to the storage as they are now; only its own if it was deleted. */
  storagePath: z.string(),
  isStorageDeleted: z.boolean(),
  /** The beginning of the excursion. */
  beganAt: z.iso.datetime(),
  from: z.iso.datetime(),
  /** Null: it is still inside, and the excursion goes on. */
  to: z.iso.datetime().nullable(),
  seconds: z.number(),
  /**
   * °C, the one farther outside the limits: of the readings that held while it was inside, each until the next one. If
   * these were deleted, of the whole excursion.
   */
  worstC: z.number(),
})
export type SampleExcursion = z.infer<typeof SampleExcursion>

const StorageQuery = parameters({ storageId: StorageId })
const period = { from: InstantInput, to: InstantInput }
const isPeriod = ({ from, to }: { from: string; to: string }) => Date.parse(from) < Date.parse(to)
const fromBeforeTo = { path: ['from'], error: 'from must be before to' }

export const maxNoteLength = 500

export const temperaturesApi = {
  post: endpoint({
    method: 'POST',
    path: '/temperatures/post',
    permission: 'temperature.post',
    summary: 'Store readings of a logger; a reading that is sent twice counts once',
    body: PostReadingsBody,
    reply: z.object({
      success,
      storageId: z.number().int(),
      added: z.number().int(),
      /** Already stored. */
      repeated: z.number().int(),
      /** Ignored: another value is stored for the same time. */
      conflicting: z.number().int(),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/temperatures/get',
    permission: 'storage.read',
    summary: 'The limits and the latest reading of a storage',
    query: StorageQuery,
    reply: z.object({ state: TemperatureState }),
  }),
  curve: endpoint({
    method: 'GET',
    path: '/temperatures/curve',
    permission: 'storage.read',
    summary: 'The readings of a storage, with the lowest and the highest of each part of the time',
    query: parameters({ storageId: StorageId, ...period }).refine(isPeriod, fromBeforeTo),
    reply: z.object({
      /** At most 1,000, in the order of time; parts without a reading are left out. */
      points: z.array(CurvePoint),
      secondsPerPoint: z.number().int(),
    }),
  }),
  excursions: endpoint({
    method: 'GET',
    path: '/temperatures/excursions',
    permission: 'storage.read',
    summary: 'A page of the excursions of one storage or of all, the latest first',
    query: PageQuery.extend({
      storageId: StorageId.optional(),
      from: InstantInput.optional(),
      to: InstantInput.optional(),
    }),
    reply: z.object({ excursions: z.array(TemperatureAlarm), totalExcursions: z.number().int() }),
  }),
  alarms: endpoint({
    method: 'GET',
    path: '/temperatures/alarms',
    permission: 'storage.read',
    summary:
      'The alarms that go on or that nobody has acknowledged, at most 500; first those that go on and nobody has acknowledged',
    query: parameters({ storageId: StorageId.optional() }),
    reply: z.object({
      alarms: z.array(TemperatureAlarm),
      totalAlarms: z.number().int(),
      /** Storages that have ever had a reading. */
      totalLoggers: z.number().int(),
    }),
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/temperatures/acknowledge',
    permission: 'temperature.acknowledge',
    summary: 'Acknowledge alarms, with a note',
    body: parameters({
      alarms: z
        .array(parameters({ storageId: StorageId, kind: AlarmKind, beganAt: InstantInput }))
        .min(1)
        .max(maxAlarmsShown),
      note: requiredText(maxNoteLength, 'Please say what was done'),
    }),
    reply: z.object({ success, acknowledged: z.number().int() }),
  }),
  setLimits: endpoint({
    method: 'POST',
    path: '/temperatures/set-limits',
    permission: 'storage.edit',
    summary: 'Set the limits of a storage, and when an alarm begins',
    body: SetLimitsBody,
    reply: z.object({ success, state: TemperatureState }),
  }),
  sample: endpoint({
    method: 'GET',
    path: '/temperatures/sample',
    permission: 'sample.read',
    summary: 'A page of the excursions that a sample was inside, the latest first',
    query: PageQuery.extend({
      sampleId: text(200),
      pageSize: PageQuery.shape.pageSize.default(200),
    }),
    reply: z.object({ excursions: z.array(SampleExcursion), totalExcursions: z.number().int() }),
  }),
  samples: endpoint({
    method: 'GET',
    path: '/temperatures/samples',
    permission: 'sample.read',
    summary: 'A page of the samples that were in a storage during one of its excursions',
    query: PageQuery.extend({ storageId: StorageId, beganAt: InstantInput }),
    reply: z.object({
      samples: z.array(z.object({ id: z.uuid(), name: z.string(), alias: z.string(), seconds: z.number() })),
      totalSamples: z.number().int().max(maxInteger),
    }),
  }),
}
