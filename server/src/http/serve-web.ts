import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../errors/domain-error.ts'

const isOfPage = (method: string | undefined, url: string) =>
  method === 'GET' && !/^\/(api|assets)\//.test(url)

/**
 * Returns the address by which a request is routed. Fastify refuses one with a malformed percent-encoding
 * ('/samples/%FF'), where a browser must get the page that says that there is none.
 */
export function addressToRoute({ method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>): string {
  const isMalformed = isOfPage(method, url) && !isDecodable(url.split(/[?#;]/)[0] ?? '')
  return isMalformed ? '/malformed-address' : url
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}

/** Returns the folder of the newest build, as `tools/build-web-if-needed.ts` names it. */
function newestBuild(dist: string): string {
  const newest = path.join(dist, 'newest')
  return existsSync(newest) ? path.join(dist, readFileSync(newest, 'utf8')) : dist
}

/**
 * Serves the build of the web that is the newest now, and none that is made later: that one belongs to another version
 * of the server. Hashed files may be cached for ever, and every other address gets index.html.
 */
export async function serveWeb(app: FastifyInstance, dist: string) {
  const folder = newestBuild(dist)
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
  // Before the body is read: the guards of the endpoints, and their limits, are not for these addresses.
  app.addHook('onRequest', async (request) => {
    if (request.is404 && !isOfPage(request.method, request.url)) throw addressUnknown(request)
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (isOfPage(request.method, request.url) && isBuilt) return reply.sendFile('index.html')
    throw addressUnknown(request)
  })
}

const addressUnknown = ({ method, url }: FastifyRequest) =>
  new DomainError('address-unknown', `There is no ${method} ${url.split('?')[0]} here.`)
