import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Exception, findTerms } from './find-terms.ts'
import { root } from './project.ts'

const exceptions: readonly Exception[] = [
  { file: 'contract/errors.ts', text: "'moved-meanwhile'", reason: 'an error code of the API' },
]

const files = globSync(
  ['{contract,server,web,tools,e2e}/**/*.{ts,tsx,mjs,html,css}', 'docs/**/*.md', '*.md'],
  {
    cwd: root,
    // The glossary lists the former words; released entries of the changelog are not rewritten.
    exclude: ['**/node_modules/**', '**/dist/**', 'tools/find-terms*', 'docs/glossary.md', 'CHANGELOG.md'],
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
