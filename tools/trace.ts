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
const { proved, open, unknown } = traceRows(requirements, titles)

console.log(`${requirements.length} requirements: ${proved.length} named by a test, ${open.length} by none.`)

const openByArea = Object.entries(Object.groupBy(open, ({ area }) => area)) as [string, Requirement[]][]
for (const [area, rows] of openByArea) {
  if (process.argv.includes('--open')) {
    for (const { id, statement } of rows) console.log(`${id}  ${statement}`)
  } else {
    const all = requirements.filter((row) => row.area === area).length
    const numbers = rows.length === all ? 'all' : rows.map(({ id }) => id.slice(area.length + 1)).join(' ')
    console.log(`  ${area.padEnd(10)} ${String(rows.length).padStart(3)} of ${all}: ${numbers}`)
  }
}

for (const { id, title } of unknown) console.error(`No requirement ${id}, named by the test '${title}'`)
if (unknown.length > 0) process.exitCode = 1
