import { racksApi } from '@lims/contract/rack-scan.ts'
import type { FastifyInstance } from 'fastify'
import { read } from '../http/endpoints.ts'
import { previewRack } from './preview-rack.ts'

export function rackRoutes(app: FastifyInstance) {
  read(app, racksApi.preview, (db, { body }) => previewRack(db, body))
}
