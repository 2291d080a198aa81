import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { tokenPrefix } from '@lims/contract/tokens.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DomainError } from '../errors/domain-error.ts'

type PageRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * Whether a request is for a page of the browser. One that a script may have meant for the API is not, or its reply
 * would be a page with status 200: '//api/…' after a base address that ends with a slash, '/API/…', or with an API
 * token, which no browser sends for a page.
 */
const isOfPage = ({ method, url = '/', headers }: PageRequest) =>
  method === 'GET' &&
  !/^\/+(api|assets)(?![^/?#;])/i.test(decodeAscii(pathOf(url))) &&
  !withApiToken.test(headers.authorization ?? '')

const withApiToken = new RegExp(`^Bearer ${tokenPrefix}`, 'i')

/** Returns the path of an address. Its parameters may be very long. */
const pathOf = (url: string) => url.slice(0, url.search(/[?#;]|$/))

/** Never throws, unlike `decodeURI`. */
const decodeAscii = (text: string) =>
  text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/**
 * Returns the address by which a request is routed. Fastify refuses one with a malformed percent-encoding
 * ('/samples/%FF'), where a browser must get the page that says that there is none.
 */
export function addressToRoute(request: PageRequest): string {
  const { url = '/' } = request
  const isMalformed = isOfPage(request) && !isDecodable(pathOf(url))
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

type Methods = ReadonlyMap<string, readonly string[]>

/** Collects the methods that each address takes, of all routes that are registered from now on. */
export function collectMethods(app: FastifyInstance): Methods {
  const methods = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), method].flat())
  })
  return methods
}

/** Returns the folder of the newest build, as `tools/build-web-if-needed.ts` names it. */
function newestBuild(dist: string): string {
  const newest = path.join(dist, 'newest')
  return existsSync(newest) ? path.join(dist, readFileSync(newest, 'utf8')) : dist
}

/**
 * Serves the build of the web that is the newest now, and none that is made later: that one belongs to another version
 * of the server. Hashed files may be cached for ever, and every other address gets index.html. `methods` are those of
 * the API.
 */
export async function serveWeb(app: FastifyInstance, dist: string, methods: Methods) {
  const folder = newestBuild(dist)
  const isBuilt = existsSync(path.join(folder, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      globIgnore: ['assets/**'],
      // The build writes a compressed copy beside each file.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    serveAssets(app, path.join(folder, 'assets'))
  }
  // Before the body is read: the guards of the endpoints, and their limits, are not for these addresses.
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 || isOfPage(request)) return done()
    const path = pathOf(request.url)
    const allowed = path.startsWith('/api/') ? methods.get(path) : undefined
    if (!allowed) throw addressUnknown(request)
    reply.header('allow', allowed.join(', '))
    throw methodNotAllowed(request, allowed)
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (isOfPage(request) && isBuilt) return reply.sendFile('index.html')
    throw addressUnknown(request)
  })
}

/** Adds one route for all hashed files. A route for each of the 700 took a tenth of the start of the server. */
function serveAssets(app: FastifyInstance, folder: string) {
  const names: ReadonlySet<string> = new Set(existsSync(folder) ? readdirSync(folder) : [])
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    if (!names.has(request.params.name)) throw addressUnknown(request)
    return reply.sendFile(request.params.name, folder)
  })
}

function addressUnknown({ method, url }: FastifyRequest) {
  const hint = /^\/(api|assets)\//.test(url) ? '' : ' The addresses of the API begin with /api/.'
  return new DomainError('address-unknown', `There is no ${method} ${url.split('?')[0]} here.${hint}`)
}

/** HEAD is left out of the sentence: nobody means it. */
function methodNotAllowed({ method, url }: FastifyRequest, allowed: readonly string[]) {
  const meant = allowed.filter((one) => one !== 'HEAD').join(' or ')
  return new DomainError('method-not-allowed', `${pathOf(url)} takes ${meant}, not ${method}.`)
}
