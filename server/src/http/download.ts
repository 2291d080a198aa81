import type { Readable } from 'node:stream'
import type { Endpoint } from '@lims/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import { attachment } from './attachment.ts'
import { type Asked, asked, route } from './endpoints.ts'

export type SentFile = { name: string; type: string; content: Readable }

/** Answers a call that reads with a file, sent while it is made. */
export function answerFile<E extends Endpoint & { replyTypes: readonly string[] }>(
  app: FastifyInstance,
  stated: E,
  handle: (db: Db, asked: Asked<E>) => Promise<SentFile>,
) {
  route(app, stated, async (request, reply) => {
    const { name, type, content } = await handle(app.db, asked<E>(request))
    return reply.header('content-disposition', attachment(name)).type(type).send(content)
  })
}
