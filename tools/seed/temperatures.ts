import { minuteMs } from '@lims/contract/durations.ts'
import type { Reading } from '@lims/contract/temperatures.ts'
import type { Transaction } from '../../server/src/db/database.ts'
import { postReadings } from '../../server/src/temperatures/post-readings.ts'

type Actor = { userId: string; at: Date }

const readingEveryMinutes = 5
const week = 7 * 24 * 60
/** Minutes before now: on one evening the lid was left open. */
const warm = { from: 3 * 24 * 60, to: 3 * 24 * 60 - 200 }

/** Posts a week of readings of a freezer, with one excursion to about −52 °C for 3 h 20 min. */
export async function postTemperatures(trx: Transaction, storageId: number, actor: Actor) {
  const readings: Reading[] = []
  for (let minutesAgo = week; minutesAgo >= 0; minutesAgo -= readingEveryMinutes) {
    const at = new Date(actor.at.getTime() - minutesAgo * minuteMs).toISOString()
    readings.push({ at, celsius: Number(celsiusAt(minutesAgo).toFixed(2)) })
  }
  await postReadings(trx, { storageId, storage: undefined, readings }, actor)
}

/** The compressor switches on and off about every hour; samples are fetched by day. */
function celsiusAt(minutesAgo: number): number {
  const compressor = 1.2 * Math.sin((minutesAgo / 55) * 2 * Math.PI)
  const slow = 0.5 * Math.sin((minutesAgo / 1440) * 2 * Math.PI)
  return -80 + compressor + slow + warmth(minutesAgo)
}

/** Degrees above the usual: up within an hour, down again within an hour. */
function warmth(minutesAgo: number): number {
  const sinceOpened = warm.from + 20 - minutesAgo
  const length = warm.from - warm.to + 40
  if (sinceOpened < 0 || sinceOpened > length) return 0
  return 28 * Math.min(1, sinceOpened / 60, (length - sinceOpened) / 60)
}
