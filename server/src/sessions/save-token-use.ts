import { minuteMs } from '@lims/contract/durations.ts'
import type { FastifyRequest } from 'fastify'
import { updateTokenUse } from './known-token-queries.ts'
import type { KnownToken } from './known-tokens.ts'

/** Saves the use of a token in the background, at most once a minute. A failure is logged and fails no request. */
export function saveTokenUse({ server, ip, log }: FastifyRequest, token: KnownToken, at: Date): void {
  const minuteAt = Math.floor(at.getTime() / minuteMs) * minuteMs
  if ((token.lastUsedAt && token.lastUsedAt.getTime() >= minuteAt) || server.isDiskFull()) return
  const minute = new Date(minuteAt)
  token.lastUsedAt = minute
  updateTokenUse(server.db, { id: token.id, minute, address: ip }).catch((error: Error) =>
    log.warn(`the use of an API token cannot be saved: ${error.message}`),
  )
}
