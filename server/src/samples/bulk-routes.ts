import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import type { FastifyInstance } from 'fastify'
import { read } from '../http/endpoints.ts'
import { listMatchingSamples } from './list-matching-samples.ts'

export function bulkRoutes(app: FastifyInstance) {
  read(app, sampleBulkApi.matching, async (db, { query }) => ({
    samples: await listMatchingSamples(db, query),
  }))
}
