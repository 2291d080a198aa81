import { minuteMs } from '@lims/contract/durations.ts'
import type { FastifyRequest } from 'fastify'
import { errorMessage } from '../errors/error-message.ts'
import { updateTokenUse } from './known-token-queries.ts'
import type { KnownToken } from './known-tokens.ts'

/**
 * Saves the use of a token in the background, at most once a minute and address, and logs a change of its address. A
 * failure is logged and fails no request.
 */
export function saveTokenUse({ server, ip, log }: FastifyRequest, token: KnownToken, at: Date): void {
  const { uses } = server.sessions.tokens
  const minuteAt = Math.floor(at.getTime() / minuteMs) * minuteMs
  if (server.isDiskFull() || !uses.isNew(token.id, ip, minuteAt)) return
  const { id, lastUsedFrom } = token
  if (lastUsedFrom !== null && lastUsedFrom !== ip)
    log.info({ tokenId: id, ip, before: lastUsedFrom }, 'an API token is used from another address')
  token.lastUsedFrom = ip
  updateTokenUse(server.db, { id, minute: new Date(minuteAt), address: ip }).catch((error: Error) => {
    uses.forget(id, ip)
    log.warn(`the use of an API token cannot be saved: ${errorMessage(error)}`)
  })
}
