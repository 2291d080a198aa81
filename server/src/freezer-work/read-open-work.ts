import { maxOpenOfEach, type OpenFreezerWork } from '@lims/contract/freezer-work.ts'
import type { Actor } from '../audit/actor.ts'
import { countOverdue, countPutAway, listCustody } from '../custody/custody-list-queries.ts'
import type { Db } from '../db/database.ts'
import { listMoves } from '../moves/move-queries.ts'
import { listPickLists } from '../picks/pick-queries.ts'
import { withNumbers } from '../stock-takes/stock-take-number-queries.ts'
import { listStockTakes } from '../stock-takes/stock-take-queries.ts'
import { countLoggers, listAlarmsToSee } from '../temperatures/alarm-queries.ts'

const page = { pageNumber: 0, pageSize: maxOpenOfEach }

/** Returns what needs somebody at the freezers, of each kind the first few. */
export async function readOpenWork(db: Db, { userId, at }: Actor): Promise<OpenFreezerWork> {
  const [
    loggers,
    { alarms, total: totalAlarms },
    overdue,
    totalOverdue,
    putAway,
    moves,
    pickLists,
    stockTakes,
  ] = await Promise.all([
    countLoggers(db),
    listAlarmsToSee(db, { now: at }),
    listCustody(db, { ...page, show: 'overdue', personId: undefined }, at),
    countOverdue(db, at),
    countPutAway(db),
    listMoves(db, page),
    listPickLists(db, { ...page, state: 'open' }, userId),
    listStockTakes(db, { ...page, state: 'open' }).then((rows) => withNumbers(db, rows)),
  ])
  return {
    loggers,
    totalAlarms,
    alarms: alarms.slice(0, maxOpenOfEach),
    totalOverdue,
    overdue: overdue.flatMap(({ id, name, alias, person, expectedReturnAt }) =>
      expectedReturnAt === null ? [] : [{ id, name, alias, personName: person.name, expectedReturnAt }],
    ),
    totalToPutAway: putAway.total,
    toPutAwaySince: putAway.since?.toISOString() ?? null,
    moves: moves
      .filter(({ state }) => state === 'open')
      .map(({ id, name, boxes, moved, picked_up: pickedUp }) => ({ id, name, boxes, moved, pickedUp })),
    // Serialization leaves out the other members.
    pickLists: pickLists.map((list) => ({ ...list, wanted: list.counts.wanted })),
    stockTakes,
  }
}
