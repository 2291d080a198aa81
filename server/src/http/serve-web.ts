import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendError } from './error-handler.ts'

/** Serves the built web: hashed files may be cached for ever, and every other address gets index.html. */
export async function serveWeb(app: FastifyInstance, folder: string) {
  const isBuilt = existsSync(path.join(folder, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      // The build writes a compressed copy beside each file.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(api|assets)\//.test(request.url)
    if (isPage && isBuilt) return reply.sendFile('index.html')
    const address = request.url.split('?')[0]
    return sendError(reply, {
      code: 'address-unknown',
      message: `There is no ${request.method} ${address} here.`,
    })
  })
}
