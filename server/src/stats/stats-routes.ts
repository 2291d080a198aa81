import { statsApi } from '@lims/contract/stats.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { read } from '../http/endpoints.ts'
import { countFreezers, listFreezers } from './freezer-queries.ts'
import { listActivities } from './list-activities.ts'
import { readOverview } from './read-overview.ts'

export function statsRoutes(
  app: FastifyInstance,
  { laboratoryTime: { zone } }: Pick<Config, 'laboratoryTime'>,
) {
  read(app, statsApi.overview, (db, { query, actor }) => readOverview(db, query, { now: actor.at, zone }))
  read(app, statsApi.freezers, async (db) => {
    const [freezers, totalFreezers] = await Promise.all([listFreezers(db), countFreezers(db)])
    return { freezers, totalFreezers }
  })
  read(app, statsApi.activity, async (db) => ({ activities: await listActivities(db) }))
}
