import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors/domain-error.ts'
import { assertJsonSize } from './json-size.ts'

/**
 * Accepts JSON bodies only, in UTF-8: in another encoding each letter outside of ASCII would be saved as U+FFFD. An
 * empty body is a request without one: many clients send its content type all the same.
 */
export function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    if (!isUtf8(bytes)) throw new DomainError('request-invalid', 'The body must be JSON in UTF-8.')
    const body = bytes.toString('utf8')
    if (body.trim() === '') return done(null, undefined)
    assertJsonSize(body)
    return parse(request, body, done)
  })
}
