import { dayMs } from '@lims/contract/durations.ts'

/**
 * Whether a time that was entered is in the future. A day is allowed, since it may be tomorrow already where the person
 * is.
 */
export const isFuture = (at: string, now: Date): boolean => Date.parse(at) > now.getTime() + dayMs
