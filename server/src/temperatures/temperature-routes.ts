import { succeeded } from '@lims/contract/success.ts'
import { temperaturesApi } from '@lims/contract/temperatures.ts'
import type { FastifyInstance } from 'fastify'
import { read, write } from '../http/endpoints.ts'
import { getSample } from '../samples/sample-queries.ts'
import { acknowledgeAlarms } from './acknowledge-alarms.ts'
import { countLoggers, listAlarmsToSee, listExcursions } from './alarm-queries.ts'
import { listExcursionsOfSample, listSamplesInside } from './exposure-queries.ts'
import { asState, getMonitor } from './monitor-queries.ts'
import { postReadings } from './post-readings.ts'
import { listCurve } from './reading-queries.ts'
import { setLimits } from './set-limits.ts'

export function temperatureRoutes(app: FastifyInstance) {
  write(app, temperaturesApi.post, async (trx, { body, actor }) => ({
    ...succeeded,
    ...(await postReadings(trx, body, actor)),
  }))
  write(app, temperaturesApi.setLimits, async (trx, { body, actor }) => ({
    ...succeeded,
    state: await setLimits(trx, body, actor),
  }))
  write(app, temperaturesApi.acknowledge, async (trx, { body, actor }) => ({
    ...succeeded,
    acknowledged: await acknowledgeAlarms(trx, body, actor),
  }))

  read(app, temperaturesApi.get, async (db, { query }) => ({
    state: asState(await getMonitor(db, query.storageId)),
  }))
  read(app, temperaturesApi.curve, async (db, { query: { storageId, from, to } }) => {
    await getMonitor(db, storageId)
    return listCurve(db, storageId, { from, to })
  })
  read(app, temperaturesApi.excursions, async (db, { query, actor }) => {
    const { alarms, total } = await listExcursions(db, query, actor.at)
    return { excursions: alarms, totalExcursions: total }
  })
  read(app, temperaturesApi.alarms, async (db, { query, actor }) => {
    const [{ alarms, total }, totalLoggers] = await Promise.all([
      listAlarmsToSee(db, { storageId: query.storageId, now: actor.at }),
      countLoggers(db),
    ])
    return { alarms, totalAlarms: total, totalLoggers }
  })
  read(app, temperaturesApi.sample, async (db, { query, actor }) => {
    await getSample(db, query.sampleId)
    return listExcursionsOfSample(db, query, actor.at)
  })
  read(app, temperaturesApi.samples, (db, { query, actor }) => listSamplesInside(db, query, actor.at))
}
