import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { allEndpoints } from '@lims/contract/api.ts'
import { maxExportedSamples, notAvailable } from '@lims/contract/exports.ts'
import { formatNumber } from '@lims/contract/format-count.ts'
import { everythingChanged } from '@lims/contract/live.ts'
import { permissions, permissionTexts } from '@lims/contract/permissions.ts'
import { maxChosenSamples } from '@lims/contract/sample-bulk.ts'
import { addDays, timeZoneNamed } from '@lims/contract/time-zone.ts'
import { expect, onTestFinished, test } from 'vitest'
import { maxStreams, maxStreamsPerPerson } from '../server/src/live/live-streams.ts'
import { root } from './project.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const matchesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((found) => found[1] ?? '')

test('the README documents exactly the settings that the server reads', () => {
  const [table = ''] = /\| setting +\|[\s\S]+?\n\n/.exec(read('README.md')) ?? []
  const documented = table.split('\n').flatMap((row) => matchesOf(row.split('|')[1] ?? '', /`([A-Z_]+)`/g))
  const known = matchesOf(read('server/src/config.ts'), /^ {2}([A-Z][A-Z_]+):/gm)
  expect(documented.sort()).toEqual(known.sort())
})

test('every npm script in the README exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = matchesOf(read('README.md'), /npm run ([\w:-]+)/g)
  expect(named.filter((command) => !scripts[command])).toEqual([])
})

test('the architecture page lists exactly the tables of the migrations', () => {
  const [, chapter = ''] = read('docs/architecture.md').split('## The tables')
  const rows = chapter.split('\n').filter((row) => row.startsWith('| `'))
  const namesOf = (row: string) => matchesOf(row.split('|')[1] ?? '', /`(\w+)`/g)
  const present = rows.flatMap(namesOf)
  const migrations = globSync('server/src/db/migrations/*.sql', { cwd: root })
  const made = migrations.flatMap((file) => matchesOf(read(file), /^create table (\w+)/gm))
  expect(present.sort()).toEqual(made.sort())
})

test('the triggers, indexes and constraints that the subsystem pages name are in the database', () => {
  const present = new Set<string>()
  for (const file of globSync('server/src/db/migrations/*.sql', { cwd: root }).sort()) {
    const made =
      /\b(create|add|drop) (?:(?:or replace|unique|constraint|trigger|index|if exists) )+(\w+)|\bconstraint (\w+)/g
    for (const [, verb, named, within] of read(file).matchAll(made)) {
      if (verb === 'drop') present.delete(named ?? '')
      else present.add(named ?? within ?? '')
    }
  }
  const pages = globSync('docs/subsystems/*.md', { cwd: root })
  const named = pages.flatMap((page) => matchesOf(read(page), /`([a-z_]+_(?:is|has|obeys)_[a-z_]+)`/g))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !present.has(name))).toEqual([])
})

test('the files named on the architecture page exist', () => {
  const page = read('docs/architecture.md')
  const named = matchesOf(page, /`((?:server|contract|web)\/[\w/.-]+|(?:http|samples|errors)\/[\w.-]+)`/g)
  const places = named.map((file) => (/^(http|samples|errors)\//.test(file) ? `server/src/${file}` : file))
  expect(places.length).toBeGreaterThan(8)
  expect(places.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([])
})

test('the page for integrators says what an event of a change may contain', () => {
  const [, chapter = ''] = read('docs/api.md').split('### 5. Follow changes')
  const [text = ''] = chapter.split('```')
  const named = matchesOf(text, /`(\w+)`/g)
  expect(named).toEqual(expect.arrayContaining(['true', 'all', ...Object.keys(everythingChanged)]))
})

test('the pages for integrators and operators say how many streams of changes may be open', () => {
  const perServer = formatNumber(maxStreams)
  expect(read('docs/api.md')).toMatch(
    new RegExp(`\\b${maxStreamsPerPerson} streams of changes a person and ${perServer} a server\\b`),
  )
  const limits = read('docs/operations.md')
  expect(limits).toMatch(
    new RegExp(`^\\| streams of changes of one person +\\| ${maxStreamsPerPerson} `, 'm'),
  )
  expect(limits).toMatch(new RegExp(`^\\| streams of changes of one server +\\| ${perServer} `, 'm'))
})

test('the page for integrators has each permission, with its words on the page for tokens', () => {
  const rows = matchesOf(read('docs/api.md'), /^\| (`[\w.-]+` +\| [^|]*?) +\|$/gm)
  const named = rows.map((row) => row.replace(/ +\| /, ' '))
  expect(named).toEqual(permissions.map((name) => `\`${name}\` ${permissionTexts[name]}`))
})

test('the page for integrators says which calls need a reason, and how much an export holds', () => {
  const [, chapter = ''] = read('docs/api.md').split('## Errors')
  const [text = ''] = chapter.split('\n## ')
  expect(text).toContain('400 `reason-required`')
  expect(text).toContain(
    `${formatNumber(maxExportedSamples.csv)} samples as CSV and ${formatNumber(maxExportedSamples.xlsx)} as xlsx`,
  )
})

test('the page for integrators says which calls take tube IDs, and where their ids are from', () => {
  const [, chapter = ''] = read('docs/api.md').split('## Ids')
  const [text = ''] = chapter.split('\n## ')
  const taken = allEndpoints.flatMap(({ endpoint: { body } }) =>
    Object.keys((body?.def as { shape?: object } | undefined)?.shape ?? {}).filter((name) =>
      /^(identifiers?|codes?)$/.test(name),
    ),
  )
  expect(taken.length).toBeGreaterThan(0)
  for (const name of new Set(taken)) expect(text).toContain(`\`${name}\``)
  expect(text).toContain(`finds the ids of up to ${formatNumber(maxChosenSamples)} \`codes\``)
  const [, example = ''] = /`GET (\/storage\/search)\?/.exec(text) ?? []
  expect(allEndpoints.map(({ endpoint }) => endpoint.path)).toContain(example)
})

test('every call that the page for integrators names exists', () => {
  const paths = new Set<string>(allEndpoints.map(({ endpoint }) => endpoint.path))
  const others = ['/docs', '/openapi.json', '/metrics']
  const named = matchesOf(read('docs/api.md'), /`(?:(?:GET|POST) )?(?:\/api)?(\/[a-z][a-z/-]+)(?:\?[^`]*)?`/g)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !paths.has(path) && !others.includes(path) && path !== '/api')).toEqual([])
})

test('the page for integrators says how a CSV file is read', () => {
  const [, chapter = ''] = read('docs/api.md').split('### 4. Export a list')
  const [text = ''] = chapter.split('```')
  for (const rule of ['byte order mark', 'utf-8-sig', 'UTF-8-BOM', `\`${notAvailable}\``, 'apostrophe']) {
    expect(text).toContain(rule)
  }
})

test('every path in backticks in the documentation exists', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
  const named = pages.flatMap((page) =>
    matchesOf(read(page), /`((?:server|web|contract|tools|e2e|docs)\/[^`\s]*)`/g).map((file) => ({
      page,
      file,
    })),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ file }) => globSync(file, { cwd: root }).length === 0)).toEqual([])
})

test('every list that carries the data over by a backup stops the server before the backup', () => {
  const lists = matchesOf(read('docs/operations.md'), /((?:^\d+\. .*\n)+)/gm)
  const carrying = lists.filter((list) => /npm run backup -- [\s\S]+npm run restore -- /.test(list))
  expect(carrying.length).toBeGreaterThan(2)
  expect(carrying.filter((list) => !/stop [\s\S]+npm run backup/.test(list))).toEqual([])
})

test('the rehearsal of a restore uses neither the database nor the anchor file of the laboratory', () => {
  const [, chapter = ''] = read('docs/operations.md').split('## Backups, and testing a restore')
  const [text = ''] = chapter.split('\n## ')
  expect(text).toContain('DATABASE_URL= AUDIT_ANCHOR_FILE= LIMS_DATA_DIR=/tmp/rehearsal npm run restore')
  expect(text).toMatch(/DATABASE_URL= AUDIT_ANCHOR_FILE= LIMS_DATA_DIR=\/tmp\/rehearsal PORT=\d+ npm start/)
})

test('the installation of a service, repeated, keeps the settings', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settings = path.join(folder, 'lims.env')
  const [line = ''] = matchesOf(read('docs/operations.md'), /^(.*install .*\/etc\/lims\.env.*)$/gm)
  const install = () => execFileSync('sh', ['-c', line.replaceAll('/etc/lims.env', settings)])
  install()
  expect(statSync(settings).mode & 0o777).toBe(0o600)
  writeFileSync(settings, 'PORT=3000\n')
  install()
  expect(readFileSync(settings, 'utf8')).toBe('PORT=3000\n')
})

test('the nightly backup deletes the oldest ones before it is made, by their number', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [line = ''] = matchesOf(read('docs/operations.md'), /^ExecStartPre=-(\/bin\/sh .*backups.*)$/gm)
  // systemd would replace what begins with these signs.
  expect(line).toMatch(/^[^$%]+$/)
  const rotate = () =>
    execFileSync('sh', ['-c', line.replaceAll('/var/lib/lims/backups', folder)], { stdio: 'pipe' })
  const present = () => readdirSync(folder).sort()
  const add = (name: string) => writeFileSync(path.join(folder, name), '')
  rotate()
  const others = ['before.backup.gz', 'erasures.jsonl', 'lims-2025-01-01T02-00-00Z.backup.gz']
  const nightly = Array.from(
    { length: 31 },
    (_, n) => `lims-2026-10-${String(n + 1).padStart(2, '0')}.backup.gz`,
  )
  for (const name of [...others, ...nightly]) add(name)

  rotate()

  const kept = nightly.slice(2)
  expect(present()).toEqual([...others, ...kept])
  rotate()
  expect(present()).toEqual([...others, ...kept])
  add('lims-2026-11-01.backup.gz')
  rotate()
  expect(present()).toEqual([...others, ...kept.slice(1), 'lims-2026-11-01.backup.gz'])
})

test.each([
  'America/New_York',
  'America/Santiago',
  'Antarctica/Troll',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Europe/London',
])(
  'the time of the nightly backup comes once in every night, also when the clocks of %s are changed',
  (name) => {
    const [time = ''] = matchesOf(read('docs/operations.md'), /^OnCalendar=\*-\*-\* (\d\d:\d\d)$/gm)
    const zone = timeZoneNamed(name)
    const nights = Array.from({ length: 365 }, (_, day) => addDays('2027-01-01', day))
    const times = (night: string) => zone.instantsOf(new Date(`${night}T${time}Z`)).length
    expect(nights.filter((night) => times(night) !== 1)).toEqual([])
  },
)

test.runIf(process.platform === 'linux')(
  'copies of PostgreSQL that a process uses are not listed as unused',
  () => {
    const unused = mkdtempSync(path.join(tmpdir(), 'lims-docs-'))
    onTestFinished(() => rmSync(unused, { recursive: true }))
    const used = path.dirname(path.dirname(process.execPath))
    const [line = ''] = matchesOf(read('docs/operations.md'), /^(for copy in .*)$/gm)
    const list = line.replace('/var/lib/lims/postgresql-*.*', `'${used}' '${unused}'`)
    expect(list).not.toBe(line)
    expect(execFileSync('sh', ['-c', list], { encoding: 'utf8' })).toBe(`${unused}\n`)
  },
)
