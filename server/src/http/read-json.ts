import type { FastifyInstance } from 'fastify'
import { assertJsonSize } from './json-size.ts'

/** JSON is all we read. Many clients announce JSON and send nothing: that is a call without a body. */
export function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') return done(null, undefined)
    assertJsonSize(body)
    return parse(request, body, done)
  })
}
