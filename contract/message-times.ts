/** Returns an instant as it is written in a message: '2026-11-20 09:00 UTC'. The browser words it in its own time zone. */
export const timeInMessage = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const times = /\b(by )?(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC\b/g

type Words = { time: (instant: string) => string; lastDay: (end: string) => string }

/**
 * Returns a message with its times worded for its reader, by `time`. A time after 'by' that is a midnight of the reader is
 * the end of a day, and worded by `lastDay`.
 */
export const rewordTimes = (message: string, { time, lastDay }: Words): string =>
  message.replace(times, (written: string, by = '', day: string, minute: string) => {
    const at = new Date(`${day}T${minute}Z`)
    if (Number.isNaN(at.getTime())) return written
    const isEndOfDay = by !== '' && at.getHours() === 0 && at.getMinutes() === 0
    return `${by}${(isEndOfDay ? lastDay : time)(at.toISOString())}`
  })
