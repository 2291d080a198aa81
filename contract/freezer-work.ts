import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { TemperatureAlarm } from './temperature-alarm.ts'

/** Maximum number of entries of each kind. */
export const maxOpenOfEach = 4

const count = z.number().int()

/** What needs somebody at the freezers now; of each kind the first `maxOpenOfEach`. */
export const OpenFreezerWork = z.object({
  /** Storages that have had a temperature reading. */
  loggers: count,
  totalAlarms: count,
  alarms: z.array(TemperatureAlarm),
  totalOverdue: count,
  /** Tubes that are checked out and were expected back earlier, the longest overdue first. */
  overdue: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      alias: z.string(),
      personName: z.string(),
      expectedReturnAt: z.iso.datetime(),
    }),
  ),
  /** Returned tubes that nobody has put into their cells yet. */
  totalToPutAway: count,
  /** When the first of these tubes was returned; null if none waits. */
  toPutAwaySince: z.iso.datetime().nullable(),
  /** Moves of boxes that have not ended. */
  moves: z.array(z.object({ id: z.uuid(), name: z.string(), boxes: count, moved: count, pickedUp: count })),
  pickLists: z.array(z.object({ id: z.uuid(), name: z.string(), personName: z.string(), wanted: count })),
  stockTakes: z.array(
    z.object({ id: z.uuid(), storageName: z.string(), numBoxes: count, numFinishedBoxes: count }),
  ),
})
export type OpenFreezerWork = z.infer<typeof OpenFreezerWork>

/** Endpoints for freezer work as a whole. */
export const freezerWorkApi = {
  open: endpoint({
    method: 'GET',
    path: '/freezer-work/open',
    permission: 'sample.read',
    summary:
      'Temperature alarms, overdue tubes, returned tubes to put away, and the moves, pick lists and stock-takes that are open',
    reply: OpenFreezerWork,
  }),
}
