import type { FastifyInstance } from 'fastify'
import { assertJsonSize } from './json-size.ts'

/** Accepts JSON bodies only. An empty one is a request without a body: many clients send its content type all the same. */
export function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') return done(null, undefined)
    assertJsonSize(body)
    return parse(request, body, done)
  })
}
