/** Words an instant in a message: '2026-11-20 09:00 UTC'. The browser words it in the time zone of its reader. */
export const timeInMessage = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const times = /\b(by )?(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC\b/g

type Words = { time: (at: Date) => string; lastDay: (end: Date) => string }

/** Words the times of a message by `time`; one after 'by' by `lastDay` if it is a midnight of the reader. */
export const rewordTimes = (message: string, { time, lastDay }: Words): string =>
  message.replace(times, (written: string, by = '', day: string, minute: string) => {
    const at = new Date(`${day}T${minute}Z`)
    if (Number.isNaN(at.getTime())) return written
    const isEndOfDay = by !== '' && at.getHours() === 0 && at.getMinutes() === 0
    return `${by}${isEndOfDay ? lastDay(at) : time(at)}`
  })
