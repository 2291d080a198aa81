import { Readable } from 'node:stream'
import type { Endpoint } from '@lims/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import { getActor, type SignedInActor } from '../sessions/require-sign-in.ts'
import { attachment } from './attachment.ts'
import { type Input, inputOf, route } from './endpoints.ts'

export type Download = {
  name: string
  type: string
  /** Begins to read what is in the file. Not called for HEAD. */
  content: () => Readable | Promise<Readable>
}

/** Registers a read-only endpoint that replies with a file, streamed while it is written. HEAD replies with its headers. */
export function download<E extends Endpoint & { replyTypes: readonly string[] }>(
  app: FastifyInstance,
  endpoint: E,
  handler: (db: Db, input: Input<E> & { actor: SignedInActor }) => Promise<Download>,
) {
  route(app, endpoint, async (request, reply) => {
    const { name, type, content } = await handler(app.db, {
      ...inputOf<E>(request),
      actor: getActor(request),
    })
    reply.header('content-disposition', attachment(name)).type(type)
    // A stream, so that HEAD states no length: it is not known.
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : await content())
  })
}
