import { z } from 'zod'

export const AlarmKind = z.enum(['outside', 'no-readings'])
export type AlarmKind = z.infer<typeof AlarmKind>

/** An excursion or a time without readings. A storage, a kind and a beginning identify it. */
export const TemperatureAlarm = z.object({
  storageId: z.number().int(),
  /** The last one that it had, if it was deleted. */
  storageAlias: z.string(),
  /** Aliases from the root, such as 'Freezer 1 › Shelf 2'; of a deleted storage only its own. */
  storagePath: z.string(),
  isStorageDeleted: z.boolean(),
  kind: AlarmKind,
  /** The first reading outside, or the last one before the silence. */
  beganAt: z.iso.datetime(),
  /** The first reading inside, or after the silence; null while it goes on. */
  endedAt: z.iso.datetime().nullable(),
  /** °C; null for a time without readings. */
  lowestC: z.number().nullable(),
  highestC: z.number().nullable(),
  /** The one that is farther outside the limits. */
  worstC: z.number().nullable(),
  acknowledgedAt: z.iso.datetime().nullable(),
  acknowledgedByName: z.string().nullable(),
  note: z.string(),
})
export type TemperatureAlarm = z.infer<typeof TemperatureAlarm>
