import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Exception, findTerms } from './find-terms.ts'
import { root } from './project.ts'

const column = 'a column of the database'
const freezerDoor = 'a door of a freezer'
const filesWithDoors = [
  'contract/picks.ts',
  'docs/decisions/0025-a-pick-list-copies-no-place.md',
  'docs/subsystems/pick-lists.md',
  'e2e/pick-list.spec.ts',
  'server/src/picks/left-out.test.ts',
  'server/src/picks/picks.test.ts',
  'server/src/picks/read-pick-list.ts',
  'server/src/storage/walk-order.test.ts',
  'server/src/storage/walk-order.ts',
  'web/src/app/next-day.test.tsx',
  'web/src/app/strict-mode.test.tsx',
  'web/src/features/scanning/read-aloud.test.tsx',
  'web/src/features/scanning/undo-beside-scans.test.tsx',
  'web/src/features/scanning/undo-without-reply.test.tsx',
  'web/src/pages/picks/not-found-report.test.tsx',
  'web/src/pages/picks/open-pick-list.tsx',
  'web/src/pages/picks/pick-lists-screen.test.tsx',
  'web/src/pages/picks/picking-from.test.ts',
  'web/src/pages/picks/printed-pick-list.test.tsx',
  'web/src/pages/picks/printed-pick-list.tsx',
  'web/src/pages/picks/walk-stops.tsx',
]
const exceptions: readonly Exception[] = [
  ...filesWithDoors.map((file) => ({ file, text: 'door', reason: freezerDoor })),
  { file: 'server/src/db/database.ts', text: 'door', reason: column },
  { file: 'server/src/db/lifecycle-rule.test.ts', text: 'door', reason: column },
  { file: 'server/src/samples/lifecycle-queries.ts', text: 'door', reason: column },
  { file: 'server/src/samples/undo-status.test.ts', text: 'door', reason: column },
  { file: 'server/src/imports/import-queries.ts', text: 'door', reason: column },
  { file: 'server/src/db/trigger-plans.test.ts', text: 'door', reason: column },
  { file: 'server/src/samples/many-samples-queries.test.ts', text: 'door', reason: column },
  { file: 'server/src/live/live.test.ts', text: 'door', reason: column },
  { file: 'server/src/samples/receipt-queries.ts', text: 'door', reason: column },
  { file: 'tools/bench/generate-data.ts', text: 'door', reason: column },
  { file: 'docs/decisions/0006-the-event-is-the-change.md', text: '`door`', reason: column },
  { file: 'docs/subsystems/samples-and-lifecycle.md', text: '`door', reason: column },
]

const files = globSync(
  ['{contract,server,web,tools,e2e}/**/*.{ts,tsx,mjs,html,css}', 'docs/**/*.md', '*.md'],
  {
    cwd: root,
    // The glossary lists the former words; released entries of the changelog are not rewritten.
    exclude: [
      '**/node_modules/**',
      '**/dist/**',
      'tools/find-terms*',
      'tools/terms.ts',
      'docs/glossary.md',
      'CHANGELOG.md',
    ],
  },
)
const hits = files
  .sort()
  .flatMap((file) => findTerms(file, readFileSync(join(root, file), 'utf8'), exceptions))

for (const { file, line, word, instead } of hits) console.error(`${file}:${line}  '${word}': ${instead}`)
if (hits.length > 0) {
  console.error(`${hits.length} terms to replace. Exceptions, with reasons, are listed in tools/terms.ts.`)
  process.exitCode = 1
}
