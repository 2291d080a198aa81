import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { AnchorFile } from './audit/anchor-file.ts'
import { auditRoutes } from './audit-trail/audit-routes.ts'
import { logoutRoute, signInRoutes } from './auth/auth-routes.ts'
import { type DemoIdentity, demoIdentityRoutes } from './auth/demo-identity.ts'
import type { IdentityProvider } from './auth/identity-provider.ts'
import { batchRoutes } from './batches/batch-routes.ts'
import type { Config } from './config.ts'
import { custodyRoutes } from './custody/custody-routes.ts'
import type { Db } from './db/database.ts'
import type { Listen } from './db/listen.ts'
import { deletionRoutes } from './deletions/deletion-routes.ts'
import { exportRoutes } from './exports/export-routes.ts'
import { findRoutes } from './find/find-routes.ts'
import { freezerWorkRoutes } from './freezer-work/freezer-work-routes.ts'
import { healthRoutes } from './health/health-routes.ts'
import { maxBodyBytes } from './http/body-limits.ts'
import { closeIdleOnStop, connectionOptions, refuseWhileStopping } from './http/connections.ts'
import { handleError } from './http/error-handler.ts'
import { foldParameters } from './http/fold-parameters.ts'
import { readForwardedAddresses } from './http/forwarded-addresses.ts'
import { logRequests } from './http/log-requests.ts'
import { serveMetrics } from './http/metrics.ts'
import { describeApi, serveDescription } from './http/open-api.ts'
import { requireOwnHost } from './http/own-host.ts'
import { readJson } from './http/read-json.ts'
import { requireUtf8Query } from './http/require-utf8-query.ts'
import { keepFromCaches, securityHeaders } from './http/security-headers.ts'
import { checkingSerializerCompiler, serializerCompiler } from './http/serialize-reply.ts'
import { addressToRoute, collectMethods, serveWeb } from './http/serve-web.ts'
import { validatorCompiler } from './http/validate-request.ts'
import { importRoutes } from './imports/import-routes.ts'
import type { ParseTable } from './imports/read-table.ts'
import { labelRoutes } from './labels/label-routes.ts'
import { ChangeNotifier } from './live/change-notifier.ts'
import { liveRoutes } from './live/live-routes.ts'
import { moveRoutes } from './moves/move-routes.ts'
import { peopleRoutes } from './people/people-routes.ts'
import { pickRoutes } from './picks/pick-routes.ts'
import { printRunRoutes } from './print-runs/print-run-routes.ts'
import { rackRoutes } from './racks/rack-routes.ts'
import { bulkRoutes } from './samples/bulk-routes.ts'
import { sampleRoutes } from './samples/sample-routes.ts'
import { KnownSessions } from './sessions/known-sessions.ts'
import { statsRoutes } from './stats/stats-routes.ts'
import { stockTakeRoutes } from './stock-takes/stock-take-routes.ts'
import { locationRoutes } from './storage/location-routes.ts'
import { storageRoutes } from './storage/storage-routes.ts'
import { subjectRoutes } from './subjects/subject-routes.ts'
import type { ScanFiles } from './sync/read-changes.ts'
import { syncRoutes } from './sync/sync-routes.ts'
import { temperatureRoutes } from './temperatures/temperature-routes.ts'
import { tokenRoutes } from './tokens/token-routes.ts'
import { viewRoutes } from './views/view-routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    db: Db
    now: () => Date
    signingKey: Uint8Array
    isDiskFull: () => boolean
    sessions: KnownSessions
    notifier: ChangeNotifier
  }
}

export type AppParts = {
  config: Config
  db: Db
  listen: Listen
  isDiskFull: () => boolean
  now: () => Date
  signingKey: Uint8Array
  anchorFile?: AnchorFile | undefined
  provider: IdentityProvider
  demo?: DemoIdentity | undefined
  /** True if the database is the bundled PostgreSQL, which serves nothing else. */
  ownsDatabase?: boolean
  webFolder: string
  /** For tests: these read files in this process, instead of a process for each scan and each import. */
  readers?: { scanFiles: ScanFiles; parse: ParseTable } | undefined
  /** For tests: each reply is validated by its schema. */
  checksReplies?: boolean
  logger: Exclude<FastifyServerOptions['logger'], undefined>
}

const signInsPerMinute = 300

/** Counts each API token by itself; the oldest counts are dropped when there are more tokens than `cache`. */
const tokenRate = ({ tokenRequestsPerMinute }: Config) => ({
  max: tokenRequestsPerMinute,
  timeWindow: '1 minute',
  cache: 10_000,
  keyGenerator: ({ actor }: FastifyRequest) => actor?.tokenId ?? '',
})

/** Members of PostgreSQL's errors that may contain a whole row, or what was sent. */
const redaction = {
  paths: ['detail', 'where', 'internalQuery'].flatMap((name) => [
    `err.${name}`,
    `err.aggregateErrors[*].${name}`,
  ]),
  remove: true,
}

/** The whole server, made of what it is given; it opens nothing by itself. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: typeof parts.logger === 'object' ? { ...parts.logger, redact: redaction } : parts.logger,
    logController: new LogController({ disableRequestLogging: true }),
    // With a counter, an id that somebody reports would name a request of each start of each server.
    genReqId: () => randomUUID(),
    bodyLimit: maxBodyBytes,
    frameworkErrors: handleError,
    rewriteUrl: addressToRoute,
    // X-Forwarded-For of these proxies is believed, so that rate limits count people and not the proxy.
    trustProxy: parts.config.trustedProxies,
    ...connectionOptions,
  })
  app.decorate('db', parts.db)
  app.decorate('now', parts.now)
  app.decorate('signingKey', parts.signingKey)
  app.decorate('isDiskFull', parts.isDiskFull)
  app.decorate('sessions', new KnownSessions(parts.config))
  const notifier = new ChangeNotifier(parts.db, app.log)
  app.decorate('notifier', notifier)
  // After the last request, before the database is closed.
  app.addHook('onClose', () => notifier.close())
  app.decorateRequest('actor', null)
  app.decorateRequest('decompressor', null)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(parts.checksReplies ? checkingSerializerCompiler : serializerCompiler)

  app.setErrorHandler(handleError)
  readForwardedAddresses(app)
  readJson(app)
  logRequests(app)
  closeIdleOnStop(app)
  refuseWhileStopping(app)
  securityHeaders(app, parts.config.publicUrl)
  requireOwnHost(app, parts.config.publicUrl)
  const methods = collectMethods(app)
  if (parts.demo) await app.register(demoIdentityRoutes, { demo: parts.demo })
  await app.register(compress, { threshold: 1024 })
  await app.register(rateLimit, { global: false })
  app.decorate('countTokenRequest', app.createRateLimit(tokenRate(parts.config)))
  await app.register((api) => addApi(api, parts), { prefix: '/api' })
  await serveWeb(app, parts.webFolder, methods)
  return app
}

async function addApi(api: FastifyInstance, parts: AppParts) {
  const { provider, config, listen, anchorFile, ownsDatabase = false, readers } = parts
  await describeApi(api)
  requireUtf8Query(api)
  foldParameters(api)
  keepFromCaches(api)
  serveMetrics(api, config)
  await api.register(async (signIn) => {
    await signIn.register(cookie)
    await signIn.register(rateLimit, { max: signInsPerMinute, timeWindow: '1 minute' })
    signInRoutes(signIn, provider, config)
  })
  logoutRoute(api)
  peopleRoutes(api, config)
  healthRoutes(api)
  sampleRoutes(api)
  bulkRoutes(api)
  batchRoutes(api)
  storageRoutes(api)
  locationRoutes(api)
  rackRoutes(api)
  moveRoutes(api)
  deletionRoutes(api)
  exportRoutes(api, config)
  findRoutes(api)
  viewRoutes(api)
  custodyRoutes(api, config)
  freezerWorkRoutes(api)
  pickRoutes(api, config)
  stockTakeRoutes(api, config)
  temperatureRoutes(api)
  await api.register(importRoutes, { laboratoryTime: config.laboratoryTime, parse: readers?.parse })
  labelRoutes(api, config)
  printRunRoutes(api, config)
  statsRoutes(api, config)
  tokenRoutes(api, config)
  syncRoutes(api, config, readers?.scanFiles)
  subjectRoutes(api, { ownsDatabase })
  auditRoutes(api, { anchorFile, tsaUrl: config.audit.tsaUrl, zone: config.laboratoryTime.zone })
  liveRoutes(api, listen)
  await serveDescription(api, config)
}
