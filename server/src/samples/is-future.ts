const dayMs = 86_400_000

/** Whether a time that was entered lies in the future. Today of a person far in the east may begin up to a day later. */
export const isFuture = (at: string, now: Date): boolean => Date.parse(at) > now.getTime() + dayMs
