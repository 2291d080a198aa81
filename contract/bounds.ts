import { z } from 'zod'

/** Maximum of a PostgreSQL `integer` column. */
export const maxInteger = 2_147_483_647

/**
 * Revision number of a record. A client sends back the version it has read, so that the server detects concurrent
 * changes.
 */
export const Version = z.number().int().min(0).max(maxInteger)

const [minYear, maxYear] = [1900, 2200]
const yearRange = `must be a time from the year ${minYear} to ${maxYear}`

/** Parses an ISO 8601 time with any offset and converts it to UTC. Rejects years outside 1900 to 2200. */
export const InstantInput = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-11-20T09:30:00Z' })
  .refine((input) => {
    const year = new Date(input).getUTCFullYear()
    return year >= minYear && year <= maxYear
  }, yearRange)
  .transform((input) => new Date(input).toISOString())

/** °C. No temperature is lower. */
export const absoluteZeroC = -273.15

/** Far below 2^53, up to which JSON numbers are exact. The column is a `bigint`. */
const maxEventId = 1e15
const eventSentence = 'must be the id of a change'
/** The id of a lifecycle or custody event. */
export const EventId = z
  .number(eventSentence)
  .int(eventSentence)
  .min(1, eventSentence)
  .max(maxEventId, eventSentence)
