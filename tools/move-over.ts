import { spawnSync } from 'node:child_process'
import { lstatSync, statSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { StartError } from '../server/src/errors/start-error.ts'
import { canUse } from '../server/src/postgres/account.ts'
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
  if (owner) assertCanRun(owner, dataDir)
  const { packageFolder, remove } = await installPglite()
  try {
    if (owner) spawnSync('/bin/chmod', ['-R', 'a+rX', packageFolder])
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

/** Returns the account that can change what root would find in the folder; undefined if only root can. */
function findOtherOwner(folder: string) {
  const places = [folder, path.join(folder, 'pgdata')]
  const found = places.flatMap((one) => [lstatSync(one), statSync(one)]).find(({ uid }) => uid !== 0)
  return found && { uid: found.uid, gid: found.gid }
}

function assertCanRun(owner: { uid: number; gid: number }, folder: string) {
  const account = { kind: 'other', name: '', ...owner } as const
  const missing = [process.execPath, import.meta.dirname].find((one) => !canUse(account, one, 'x'))
  if (missing === undefined) return
  throw new StartError(
    `Nothing migrated: ${folder} belongs to another account, under which it is migrated, and which cannot use ${missing}. Copy this program to where that account can read it, and repeat the command there.`,
  )
}

runMain(moveOver)
