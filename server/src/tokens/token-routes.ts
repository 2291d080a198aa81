import { permissionTexts } from '@lims/contract/permissions.ts'
import { tokensApi } from '@lims/contract/tokens.ts'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors/domain-error.ts'
import { read, write, writeSecret } from '../http/endpoints.ts'
import { createToken } from './create-token.ts'
import { revokeToken } from './revoke-token.ts'
import { listTokens } from './token-queries.ts'

export function tokenRoutes(app: FastifyInstance) {
  writeSecret(app, tokensApi.create, (trx, { body, actor }) => createToken(trx, body, actor))

  read(app, tokensApi.list, async (db, { query: { all }, actor }) => {
    if (all && !actor.access.permissions.has('people.manage')) {
      throw new DomainError(
        'permission-denied',
        `You are not allowed to ${permissionTexts['people.manage']}. An administrator can grant it.`,
      )
    }
    const personId = all ? undefined : actor.userId
    return { tokens: await listTokens(db, { personId }, actor.at) }
  })

  write(app, tokensApi.revoke, async (trx, { body, actor, afterCommit }) => {
    await revokeToken(trx, body.id, actor)
    afterCommit(() => app.sessions.forget())
    return { success: true as const }
  })
}
