import type { FastifyInstance } from 'fastify'

/** JSON is all we read. Many clients announce JSON and send nothing: that is a call without a body. */
export function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined)
    else parse(request, body, done)
  })
}
