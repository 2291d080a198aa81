import { formatNumber } from '@lims/contract/format-count.ts'
import { verifyBackupChain, verifyDatabase } from '../server/src/audit/verify-audit.ts'
import type { Verified } from '../server/src/audit/verify-chain.ts'
import { readConfig } from '../server/src/config.ts'
import { lastMigration } from '../server/src/db/migrate.ts'
import { joinDatabase } from '../server/src/db/open-database.ts'
import { readTable, verifyBackup } from '../server/src/db/read-backup.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { readArguments } from './read-arguments.ts'
import { runMain } from './run-main.ts'

const firstWithSeals = '0027'

async function auditVerify() {
  const { values } = readArguments({
    usage: 'npm run audit:verify [-- --backup FILE]',
    options: { backup: { type: 'string' } },
  })
  const config = readConfig(process.env)
  const { verified, of } = values.backup ? await ofBackup(values.backup) : await ofDatabase()
  const { events, seals, erased, unsealed, anchors, finding } = verified
  console.log(
    `Verified ${formatNumber(events)} events in ${formatNumber(seals)} seals of ${of}: ${formatNumber(erased)} erased, ${formatNumber(unsealed)} not sealed yet, ${formatNumber(anchors)} anchors and time stamps agree.`,
  )
  if (finding) {
    console.error(`FOUND: ${finding}`)
    process.exitCode = 1
  } else console.log('Nothing was altered, removed, inserted or reordered.')

  async function ofBackup(file: string): Promise<{ verified: Verified; of: string }> {
    const { head } = await verifyBackup(file)
    assertSealed(head.migration)
    const read = (table: string) => readTable(file, table)
    return { verified: await verifyBackupChain(read, config.audit, new Date(head.madeAt)), of: file }
  }

  async function ofDatabase(): Promise<{ verified: Verified; of: string }> {
    const database = await joinDatabase(config, console.log)
    try {
      assertSealed(await lastMigration(database.db))
      const verified = await verifyDatabase(database.db, config.audit, new Date())
      return { verified, of: `the ${database.description}` }
    } finally {
      await database.close()
    }
  }
}

function assertSealed(migration: string | undefined) {
  if (migration && migration >= firstWithSeals) return
  throw new StartError('The audit trail has no seals yet. Start the server once: it seals all events.')
}

runMain(auditVerify)
