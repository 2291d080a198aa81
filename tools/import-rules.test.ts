import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/**
 * Writes a small project of the given files and returns the rules that dependency-cruiser finds broken, and by which
 * file.
 */
function broken(files: Record<string, string>, config = '.dependency-cruiser.mjs'): string[] {
  const tree = mkdtempSync(join(tmpdir(), 'import-rules-'))
  for (const folder of ['contract', 'server', 'web', 'tools', 'e2e']) mkdirSync(join(tree, folder))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  writeFileSync(join(tree, 'package.json'), '{ "type": "module" }')
  for (const name of ['zod', 'kysely']) {
    const folder = join(tree, 'node_modules', name)
    // As packages are published: what is imported is in a folder of its own.
    mkdirSync(join(folder, 'dist'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "exports": { ".": { "default": "./dist/index.js" } } }')
    writeFileSync(join(folder, 'dist/index.js'), '')
  }

  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const rules = join(root, config)
  const run = spawnSync(
    process.execPath,
    [cruiser, '--config', rules, '--output-type', 'json', 'contract', 'server', 'web', 'tools', 'e2e'],
    { cwd: tree, encoding: 'utf8' },
  )
  rmSync(tree, { recursive: true })
  expect(run.stderr).toBe('')
  const { summary } = JSON.parse(run.stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] }
  }
  return summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`).sort()
}

const empty = 'export const nothing = 0\n'
const goodTree = {
  'contract/samples.ts': "import { z } from 'zod'\nexport const id = z.string()\n",
  'server/src/config.ts': "import './errors/domain-error.ts'\n",
  'server/src/limits.ts': empty,
  'server/src/errors/domain-error.ts': empty,
  'server/src/programs/run-program.ts': "import '../errors/domain-error.ts'\nimport '../limits.ts'\n",
  'server/src/postgres/start-postgres.ts': "import '../programs/run-program.ts'\nimport '../config.ts'\n",
  'server/src/db/database.ts':
    "import { Kysely } from 'kysely'\nimport '../postgres/start-postgres.ts'\nexport type Db = Kysely<object>\n",
  'server/src/audit/audit-queries.ts': "import '../db/database.ts'\n",
  'server/src/sessions/read-token.ts': "import '../audit/audit-queries.ts'\n",
  'server/src/http/endpoints.ts': "import '../sessions/read-token.ts'\n",
  'server/src/auth/auth-routes.ts': "import '../http/endpoints.ts'\n",
  'server/src/samples/sample-queries.ts': "import { sql } from 'kysely'\nexport const one = sql`select 1`\n",
  'server/src/samples/receive-sample.ts':
    "import type { Db } from '../db/database.ts'\nimport { one } from './sample-queries.ts'\nexport const receive = (db: Db) => [db, one]\n",
  'server/src/samples/sample-routes.ts': "import { receive } from './receive-sample.ts'\nvoid receive\n",
  'server/src/app.ts': "import './samples/sample-routes.ts'\nimport './auth/auth-routes.ts'\n",
  'server/src/main.ts': "import './start-server.ts'\n",
  'server/src/start-server.ts': "import './app.ts'\n",
  'server/src/batches/register-batch.ts': "import '../samples/receive-sample.ts'\n",
  'server/src/labels/generate-label.ts': "import '../batches/register-batch.ts'\n",
  'web/src/main.tsx': "import './app/routes.tsx'\n",
  'web/src/app/routes.tsx':
    "import '../pages/samples/sample-screen.tsx'\nimport '../pages/batches/batch-screen.tsx'\n",
  'web/src/pages/samples/sample-screen.tsx': "import '../../features/printing/use-print.ts'\n",
  'web/src/pages/batches/batch-screen.tsx': "import '../../entities/sample/sample-api.ts'\n",
  'web/src/features/printing/use-print.ts': "import '../../entities/sample/sample-api.ts'\n",
  'web/src/features/racks/read-rack-text.ts': empty,
  'web/src/entities/sample/sample-api.ts':
    "export { id } from '../../../../contract/samples.ts'\nimport '../../ui/use-slow.ts'\n",
  'web/src/ui/use-slow.ts': empty,
}

test('a tree that keeps the import rules passes', () => {
  expect(broken(goodTree)).toEqual([])
})

const forbidden = [
  ['web-and-server-meet-in-the-contract', 'web/src/pages/a.ts', '../../../server/src/db/database.ts'],
  ['web-and-server-meet-in-the-contract', 'server/src/batches/b.ts', '../../../web/src/ui/use-slow.ts'],
  ['contract-imports-only-zod', 'contract/c.ts', 'kysely'],
  ['contract-imports-only-zod', 'contract/d.ts', 'node:fs'],
  ['contract-imports-only-zod', 'contract/e.ts', '../server/src/db/database.ts'],
  ['routes-are-plugged-in-by-the-app-only', 'server/src/samples/f.ts', './sample-routes.ts'],
  ['sql-only-in-queries', 'server/src/samples/g.ts', '../db/database.ts'],
  ['sql-only-in-queries', 'server/src/samples/h.ts', 'kysely'],
  ['routes-are-plugged-in-by-the-app-only', 'server/src/batches/i.ts', '../samples/sample-routes.ts'],
  ['server-storeys-import-downward', 'server/src/samples/s.ts', '../batches/register-batch.ts'],
  ['server-storeys-import-downward', 'server/src/batches/t.ts', '../labels/generate-label.ts'],
  ['server-storeys-import-downward', 'server/src/storage/u.ts', '../batches/register-batch.ts'],
  ['server-storeys-import-downward', 'server/src/deletions/v.ts', '../samples/receive-sample.ts'],
  ['server-storeys-import-downward', 'server/src/errors/aa.ts', '../programs/run-program.ts'],
  ['server-storeys-import-downward', 'server/src/programs/ab.ts', '../postgres/start-postgres.ts'],
  ['server-storeys-import-downward', 'server/src/postgres/ac.ts', '../db/database.ts'],
  ['server-storeys-import-downward', 'server/src/db/ad.ts', '../audit/audit-queries.ts'],
  ['server-storeys-import-downward', 'server/src/audit/ae.ts', '../sessions/read-token.ts'],
  ['server-storeys-import-downward', 'server/src/sessions/af.ts', '../http/endpoints.ts'],
  ['server-storeys-import-downward', 'server/src/http/ag.ts', '../samples/receive-sample.ts'],
  ['server-storeys-import-downward', 'server/src/db/ah.test.ts', '../samples/receive-sample.ts'],
  ['server-folders-have-a-storey', 'server/src/helpers/ai.ts', '../limits.ts'],
  ['settings-and-limits-know-no-domain', 'server/src/config.ts', './samples/receive-sample.ts'],
  ['settings-and-limits-know-no-domain', 'server/src/limits.ts', './db/database.ts'],
  ['the-app-is-imported-from-outside-only', 'server/src/samples/aj.ts', '../app.ts'],
  ['the-app-is-imported-from-outside-only', 'server/src/http/ak.ts', '../main.ts'],
  ['the-app-is-imported-from-outside-only', 'server/src/http/al.ts', '../start-server.ts'],
  ['web-layers-import-downward', 'web/src/ui/j.ts', '../entities/sample/sample-api.ts'],
  ['web-layers-import-downward', 'web/src/forms/k.ts', '../features/printing/use-print.ts'],
  ['web-layers-import-downward', 'web/src/api/l.ts', '../pages/samples/sample-screen.tsx'],
  ['web-layers-import-downward', 'web/src/entities/sample/m.ts', '../../features/printing/use-print.ts'],
  ['web-layers-import-downward', 'web/src/features/printing/n.ts', '../../pages/samples/sample-screen.tsx'],
  ['web-layers-import-downward', 'web/src/pages/samples/w.ts', '../../app/routes.tsx'],
  ['web-layers-import-downward', 'web/src/pages/samples/x.ts', '../../main.tsx'],
  ['web-pages-and-features-stand-alone', 'web/src/pages/samples/y.ts', '../batches/batch-screen.tsx'],
  ['web-pages-and-features-stand-alone', 'web/src/features/printing/z.ts', '../racks/read-rack-text.ts'],
  ['web-files-belong-to-a-layer', 'web/src/helpers/a.ts', '../ui/use-slow.ts'],
  ['tools-and-journeys-stay-outside-the-web', 'e2e/n.ts', '../web/src/entities/sample/sample-api.ts'],
  ['tools-and-journeys-stay-outside-the-web', 'tools/o.ts', '../web/src/entities/sample/sample-api.ts'],
  ['test-helpers-only-in-tests', 'server/src/samples/p.ts', '../../test/lab.ts'],
  ['every-import-resolves', 'web/src/pages/samples/q.ts', './missing.ts'],
  ['every-import-resolves', 'web/src/pages/samples/r.ts', 'no-such-package-here'],
] as const

const foundBroken = broken({
  ...goodTree,
  'server/test/lab.ts': empty,
  ...Object.fromEntries(forbidden.map(([, from, imported]) => [from, `import '${imported}'\n`])),
})

test.each(forbidden)('%s: %s may not import %s', (rule, from) => {
  expect(foundBroken).toContain(`${rule}: ${from}`)
})

test('two files may not import each other, not even their types', () => {
  const files = {
    'contract/a.ts': "import type { B } from './b.ts'\nexport type A = B\n",
    'contract/b.ts': "import type { A } from './a.ts'\nexport type B = A\n",
  }

  expect(broken(files)).toContain('no-cycles: contract/a.ts')
})

test('two folders may not import each other, though no two files do', () => {
  const files = {
    ...goodTree,
    'web/src/entities/sample/a.ts': "import '../batch/b.ts'\n",
    'web/src/entities/batch/b.ts': empty,
    'web/src/entities/batch/c.ts': "import '../sample/sample-api.ts'\n",
  }
  const onServer = { 'server/src/db/e.ts': "import '../samples/sample-queries.ts'\n" }

  expect(broken(files)).toEqual([])
  const cycles = broken({ ...files, ...onServer }, '.dependency-cruiser-folders.mjs')
  for (const folder of [
    'web/src/entities/sample',
    'web/src/entities/batch',
    'server/src/samples',
    'server/src/db',
  ])
    expect(cycles).toContain(`no-cycles-between-folders: ${folder}`)
})

test('a test closes no cycle between folders', () => {
  const files = {
    ...goodTree,
    'server/test/lab.ts': "import '../src/samples/receive-sample.ts'\n",
    'server/src/samples/receive-sample.test.ts': "import '../../test/lab.ts'\n",
  }

  expect(broken(files, '.dependency-cruiser-folders.mjs')).toEqual([])
})
