import { healthApi } from '@lims/contract/health.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { answerAnyone } from '../http/endpoints.ts'

export function healthRoutes(app: FastifyInstance) {
  answerAnyone(app, healthApi.live, async () => ({ status: 'live' as const }))

  answerAnyone(app, healthApi.ready, async ({ db }) => {
    await sql`select 1`.execute(db)
    return { status: 'ready' as const }
  })
}
