import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.ts'
import { listTestTitles } from './test-titles.ts'
import { type Requirement, readRequirements, traceRows } from './trace-rows.ts'

const requirements = readRequirements(readFileSync(join(root, 'docs/requirements.tsv'), 'utf8'))
const files = globSync(['{contract,server,web,tools}/**/*.test.{ts,tsx}', 'e2e/**/*.ts'], {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', 'tools/*trace*.test.ts', 'tools/test-titles.test.ts'],
})
const titles = files.flatMap((file) => listTestTitles(readFileSync(join(root, file), 'utf8'), file))
const { covered, uncovered, unknown } = traceRows(requirements, titles)

console.log(
  `${requirements.length} requirements: ${covered.length} covered by a test, ${uncovered.length} not covered.`,
)

const uncoveredByArea = Object.entries(Object.groupBy(uncovered, ({ area }) => area)) as [
  string,
  Requirement[],
][]
for (const [area, rows] of uncoveredByArea) {
  if (process.argv.includes('--uncovered')) {
    for (const { id, statement } of rows) console.log(`${id}  ${statement}`)
  } else {
    const all = requirements.filter((row) => row.area === area).length
    const numbers = rows.length === all ? 'all' : rows.map(({ id }) => id.slice(area.length + 1)).join(' ')
    console.log(`  ${area.padEnd(10)} ${String(rows.length).padStart(3)} of ${all}: ${numbers}`)
  }
}

for (const { id, title } of unknown)
  console.error(`The test '${title}' names ${id}, which is not in docs/requirements.tsv`)
if (unknown.length > 0) process.exitCode = 1
