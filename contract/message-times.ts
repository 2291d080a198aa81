/**
 * Returns an instant as it is written in a message: '2026-11-20 09:00 UTC'. The browser words it on the clock of the
 * laboratory.
 */
export const timeInMessage = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const times = /\b(by )?(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC\b/g

type Words = {
  time: (instant: string) => string
  lastDay: (end: string) => string
  isMidnight: (at: Date) => boolean
}

/**
 * Returns a message with its times worded for its reader, by `time`. A midnight after 'by' is the end of a day, and
 * worded by `lastDay`.
 */
export const rewordTimes = (message: string, { time, lastDay, isMidnight }: Words): string =>
  message.replace(times, (written: string, by = '', day: string, minute: string) => {
    const at = new Date(`${day}T${minute}Z`)
    if (Number.isNaN(at.getTime())) return written
    const isEndOfDay = by !== '' && isMidnight(at)
    return `${by}${(isEndOfDay ? lastDay : time)(at.toISOString())}`
  })
