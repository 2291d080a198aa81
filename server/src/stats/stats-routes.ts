import { statsApi } from '@lims/contract/stats.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { read } from '../http/endpoints.ts'
import { listFreezers } from './freezer-queries.ts'
import { listActivities } from './list-activities.ts'
import { readOverview } from './read-overview.ts'

export function statsRoutes(
  app: FastifyInstance,
  { laboratoryTime: { zone } }: Pick<Config, 'laboratoryTime'>,
) {
  read(app, statsApi.overview, (db, { query, actor }) => readOverview(db, query, { now: actor.at, zone }))
  read(app, statsApi.freezers, listFreezers)
  read(app, statsApi.activity, async (db) => ({ activities: await listActivities(db) }))
}
