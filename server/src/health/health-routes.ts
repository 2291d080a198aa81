import { healthApi } from '@lims/contract/health.ts'
import type { FastifyInstance } from 'fastify'
import { publicEndpoint } from '../http/endpoints.ts'
import { pingDatabase } from './health-queries.ts'

export function healthRoutes(app: FastifyInstance) {
  publicEndpoint(app, healthApi.live, async () => ({ status: 'live' as const }))

  publicEndpoint(app, healthApi.ready, async ({ db }) => {
    await pingDatabase(db)
    return { status: 'ready' as const }
  })
}
