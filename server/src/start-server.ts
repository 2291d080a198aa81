import path from 'node:path'
import { dayMs, hourMs } from '@lims/contract/durations.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from './app.ts'
import { AnchorFile } from './audit/anchor-file.ts'
import { Anchorer } from './audit/anchorer.ts'
import { Sealer } from './audit/sealer.ts'
import { prepareSignIn } from './auth/prepare-sign-in.ts'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import { isOfEarlierVersion, lastMigration, migrate } from './db/migrate.ts'
import { type OpenDatabase, openDatabase } from './db/open-database.ts'
import { errorMessage } from './errors/error-message.ts'
import { isDatabaseUnreachable } from './errors/is-database-unreachable.ts'
import { insufficientPrivilege, readOnlyTransaction } from './errors/sql-states.ts'
import { StartError } from './errors/start-error.ts'
import { deleteSavedReplies } from './http/idempotency-queries.ts'
import { findRolesOnSince } from './people/people-queries.ts'
import { startWatchdog } from './programs/watchdog.ts'
import { foldSampleCounts } from './samples/fold-sample-counts-queries.ts'
import { isAllowed } from './sessions/assert-allowed.ts'
import { loadSigningKey } from './sessions/signing-key.ts'

/** Nobody repeats a request after a week. */
const savedRepliesMs = 7 * dayMs
const sameSignalMs = 1000

/** Opens the database of the settings, and serves until a signal ends the process. */
export async function startServer(config: Config): Promise<void> {
  startWatchdog()
  try {
    const database = await openDatabase(config, log)
    await serve(config, database).catch(async (error: unknown) => {
      await database.close()
      throw error
    })
  } catch (error) {
    if (isRefusal(error)) throw new StartError(`The database refuses the server: ${error.message}`)
    throw error
  }
}

async function serve(config: Config, database: OpenDatabase) {
  const { db } = database
  const now = () => new Date()
  // An operator may have meant another one, such as on a disk that is not mounted.
  if ((await lastMigration(db)) === undefined) log('The database is new: it holds nothing yet.')
  else if (await isOfEarlierVersion(db)) {
    log('Updating the database of an earlier version. With many samples this takes minutes.')
  }
  await migrate(db)
  const deleteExpiredReplies = () => deleteSavedReplies(db, new Date(now().getTime() - savedRepliesMs))
  await deleteExpiredReplies()
  const roles = config.identity.kind === 'provider' ? ` ${await describeRoles(db, config)}` : ''

  const { anchorFile: anchorPath, tsaUrl } = config.audit
  const anchorFile = anchorPath ? new AnchorFile(anchorPath) : undefined
  const signIn = prepareSignIn(config)
  const app = await buildApp({
    ...signIn,
    config,
    anchorFile,
    db,
    listen: database.listen,
    isDiskFull: database.isDiskFull,
    ownsDatabase: !config.databaseUrl,
    now,
    signingKey: await loadSigningKey(db, now()),
    webFolder: path.join(import.meta.dirname, '../../web/dist'),
    logger: { level: config.logLevel },
  })
  setInterval(() => deleteExpiredReplies().catch((error) => app.log.error(error)), dayMs).unref()
  const sealer = new Sealer({ db, now, log: app.log })
  const anchorer = new Anchorer({ db, now, log: app.log, anchorFile, tsaUrl })
  const folding = new AbortController()
  let folded: Promise<unknown> = Promise.resolve()
  const fold = () => {
    folded = foldSampleCounts(db, folding.signal).catch((error) => app.log.error(error))
  }
  setInterval(fold, hourMs).unref()
  const stop = async () => {
    await app.close()
    folding.abort()
    await Promise.all([anchorer.stop(), sealer.stop(), folded])
    await database.close()
    if (!anchorFile?.isPending) return
    log('AUDIT_ANCHOR_FILE does not respond. The server has stopped without it.')
    process.kill(process.pid, 'SIGKILL')
  }
  stopOnSignal(stop)
  await listen(app, config).catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  sealer.start()
  anchorer.start()
  fold()
  log(`LIMS is ready at ${config.publicUrl}`)
  log(`Data: ${database.description}. Sign-in: ${signIn.provider.name}.${roles}`)
}

async function describeRoles(db: Db, { access: { adminEmails }, identity }: Config): Promise<string> {
  const areOn = adminEmails.length > 0 || (await findRolesOnSince(db)) !== null
  if (!areOn) return 'Roles are off: everybody who may sign in may do everything.'
  const shutOut = adminEmails.filter((email) => !isAllowed(identity, email))
  if (shutOut.length === 0) return 'Roles are on.'
  return `Roles are on. ADMIN_EMAILS names ${joinTexts(shutOut)}, but neither OIDC_ALLOWED_DOMAINS nor OIDC_ALLOWED_EMAILS lets them sign in.`
}

async function listen(app: FastifyInstance, { host, port }: Config) {
  await ready(app)
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `PORT ${port} on ${host} is taken by another program. Stop it or set PORT to a free one.`,
      )
    }
    throw new StartError(`HOST ${host} with PORT ${port} cannot be listened on: ${message}`)
  }
}

/** Prepares what needs the database before anything is served. */
async function ready(app: FastifyInstance) {
  try {
    await app.ready()
  } catch (error) {
    if (!isDatabaseUnreachable(error)) throw error
    throw new StartError(`The database refuses the server: ${errorMessage(error)}`)
  }
}

/**
 * Finishes the requests under way, then closes the database; a second signal does not wait.
 * Ctrl-C under npm arrives twice, from the terminal and from npm: signals that come together count as one.
 */
function stopOnSignal(close: () => Promise<void>) {
  let stoppingSince: number | undefined
  const stop = async () => {
    if (stoppingSince) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    await close()
    process.exit(0)
  }
  // SIGHUP: the terminal was closed, and takes no more lines.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

function log(line: string) {
  console.log(line)
}

/** Whether PostgreSQL refuses the server: it accepts no connection, is read-only, or the role may not do it. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof pg.DatabaseError &&
  (isDatabaseUnreachable(error) || error.code === readOnlyTransaction || error.code === insufficientPrivilege)
