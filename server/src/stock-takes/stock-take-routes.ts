import { stockTakesApi } from '@lims/contract/stock-takes.ts'
import { succeeded } from '@lims/contract/success.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { download } from '../http/download.ts'
import { read, write } from '../http/endpoints.ts'
import { applyDifferences } from './apply-differences.ts'
import {
  asDifference,
  countDifferences,
  countMissingToPutAway,
  listDifferences,
} from './difference-queries.ts'
import { countOtherExpected } from './expected-queries.ts'
import { exportReport } from './export-report.ts'
import { finishBox } from './finish-box.ts'
import { readBox } from './read-box.ts'
import { scanRack } from './scan-rack.ts'
import { scanTube } from './scan-tube.ts'
import { startStockTake } from './start-stock-take.ts'
import { listCounterNames, listStockTakeBoxes, withNumbers } from './stock-take-number-queries.ts'
import { countStockTakes, getStockTake, listStockTakes } from './stock-take-queries.ts'
import { summaryOf } from './summary-of.ts'
import { cancelStockTake, undoApply } from './undo-apply.ts'

export function stockTakeRoutes(
  app: FastifyInstance,
  { laboratoryTime: { zone } }: Pick<Config, 'laboratoryTime'>,
) {
  write(app, stockTakesApi.start, async (trx, { body, actor }) => ({
    ...succeeded,
    stockTake: await startStockTake(trx, body.storageId, actor),
  }))

  write(app, stockTakesApi.scan, async (trx, { body, actor }) => ({
    ...succeeded,
    scan: await scanTube(trx, body, actor),
  }))

  write(app, stockTakesApi.scanRack, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await scanRack(trx, body, actor)),
  }))

  write(app, stockTakesApi.markEmpty, async (trx, { body, actor }) => {
    const { missing } = await finishBox(trx, { ...body, isEmpty: true }, actor)
    return { ...succeeded, missing }
  })

  write(app, stockTakesApi.finishBox, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await finishBox(trx, { ...body, isEmpty: false }, actor)),
  }))

  read(app, stockTakesApi.get, async (db, { query }) => {
    const row = await getStockTake(db, query.id)
    const [boxes, counterNames, otherExpected] = await Promise.all([
      listStockTakeBoxes(db, row.id),
      listCounterNames(db, row.id),
      countOtherExpected(db, [row.id]),
    ])
    return { stockTake: summaryOf(row, boxes, counterNames, otherExpected.get(row.id) ?? 0), boxes }
  })

  read(app, stockTakesApi.box, (db, { query }) => readBox(db, query))

  read(app, stockTakesApi.differences, async (db, { query: { id, ...query } }) => {
    await getStockTake(db, id)
    const [rows, totalDifferences, missingToPutAway] = await Promise.all([
      listDifferences(db, id, query),
      countDifferences(db, id, query),
      countMissingToPutAway(db, id),
    ])
    return { differences: rows.map(asDifference), totalDifferences, missingToPutAway }
  })

  write(app, stockTakesApi.apply, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await applyDifferences(trx, body, actor)),
  }))

  write(app, stockTakesApi.undo, async (trx, { body, actor }) => {
    await undoApply(trx, body, actor)
    return succeeded
  })

  write(app, stockTakesApi.cancel, async (trx, { body, actor }) => {
    await cancelStockTake(trx, body.id, actor)
    return succeeded
  })

  read(app, stockTakesApi.list, async (db, { query }) => {
    const rows = await listStockTakes(db, query)
    const [stockTakes, totalStockTakes] = await Promise.all([
      withNumbers(db, rows),
      countStockTakes(db, query.state),
    ])
    return { stockTakes, totalStockTakes }
  })

  download(app, stockTakesApi.report, (db, { query }) => exportReport(db, query, { now: app.now, zone }))
}
