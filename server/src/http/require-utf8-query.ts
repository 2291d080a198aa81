import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors/domain-error.ts'

/** Refuses parameters that are percent-encoded in another encoding: the parser would take '%FC' for the text itself. */
export function requireUtf8Query(app: FastifyInstance) {
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    // A path in another encoding names no call.
    for (const [encoded] of (raw.url ?? '').matchAll(/(?:%[0-9a-f]{2})+/gi)) {
      if (isUtf8(Buffer.from(encoded.replaceAll('%', ''), 'hex'))) continue
      throw new DomainError('request-invalid', 'The parameters must be percent-encoded UTF-8.')
    }
    done()
  })
}
