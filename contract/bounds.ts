import { z } from 'zod'

/** The largest number of an `integer` column. */
export const maxInteger = 2_147_483_647

/** Counts the changes of a record; given back to show which state a change is meant for. */
export const Version = z.number().int().min(0).max(maxInteger)

const [minYear, maxYear] = [1900, 2200]
const yearRange = `must be a time from the year ${minYear} to ${maxYear}`

/** A time as callers give it, with any offset; read as UTC, within what a laboratory and the database can mean. */
export const InstantInput = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-11-20T09:30:00Z' })
  .refine((given) => {
    const year = new Date(given).getUTCFullYear()
    return year >= minYear && year <= maxYear
  }, yearRange)
  .transform((given) => new Date(given).toISOString())
