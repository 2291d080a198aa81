import { succeeded } from '@lims/contract/success.ts'
import { tokensApi } from '@lims/contract/tokens.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { read, write, writeSecret } from '../http/endpoints.ts'
import { assertPermission } from '../sessions/require-sign-in.ts'
import { createToken } from './create-token.ts'
import { revokeToken } from './revoke-token.ts'
import { listTokens } from './token-queries.ts'

export function tokenRoutes(app: FastifyInstance, { access }: Pick<Config, 'access'>) {
  const { sessions } = app
  writeSecret(app, tokensApi.create, (trx, { body, actor }) =>
    createToken(trx, body, { actor, sessions, access }),
  )

  read(app, tokensApi.list, async (db, { query: { all }, actor }) => {
    if (all) await assertPermission(app, actor, 'people.manage')
    const personId = all ? undefined : actor.userId
    return { tokens: await listTokens(db, { personId }, actor.at) }
  })

  write(app, tokensApi.revoke, async (trx, { body, actor, afterCommit }) => {
    await revokeToken(trx, body.id, { actor, sessions })
    afterCommit(() => sessions.forget())
    return succeeded
  })
}
