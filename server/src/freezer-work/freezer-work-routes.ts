import { freezerWorkApi } from '@lims/contract/freezer-work.ts'
import type { FastifyInstance } from 'fastify'
import { read } from '../http/endpoints.ts'
import { readOpenWork } from './read-open-work.ts'

export function freezerWorkRoutes(app: FastifyInstance) {
  read(app, freezerWorkApi.open, (db, { actor }) => readOpenWork(db, actor))
}
