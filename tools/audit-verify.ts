import { type FileHandle, open } from 'node:fs/promises'
import { formatNumber } from '@lims/contract/format-count.ts'
import { AnchorFileSilent } from '../server/src/audit/anchor-file.ts'
import { verifyBackupChain, verifyDatabase } from '../server/src/audit/verify-audit.ts'
import type { Verified } from '../server/src/audit/verify-chain.ts'
import { verifySignedFile } from '../server/src/audit-trail/verify-signed-file.ts'
import { readConfig } from '../server/src/config.ts'
import { lastMigration } from '../server/src/db/migrate.ts'
import { joinDatabase } from '../server/src/db/open-database.ts'
import { readTable, verifyBackup } from '../server/src/db/read-backup.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { assertUsed } from './assert-used.ts'
import { printable } from './printable.ts'
import { readArguments } from './read-arguments.ts'
import { runMain } from './run-main.ts'

const firstWithSeals = '0027'

async function auditVerify() {
  const { values } = readArguments({
    usage: 'npm run audit:verify [-- --backup FILE | --export FILE]',
    options: { backup: { type: 'string' }, export: { type: 'string' } },
  })
  if (values.backup && values.export) {
    throw new StartError('Nothing verified: please name a backup or an export, one at a time.')
  }
  const config = readConfig(process.env)
  if (values.export) return verifyExport(values.export)
  const { verified, of } = values.backup ? await ofBackup(values.backup) : await ofDatabase()
  const { events, seals, erased, unsealed, anchors, finding } = verified
  console.log(
    `Verified ${formatNumber(events)} events in ${formatNumber(seals)} seals of ${of}: ${formatNumber(erased)} erased, ${formatNumber(unsealed)} not sealed yet, ${formatNumber(anchors)} anchors and time stamps agree.`,
  )
  report(finding)

  async function verifyExport(name: string) {
    const file = await openExport(name)
    const database = await joinDatabase(config, console.log)
    try {
      await assertUsed(database, 'Nothing verified')
      assertSealed(await lastMigration(database.db))
      const { statement, finding } = await verifySignedFile(database.db, file)
      console.log(printable(`Verified ${name}: ${describeStatement(statement)}.`))
      report(finding)
    } finally {
      await database.close()
      await file.close()
    }
  }

  async function ofBackup(file: string): Promise<{ verified: Verified; of: string }> {
    const { head } = await verifyBackup(file).catch((error: unknown) => {
      throw error instanceof StartError ? new StartError(`Nothing verified: ${error.message}`) : error
    })
    assertSealed(head.migration)
    const read = (table: string) => readTable(file, table)
    const verified = await verifyBackupChain(read, config.audit, new Date(head.madeAt))
    // Anchors of a later time are not compared, so the time of the backup is printed. Only the backup has it.
    return { verified, of: `${file}, made at ${head.madeAt}` }
  }

  async function ofDatabase(): Promise<{ verified: Verified; of: string }> {
    const database = await joinDatabase(config, console.log)
    try {
      await assertUsed(database, 'Nothing verified')
      assertSealed(await lastMigration(database.db))
      const verified = await verifyDatabase(database.db, config.audit, () => new Date())
      return { verified, of: `the ${database.description}` }
    } finally {
      await database.close()
    }
  }
}

function report(finding: string | null) {
  if (finding) {
    console.error(printable(`FOUND: ${finding}`))
    process.exitCode = 1
  } else console.log('Nothing was altered, removed, inserted or reordered.')
}

async function openExport(name: string): Promise<FileHandle> {
  const unreadable = (why: string) => new StartError(`Nothing verified: ${name} cannot be read: ${why}.`)
  const file = await open(name).catch((error: Error) => {
    throw unreadable(error.message)
  })
  if (!(await file.stat()).isFile()) throw unreadable('it is no file')
  return file
}

/** 'events 12, at 2026-11-20T09:00:00.000Z, filter {}': what was signed, but for hashes. */
const describeStatement = (statement: Record<string, string>): string =>
  Object.entries(statement)
    .filter(([name]) => name !== 'sha256' && name !== 'lastSealHash')
    .map(([name, value]) => `${name} ${value}`)
    .join(', ') || 'no statement'

function assertSealed(migration: string | undefined) {
  if (migration && migration >= firstWithSeals) return
  throw new StartError(
    'Nothing verified: the audit trail has no seals yet. Start the server once: it seals all events.',
  )
}

async function endWithoutFile(error: unknown): Promise<never> {
  if (!(error instanceof AnchorFileSilent)) throw error
  console.error(error.message)
  process.kill(process.pid, 'SIGKILL')
  throw error
}

runMain(() => auditVerify().catch(endWithoutFile))
