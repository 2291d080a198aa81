import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { root } from './project.ts'

const dist = join(root, 'web/dist')
/** Names the folder of the newest build, which has the hash of its sources as its name. */
const newest = join(dist, 'newest')
const sources = hashSources()
const before = existsSync(newest) ? readFileSync(newest, 'utf8') : undefined

if (before !== sources) {
  assertMayBuild()
  if (!existsSync(join(dist, sources))) await buildTo(join(dist, sources))
  writeFileSync(newest, sources)
  // A server that runs goes on with the pages of its start.
  const kept = ['newest', sources, before]
  for (const name of readdirSync(dist))
    if (!kept.includes(name) && !isBeingBuilt(name))
      rmSync(join(dist, name), { recursive: true, force: true })
}

/** Builds beside the folder, which is there only with all its files: also if a build is killed, or two run at once. */
async function buildTo(folder: string) {
  console.log('Building the web')
  const { build } = await import('vite')
  const outDir = `${folder}.${process.pid}`
  await build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn', build: { outDir } })
  try {
    renameSync(outDir, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(outDir, { recursive: true })
  }
}

/** Whether the process that builds a folder runs. */
function isBeingBuilt(name: string): boolean {
  try {
    return process.kill(Number(name.split('.')[1]), 0)
  } catch {
    return false
  }
}

/** Ends the process where this account may not write: a service often may write to its data only. */
function assertMayBuild() {
  try {
    accessSync(join(root, 'web'), constants.W_OK)
  } catch {
    console.error(
      `The pages of this version are not built yet, and this account may not write to ${root}. Run 'npm run build' there with the account that owns it.`,
    )
    process.exit(1)
  }
}

/** Hashes contents, because a checkout changes the modification time of every file. */
function hashSources(): string {
  const files = globSync(
    ['web/**/*.*', 'contract/*.ts', 'docs/guide/*', 'docs/screens/*', 'package-lock.json'],
    {
      cwd: root,
      exclude: ['web/dist', 'web/node_modules', '**/*.test.*'],
      withFileTypes: true,
    },
  )
  const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const hash = createHash('sha256')
  for (const path of paths.sort()) hash.update(path.slice(root.length)).update(readFileSync(path))
  return hash.digest('hex')
}
