import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './project.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((found) => found[1] ?? '')

test('the README explains every setting that the server reads, and no other', () => {
  const [table = ''] = /\| setting +\|[\s\S]+?\n\n/.exec(read('README.md')) ?? []
  const explained = table.split('\n').flatMap((row) => allOf(row.split('|')[1] ?? '', /`([A-Z_]+)`/g))
  const known = allOf(read('server/src/config.ts'), /^ {2}([A-Z][A-Z_]+):/gm)
  expect(explained.sort()).toEqual(known.sort())
})

test('every command that the README names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = allOf(read('README.md'), /npm run ([\w:-]+)/g)
  expect(named.filter((command) => !scripts[command])).toEqual([])
})

test('the table of tables knows every table, and marks those to come', () => {
  const [, chapter = ''] = read('docs/architecture.md').split('## The tables')
  const rows = chapter.split('\n').filter((row) => row.startsWith('| `'))
  const namesOf = (row: string) => allOf(row.split('|')[1] ?? '', /`(\w+)`/g)
  const present = rows.filter((row) => !row.includes('to come')).flatMap(namesOf)
  const migrations = globSync('server/src/db/migrations/*.sql', { cwd: root })
  const made = migrations.flatMap((file) => allOf(read(file), /^create table (\w+)/gm))
  expect(present.sort()).toEqual(made.sort())
})

test('the files that the architecture page walks through exist', () => {
  const page = read('docs/architecture.md')
  const named = allOf(page, /`((?:server|contract|web)\/[\w/.-]+|(?:http|samples|errors)\/[\w.-]+)`/g)
  const places = named.map((file) => (/^(http|samples|errors)\//.test(file) ? `server/src/${file}` : file))
  expect(places.length).toBeGreaterThan(8)
  expect(places.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([])
})
