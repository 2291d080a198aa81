import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BabelTypes, extraMutators, type Mutator } from './extra-mutators.ts'
import { describeMutants, type Mutant } from './mutant.ts'

/** What of Stryker's instrumenter is used here. */
type Instrumenter = {
  instrument: (
    files: { name: string; mutate: true; content: string }[],
    options: object,
  ) => Promise<{
    files: { name: string; content: string }[]
    mutants: {
      id: string
      fileName: string
      mutatorName: string
      replacement: string
      status?: string
      location: Record<'start' | 'end', { line: number; column: number }>
    }[]
  }>
}

type Instrumented = {
  /** The source of each file with all of its mutants in it; `globalThis.__stryker__` chooses one. */
  code: ReadonlyMap<string, string>
  mutants: readonly Mutant[]
}

/** Puts every mutant of the files into their source. Paths are relative to `root`. */
export async function instrument(
  root: string,
  files: readonly string[],
  cache: string,
): Promise<Instrumented> {
  const instrumenter = await loadInstrumenter(join(cache, 'stryker'))
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const { files: written, mutants } = await instrumenter.instrument(
    [...sources].map(([name, content]) => ({ name, mutate: true as const, content })),
    { excludedMutations: [], ignorers: [], plugins: null, noHeader: false },
  )
  return {
    code: new Map(written.map(({ name, content }) => [name, content])),
    mutants: describeMutants(
      sources,
      mutants
        .filter(({ status }) => status !== 'Ignored')
        .map(({ fileName, ...mutant }) => ({ ...mutant, file: fileName })),
    ),
  }
}

const silent = () => {}
const logger = {
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: console.error,
  fatal: console.error,
  isDebugEnabled: () => false,
}

async function loadInstrumenter(folder: string): Promise<Instrumenter> {
  install(folder)
  const packageFolder = join(folder, 'node_modules/@stryker-mutator/instrumenter')
  const load = (path: string) => import(pathToFileURL(join(packageFolder, path)).href)
  // Stryker has no plugins for mutators: the list that it uses is extended in place.
  const { allMutators }: { allMutators: Mutator[] } = await load('dist/src/mutators/mutate.js')
  const loadPackage = createRequire(join(packageFolder, 'package.json'))
  const { types }: { types: BabelTypes } = loadPackage('@babel/core')
  const added = extraMutators(types).filter(({ name }) => !allMutators.some((one) => one.name === name))
  allMutators.push(...added)
  const { Instrumenter }: { Instrumenter: new (log: object) => Instrumenter } =
    await load('dist/src/index.js')
  return new Instrumenter(logger)
}

/** Stryker is not among the packages of the project: only who tests mutants downloads it, once. */
function install(folder: string) {
  const source = join(import.meta.dirname, 'stryker')
  const lock = 'package-lock.json'
  const stamp = join(folder, 'installed')
  const wanted = readFileSync(join(source, lock), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', lock]) copyFileSync(join(source, file), join(folder, file))
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error('Stryker cannot be installed')
  writeFileSync(stamp, wanted)
}
