import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { readConfig } from '../src/config.ts'
import { migrate } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/open-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where workers keep what their test files share, until the end of the run. */
    sharedFolder: string
  }
}

/** The files of a worker share it. */
let unusedFolder: Promise<string> | undefined

/**
 * Makes a data folder as the first start of a server leaves it, for tests about what comes later: making a database
 * takes more of the processor than the rest of a start. What a first start does is proved by postgres/data-folder and
 * postgres/account.
 */
export async function copyDataFolder(target: string): Promise<void> {
  unusedFolder ??= makeDataFolder()
  // It keeps the owners, unlike cpSync.
  execFileSync('cp', ['-a', await unusedFolder, target])
}

async function makeDataFolder(): Promise<string> {
  const folder = mkdtempSync(path.join(inject('sharedFolder'), 'data-'))
  const { db, close } = await openDatabase(readConfig({ LIMS_DATA_DIR: folder }), () => {})
  await migrate(db)
  await close()
  for (const name of readdirSync(folder)) if (name.startsWith('in-use.')) rmSync(path.join(folder, name))
  return folder
}
