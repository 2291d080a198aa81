import { healthApi } from '@lims/contract/health.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { publicEndpoint } from '../http/endpoints.ts'

export function healthRoutes(app: FastifyInstance) {
  publicEndpoint(app, healthApi.live, async () => ({ status: 'live' as const }))

  publicEndpoint(app, healthApi.ready, async ({ db }) => {
    await sql`select 1`.execute(db)
    return { status: 'ready' as const }
  })
}
