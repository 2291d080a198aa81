import { findApi } from '@lims/contract/find.ts'
import type { FastifyInstance } from 'fastify'
import { read } from '../http/endpoints.ts'
import { find } from './find.ts'

export function findRoutes(app: FastifyInstance) {
  read(app, findApi.find, (db, { query }) => find(db, query.query))
}
