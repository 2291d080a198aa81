import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BabelTypes, extraMutators, type Mutator } from './extra-mutators.ts'

type Stryker = new (options: object) => { runMutationTest: () => Promise<unknown> }

const {
  MUTATE_PACKAGES = '',
  MUTATE_FILES = '[]',
  MUTATE_REPORT = '',
  MUTATE_FORCE = '',
  MUTATE_CONCURRENCY = '1',
} = process.env
const packages = join(MUTATE_PACKAGES, 'node_modules/@stryker-mutator')
const load = (path: string) => import(pathToFileURL(join(packages, path)).href)

// Stryker has no plugin for mutators: the list that it uses is extended in place.
const { allMutators }: { allMutators: Mutator[] } = await load('instrumenter/dist/src/mutators/mutate.js')
const { types }: { types: BabelTypes } = createRequire(join(packages, 'instrumenter/package.json'))(
  '@babel/core',
)
allMutators.push(...extraMutators(types))

const { Stryker }: { Stryker: Stryker } = await load('core/dist/src/index.js')
await new Stryker({
  testRunner: 'vitest',
  plugins: [join(packages, 'vitest-runner/dist/src/index.js')],
  mutate: JSON.parse(MUTATE_FILES),
  // The tree is a copy. A copy of the copy would have no workspaces.
  inPlace: true,
  incremental: true,
  incrementalFile: MUTATE_REPORT,
  force: MUTATE_FORCE !== '' || !existsSync(MUTATE_REPORT),
  concurrency: Number(MUTATE_CONCURRENCY),
  reporters: ['progress-append-only'],
  // Stryker would put its own comments there.
  disableTypeChecks: false,
  allowConsoleColors: false,
  timeoutMS: 20_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 15,
  vitest: { configFile: 'tools/mutate/vitest.config.ts', related: false },
}).runMutationTest()
