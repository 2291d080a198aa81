import { spawnSync } from 'node:child_process'
import { lstatSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { canUse, hasName } from '../server/src/postgres/account.ts'
import { findBinaries } from '../server/src/postgres/binaries.ts'
import { assertToMove, installPglite } from './pglite-folder.ts'
import { readArguments } from './read-arguments.ts'
import { runMain } from './run-main.ts'
import { runCommand } from './test/run-command.ts'

/**
 * Migrates a data folder from PGlite, the embedded database of earlier versions, to the bundled PostgreSQL. Root only
 * installs PGlite: the folder is read and changed by `move-pglite-folder.ts`, in a process of the account that owns it.
 * That account can exchange what is in it at any moment, and its links then lead only to what it may use itself.
 */
async function moveOver() {
  readArguments({ usage: 'npm run move-over' })
  const { DATABASE_URL: _, ...environment } = process.env
  const { dataDir } = readConfig(environment)
  assertToMove(dataDir)
  const owner = process.getuid?.() === 0 ? findOtherOwner(dataDir) : undefined
  if (owner) assertCanMigrate(owner, dataDir)
  // The temporary folder of root may be for root only.
  const { packageFolder, remove } = await installPglite(owner && '/tmp')
  try {
    if (owner) openToOwner(owner, packageFolder)
    const script = path.join(import.meta.dirname, 'move-pglite-folder.ts')
    const { ok, output } = await runCommand(
      process.execPath,
      [...process.execArgv, script, dataDir, packageFolder],
      // The settings of root may contain secrets.
      { stdio: 'inherit', ...(owner && { ...owner, cwd: '/', env: { PATH: process.env.PATH } }) },
    )
    if (output) throw new StartError(`Nothing migrated: ${output}`)
    if (!ok) process.exitCode = 1
  } finally {
    remove()
  }
}

type Owner = { uid: number; gid: number }

/**
 * Returns the account other than root to which the folder or `pgdata` belongs, or a link in place of one. Who owns a
 * folder above is trusted.
 */
function findOtherOwner(folder: string): Owner | undefined {
  const places = [folder, path.join(folder, 'pgdata')]
  const found = places.flatMap((one) => [lstatSync(one), statSync(one)]).find(({ uid }) => uid !== 0)
  return found && { uid: found.uid, gid: found.gid }
}

/**
 * Throws a StartError if the owner could not migrate the folder: because root wrote a part of it, because PostgreSQL
 * does not run under a number that no account here has, or because the owner cannot use this program.
 */
function assertCanMigrate(owner: Owner, folder: string) {
  const giveTo = (ids: string) => `Run 'chown -hR ${ids} ${realpathSync(folder)}', and repeat the command.`
  if (!hasName(owner.uid)) {
    throw new StartError(
      `Nothing migrated: ${folder} belongs to the number ${owner.uid}, which is the number of no account here, so that PostgreSQL cannot run under it. ${giveTo('0:0')}`,
    )
  }
  const unusable = [folder, path.join(folder, 'pgdata')].find((one) => !ownerCanUse(owner, one, 'wx'))
  if (unusable !== undefined) {
    throw new StartError(
      `Nothing migrated: ${unusable} cannot be written by the number ${owner.uid}, to which a part of the data belongs. ${giveTo(`${owner.uid}:${owner.gid}`)}`,
    )
  }
  // Creates what the owner could not create there.
  const postgres = path.join(findBinaries().folder, 'bin/postgres')
  const missing = [process.execPath, import.meta.dirname, postgres].find(
    (one) => !ownerCanUse(owner, one, 'x'),
  )
  if (missing === undefined) return
  throw new StartError(
    `Nothing migrated: ${folder} belongs to another account, under which it is migrated, and which cannot use ${missing}. Copy this program to where that account can read it, and repeat the command there.`,
  )
}

/** Throws a StartError if the owner still cannot read PGlite. */
function openToOwner(owner: Owner, packageFolder: string) {
  spawnSync('/bin/chmod', ['-R', 'a+rX', packageFolder])
  const installed = path.join(packageFolder, 'node_modules/@electric-sql/pglite/dist')
  if (ownerCanUse(owner, installed, 'x')) return
  throw new StartError(`Nothing migrated: ${installed} cannot be used by the number ${owner.uid}.`)
}

const ownerCanUse = (owner: Owner, file: string, permissions: 'x' | 'wx') =>
  canUse({ kind: 'other', name: '', ...owner }, file, permissions)

runMain(moveOver)
