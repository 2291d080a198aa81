import { formatCount } from '@lims/contract/format-count.ts'
import { storageCode } from '../contract/storage-code.ts'
import { saveAuditEvent } from '../server/src/audit/audit-queries.ts'
import { readConfig } from '../server/src/config.ts'
import { skipIssuedNumbers } from '../server/src/db/backup-tables.ts'
import type { Db, Transaction } from '../server/src/db/database.ts'
import { lastMigration } from '../server/src/db/migrate.ts'
import { joinDatabase } from '../server/src/db/open-database.ts'
import { type VerifiedBackup, verifyBackup } from '../server/src/db/read-backup.ts'
import { restoreBackup } from '../server/src/db/restore-backup.ts'
import { errorMessage } from '../server/src/errors/error-message.ts'
import { isReplyLost } from '../server/src/errors/is-database-unreachable.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { followLinks } from '../server/src/programs/follow-links.ts'
import { revokeAllTokens } from '../server/src/sessions/revoke-all-tokens.ts'
import { endAllSessions } from '../server/src/sessions/session-queries.ts'
import { findSigningKey, saveSigningKey } from '../server/src/sessions/signing-key-queries.ts'
import { erasureListBeside, readErasureList, reapplyErasures } from '../server/src/subjects/erasure-list.ts'
import type { ListedErasure } from '../server/src/subjects/erasure-queries.ts'
import {
  listErasuresToClean,
  markErasuresCleaned,
  vacuumErased,
  writeAheadLog,
} from '../server/src/subjects/vacuum-erased-queries.ts'
import { describeCounts } from './describe-counts.ts'
import { operator } from './operator.ts'
import { readArguments } from './read-arguments.ts'
import { runMain } from './run-main.ts'

async function restore() {
  const { values, positionals } = readArguments({
    usage: 'npm run restore -- FILE [--erasures FILE]',
    options: { erasures: { type: 'string' } },
    maxPositionals: 1,
  })
  const [file] = positionals
  if (!file) throw new StartError('Please name the backup file: npm run restore -- lims-….backup.gz')
  // Verified first, so that a wrong file never opens or creates a database.
  const backup = await verifyBackup(file)
  const { lists, erasures } = await readErasures(file, values.erasures)
  const config = readConfig(process.env)
  const database = await joinDatabase(config, console.log)
  const ownsServer = !config.databaseUrl
  const { counts, skipped, numErased, notCleaned, readByOlder, isLogLeft, lost } = await restoreAll(
    database.db,
    backup,
    {
      erasures,
      ownsServer,
      freeBytes: database.freeBytes,
    },
  ).finally(database.close)
  console.log(
    `Restored ${describeCounts(counts)} as of ${backup.head.madeAt} to the ${database.description}. All sessions and API tokens have ended.`,
  )
  console.log('People and roles are as of then too: whoever was deactivated since can sign in again.')
  console.log(
    `Tube IDs continue after ${skipped.tubeId}, codes of storages after ${storageCode(skipped.storageId)}: those issued since then are not issued again. Labels printed since then no longer lead to a record.`,
  )
  if (config.audit.anchorFile) {
    console.log(
      'A server on this database anchors no seals in a file of before the restore: name a new one in AUDIT_ANCHOR_FILE, or, if this database replaces the former one, put that file aside.',
    )
  }
  console.log(
    lists.length > 0
      ? `Erasures read from ${lists.join(' and ')}.`
      : 'No list of erasures was read: a subject who was erased since then is in the database again.',
  )
  if (numErased > 0) console.log(`Applied again ${formatCount(numErased, 'erasure')} since then.`)
  if (lost !== undefined) {
    console.log(
      `The connection to the database was lost afterwards (${lost}): old row versions were not removed from its files. A server on this database removes them after its next start.`,
    )
  }
  if (readByOlder.length > 0) {
    console.log(
      `Old row versions were not removed from the files of these tables, as an older transaction may still read them: ${readByOlder.join(', ')}. End it, as docs/operations.md says under 'Erasing a subject', then run vacuum full on them.`,
    )
  }
  if (notCleaned.length > 0) {
    console.log(
      `Old row versions were not removed from the files of these tables: ${notCleaned.join(', ')}. Run vacuum full on them.`,
    )
  }
  if (isLogLeft) {
    console.log(
      'The write-ahead log may still hold old row versions, as the database did not apply a setting in time. They are removed after the next start of the server.',
    )
  }
}

/**
 * Reads the list beside the backup, if there is one, and the one that is named, which must exist: either may be older.
 * Where the backup is named by a symbolic link, one may be beside the link and another beside the file. Returns the
 * names of those that it read, and each erasure once, in the order of time, without the reason if one of the lists has
 * none: a later erasure has emptied it.
 */
async function readErasures(
  file: string,
  named: string | undefined,
): Promise<{ lists: string[]; erasures: ListedErasure[] }> {
  const lists: string[] = []
  const all: ListedErasure[] = []
  const beside = [file, await followLinks(file)].map(erasureListBeside)
  for (const name of new Set([...beside, ...(named ? [named] : [])])) {
    const list = await readErasureList(name)
    if (!list && name === named) throw new StartError(`The list of erasures ${named} does not exist.`)
    if (!list) continue
    lists.push(name)
    all.push(...list)
  }
  const emptiedLast = all.sort((a, b) => Number(a.reason === '') - Number(b.reason === ''))
  const each = [...new Map(emptiedLast.map((erasure) => [erasure.id, erasure])).values()]
  return { lists, erasures: each.sort((a, b) => a.erasedAt.getTime() - b.erasedAt.getTime()) }
}

/**
 * Ends all sessions and API tokens, so that one that was ended after the backup does not become valid again, and erases
 * again what was erased after it, as the audit trail records. Numbers that may have been issued after it are skipped.
 * Servers that run on the database keep the key that they sign with: it stays in force.
 */
async function restoreAll(
  db: Db,
  backup: VerifiedBackup,
  {
    erasures,
    ownsServer,
    freeBytes,
  }: { erasures: readonly ListedErasure[]; ownsServer: boolean; freeBytes: () => Promise<number> },
) {
  const isPrepared = (await lastMigration(db)) !== undefined
  const key = isPrepared ? await findSigningKey(db) : undefined
  let numErased = 0
  let skipped = { tubeId: '', storageId: 0 }
  const finish = async (trx: Transaction) => {
    const actor = operator(new Date())
    if (key) await saveSigningKey(trx, key, actor.at)
    const endedSessions = await endAllSessions(trx, actor.at)
    skipped = await skipIssuedNumbers(trx)
    await revokeAllTokens(trx, { ...actor, reason: 'A backup was restored' })
    numErased = await reapplyErasures(trx, erasures, actor)
    const after = { backupMadeAt: backup.head.madeAt, endedSessions, appliedErasures: numErased }
    await saveAuditEvent(trx, { action: 'database.restore', entityId: 'lims', after }, actor)
  }
  const counts = await restoreBackup(db, backup, finish, freeBytes)
  const nothing = { notCleaned: [], readByOlder: [], isLogLeft: false, lost: undefined }
  return { counts, skipped, numErased, ...(numErased > 0 ? await cleanErased(db, ownsServer) : nothing) }
}

/**
 * Returns the tables that were not cleaned, with the reason, and those that an older transaction may still read; `lost`
 * is why the database did not reply. What was restored is saved by then.
 */
async function cleanErased(db: Db, ownsServer: boolean) {
  try {
    return { ...(await cleanNow(db, ownsServer)), lost: undefined }
  } catch (error) {
    if (!isReplyLost(error)) throw error
    return { notCleaned: [], readByOlder: [], isLogLeft: false, lost: errorMessage(error) }
  }
}

async function cleanNow(db: Db, ownsServer: boolean) {
  const erasures = await listErasuresToClean(db)
  const { left, readByOlder, failed } = await vacuumErased(db, { ownsServer })
  if (left.length === 0 && readByOlder.length === 0) await markErasuresCleaned(db, erasures)
  const inUse = left.filter((name) => name !== writeAheadLog)
  return {
    notCleaned: [...inUse.map((table) => `${table} (in use)`), ...failed],
    readByOlder,
    isLogLeft: left.length > inUse.length,
  }
}

runMain(restore)
