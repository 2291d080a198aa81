import { statsApi } from '@lims/contract/stats.ts'
import type { FastifyInstance } from 'fastify'
import { answer } from '../http/answer.ts'
import { listActivities } from './list-activities.ts'
import { readOverview } from './read-overview.ts'

export function statsRoutes(app: FastifyInstance) {
  answer(app, statsApi.overview, (db, { query, by }) => readOverview(db, query, by.at))
  answer(app, statsApi.activity, async (db) => ({ activities: await listActivities(db) }))
}
