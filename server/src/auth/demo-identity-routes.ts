import type { FastifyInstance } from 'fastify'
import { refuseForwarded } from '../http/own-host.ts'
import { type DemoIdentity, demoPath } from './demo-identity.ts'

/** The demo identity is a server of its own on the same port: it reads bodies and replies its own way. */
export async function demoIdentityRoutes(app: FastifyInstance, { demo }: { demo: DemoIdentity }) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.addHook('onRequest', refuseForwarded)
  app.all(`${demoPath}/*`, (request, reply) => {
    reply.hijack()
    demo.handle(request.raw, reply.raw)
  })
}
