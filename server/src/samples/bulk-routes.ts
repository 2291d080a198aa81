import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import type { FastifyInstance } from 'fastify'
import { read } from '../http/endpoints.ts'
import { listChosenDetails } from './bulk-queries.ts'
import { listMatchingSamples } from './list-matching-samples.ts'
import { resolveCodes } from './resolve-codes.ts'

export function bulkRoutes(app: FastifyInstance) {
  read(app, sampleBulkApi.matching, async (db, { query }) => ({
    samples: await listMatchingSamples(db, query),
  }))

  read(app, sampleBulkApi.resolveCodes, (db, { body }) => resolveCodes(db, body))

  read(app, sampleBulkApi.chosen, async (db, { body }) => ({
    samples: await listChosenDetails(db, body.sampleIds),
  }))
}
